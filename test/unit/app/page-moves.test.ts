import { expect } from 'chai';
import { moveByKey, movePage } from '../../../app/src/spaces/page-moves.ts';

interface Page {
  readonly id: string;
  readonly type: string;
  readonly pages: readonly Page[];
}
const page = (id: string, pages: readonly Page[] = []): Page => ({ id, type: 'document', pages });
const outline = (pages: readonly Page[]): string =>
  pages
    .map((one) => {
      const below = outline(one.pages);
      return one.id + (below && `(${below})`);
    })
    .join(' ');

describe('movePage', () => {
  const tree = [page('a', [page('b'), page('c')]), page('d'), page('e')];

  it('puts a page at a place among the other siblings', () => {
    expect(outline(movePage(tree, 'e', { into: null, at: 0 }))).to.equal('e a(b c) d');
    expect(outline(movePage(tree, 'a', { into: null, at: 1 }))).to.equal('d a(b c) e');
    expect(outline(movePage(tree, 'b', { into: 'a', at: 1 }))).to.equal('a(c b) d e');
  });

  it('moves a page with the pages below it into and out of others', () => {
    expect(outline(movePage(tree, 'a', { into: 'd', at: 0 }))).to.equal('d(a(b c)) e');
    expect(outline(movePage(tree, 'b', { into: null, at: 1 }))).to.equal('a(c) b d e');
  });

  it('keeps the tree where the page or the parent does not exist', () => {
    expect(movePage(tree, 'x', { into: null, at: 0 })).to.equal(tree);
    expect(movePage(tree, 'a', { into: 'x', at: 0 })).to.equal(tree);
  });

  it('follows several keys as one would expect', () => {
    const press = (pages: readonly Page[], id: string, ...keys: string[]): readonly Page[] =>
      keys.reduce((now, key) => {
        const to = moveByKey(now, id, key);
        return to === undefined ? now : movePage(now, id, to);
      }, pages);
    expect(outline(press(tree, 'e', 'ArrowUp', 'ArrowUp'))).to.equal('e a(b c) d');
    expect(outline(press(tree, 'd', 'ArrowRight', 'ArrowUp', 'ArrowUp'))).to.equal('a(d b c) e');
    expect(outline(press(tree, 'c', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowDown'))).to.equal('a(b) d e c');
  });
});
