import { expect } from 'chai';
import { buildPageTree } from '../../../../src/adapters/website/page-tree.ts';

/** Formats the tree as `parent > segment`, with a star for nodes without a page. */
const tree = (paths: readonly string[], groups = true): string[] =>
  buildPageTree(
    paths.map((page) => ({ page, segments: page.split('/').filter(Boolean) })),
    groups,
  ).map(
    ({ page, segment, parent }) =>
      `${parent === undefined ? '' : `${parent.segment} > `}${page === undefined ? '*' : ''}${segment || 'start'}`,
  );

describe('buildPageTree', () => {
  it('follows the URLs, with the start page first', () => {
    expect(tree(['b', '', 'b/c', 'a', 'b/c/d'])).to.deep.equal(['start', 'b', 'b > c', 'c > d', 'a']);
  });

  it('groups pages below a segment without a page at the top level, if there are other entries', () => {
    expect(tree(['', 'a/x', 'a/y', 'b'])).to.deep.equal(['start', '*a', 'a > x', 'a > y', 'b']);
    expect(tree(['', 'a/x', 'b'])).to.deep.equal(['start', 'x', 'b']);
    expect(tree(['a/x', 'a/y'])).to.deep.equal(['x', 'y']);
    expect(tree(['', 'b', 'b/a/x', 'b/a/y'])).to.deep.equal(['start', 'b', 'b > x', 'b > y']);
    expect(tree(['', 'a/x', 'a/y'], false)).to.deep.equal(['start', 'x', 'y']);
  });

  it('has at most twenty levels', () => {
    const deep = Array.from({ length: 30 }, (_, i) => Array.from({ length: i + 1 }, (__, k) => `s${k}`).join('/'));
    const places = buildPageTree(
      deep.map((page) => ({ page, segments: page.split('/') })),
      true,
    );
    const depthOf = (place: (typeof places)[number] | undefined): number =>
      place === undefined ? 0 : 1 + depthOf(place.parent);
    expect(places).to.have.lengthOf(30);
    expect(Math.max(...places.map(depthOf))).to.equal(21);
  });
});
