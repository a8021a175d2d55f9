import { expect } from 'chai';
import { PageTrees } from '../../../../src/application/content/page-trees.ts';
import { EMPTY_CONTENT } from '../../../../src/domain/content/content.ts';
import { CountingStore, page, Workbench } from '../../../support/content/workbench.ts';

const PLENTY = 1_000_000;

describe('PageTrees.get', () => {
  const bench = new Workbench();
  const contentOf = (...names: string[]) => bench.after(EMPTY_CONTENT, ...names.map((name) => page(name)));
  const storeOf = (): CountingStore => {
    const store = new CountingStore();
    for (const [hash, bytes] of bench.objects) store.objects.set(hash, bytes);
    return store;
  };
  const titles = async (trees: PageTrees, content: ReturnType<typeof contentOf>): Promise<string[]> =>
    (await trees.get(content)).map(({ page: { title } }) => title);

  it('builds a tree once for consecutive and for concurrent requests', async () => {
    const content = contentOf('a', 'b');
    const store = storeOf();
    const trees = new PageTrees(store, PLENTY);
    const both = await Promise.all([titles(trees, content), titles(trees, content)]);
    expect(both).to.deep.equal([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    const { reads } = store;
    await trees.get(content);
    expect(store.reads).to.equal(reads);
    expect(await trees.get(EMPTY_CONTENT)).to.deep.equal([]);
  });

  it('evicts the least recently used tree when the cache is full', async () => {
    const [one, two, three] = [contentOf('a', 'b'), contentOf('c', 'd'), contentOf('e', 'f')];
    const store = storeOf();
    const trees = new PageTrees(store, 4 * 800);
    for (const content of [one, two, one, three]) await trees.get(content);
    const { reads } = store;
    await trees.get(one);
    await trees.get(three);
    expect(store.reads).to.equal(reads);
    await trees.get(two);
    expect(store.reads).to.be.above(reads);
  });

  it('returns a tree that exceeds the cache without caching it', async () => {
    const [large, small] = [contentOf('a', 'b', 'c'), contentOf('d')];
    const store = storeOf();
    const trees = new PageTrees(store, 2 * 800);
    await trees.get(small);
    expect(await titles(trees, large)).to.deep.equal(['a', 'b', 'c']);
    const { reads } = store;
    await trees.get(small);
    expect(store.reads).to.equal(reads);
    await trees.get(large);
    expect(store.reads).to.be.above(reads);
  });

  it('builds the tree again after a failure', async () => {
    const content = contentOf('x', 'y');
    const store = new CountingStore();
    const trees = new PageTrees(store, PLENTY);
    await trees.get(content).then(
      () => expect.fail('nothing was missing'),
      (error) => expect(error.name).to.equal('CorruptContent'),
    );
    for (const [hash, bytes] of bench.objects) store.objects.set(hash, bytes);
    expect(await titles(trees, content)).to.deep.equal(['x', 'y']);
  });
});
