import { expect } from 'chai';
import { buildPageTree } from '../../../../src/adapters/website/page-tree.ts';

/** Formats the tree as `parent > segment`, with a star for nodes without a page. */
const tree = (paths: readonly string[], allowsGroups = true): string[] =>
  buildPageTree(
    paths.map((page) => ({ page, segments: page.split('/').filter(Boolean) })),
    { allowsGroups },
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

  it('has a place for each page of several with the same segments, and for those below them', () => {
    const pages = ['/a', '/a/a', '/a/a/b', '/a.html', '/a.php', '/', '/index.jsp', '/default.jsp'];
    const places = buildPageTree(
      pages.map((page) => ({
        page,
        segments: page
          .replace(/(?:index|default)?\.\w+$/, '')
          .split('/')
          .filter(Boolean),
      })),
      { allowsGroups: true },
    );
    expect(places.map(({ page }) => page)).to.have.members(pages);
    expect(places.find(({ page }) => page === '/a/a/b')!.parent!.page).to.equal('/a/a');
  });

  it('has at most twenty levels', () => {
    const deep = Array.from({ length: 30 }, (_, i) => Array.from({ length: i + 1 }, (__, k) => `s${k}`).join('/'));
    const places = buildPageTree(
      deep.map((page) => ({ page, segments: page.split('/') })),
      { allowsGroups: true },
    );
    const depthOf = (place: (typeof places)[number] | undefined): number =>
      place === undefined ? 0 : 1 + depthOf(place.parent);
    expect(places).to.have.lengthOf(30);
    expect(Math.max(...places.map(depthOf))).to.equal(21);
  });
});
