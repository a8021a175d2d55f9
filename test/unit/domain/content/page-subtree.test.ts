import { expect } from 'chai';
import { EMPTY_CONTENT } from '../../../../src/domain/content/content.ts';
import { getPage, pageTree, type PageNode } from '../../../../src/domain/content/content-reads.ts';
import { pageSubtree } from '../../../../src/domain/content/page-subtree.ts';
import { CountingStore, idOf, page, Workbench } from '../../../support/content/workbench.ts';

describe('pageSubtree', () => {
  const bench = new Workbench();
  const content = bench.after(
    EMPTY_CONTENT,
    page('a'),
    page('b', { into: idOf('a') }),
    page('c', { into: idOf('b') }),
    page('d', { into: idOf('a'), at: 0 }),
    page('link', {
      into: idOf('a'),
      type: 'link',
      document: undefined,
      target: { kind: 'url', url: 'https://example.com' },
    }),
    page('e'),
  );
  const find = (nodes: readonly PageNode[], id: string): PageNode | undefined =>
    nodes.flatMap((node) => (node.page.id === id ? [node] : [find(node.pages, id)])).find((node) => node !== undefined);

  it('equals the subtree in the tree of all pages', () => {
    const tree = bench.read(pageTree(content));
    for (const name of ['a', 'b', 'c', 'd', 'e', 'link']) {
      const top = bench.read(getPage(content, idOf(name)))!;
      expect(bench.read(pageSubtree(content, top))).to.deep.equal(find(tree, idOf(name)));
    }
  });

  it('costs the same, whatever the number of other pages', async () => {
    const large = bench.after(content, ...Array.from({ length: 50 }, (_, i) => page(`x${i}`)));
    const store = new CountingStore();
    for (const [hash, bytes] of bench.objects) store.objects.set(hash, bytes);
    const top = bench.read(getPage(large, idOf('c')))!;
    const { reads } = await store.measure(pageSubtree(large, top));
    expect(reads).to.be.below(20);
  });
});
