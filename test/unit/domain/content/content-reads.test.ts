import { expect } from 'chai';
import { EMPTY_CONTENT, type Content } from '../../../../src/domain/content/content.ts';
import {
  ancestorsOf,
  childrenOf,
  countPages,
  readDocument,
  getPage,
  listReusableContents,
  findPageByPath,
  pageTree,
  pathOf,
  type PageNode,
} from '../../../../src/domain/content/content-reads.ts';
import { buildContent } from '../../../../src/domain/content/edits/build-content.ts';
import { CorruptContent } from '../../../../src/domain/content/objects/content-object.ts';
import { runSync } from '../../../../src/domain/content/objects/object-query.ts';
import { bytes, CountingStore, idOf, NOW, page, Workbench } from '../../../support/content/workbench.ts';

const bench = new Workbench();
const link = { type: 'link', document: undefined, target: { kind: 'url', url: 'https://example.com' } } as const;
const group = { type: 'group', document: undefined } as const;
const content = bench.after(
  EMPTY_CONTENT,
  page('out', link),
  page('empty', group),
  page('basics', group),
  page('start', { into: idOf('basics') }),
  page('more', { into: idOf('start') }),
  page('end', { document: bytes('the end') }),
);
const path = (name: string): string | undefined =>
  bench.read(pathOf(content, bench.read(getPage(content, idOf(name)))!));

describe('content reads', () => {
  it('finds a page by its path through groups', () => {
    expect(bench.at(content, 'basics/start/more')!.id).to.equal(idOf('more'));
    expect(bench.at(content, 'basics')!.type).to.equal('group');
    for (const wrong of [
      'start',
      'basics/more',
      'basics/',
      '/basics',
      'basics//start',
      'Basics',
      'out',
      `/${idOf('out')}`,
    ]) {
      expect(bench.at(content, wrong), wrong).to.equal(undefined);
    }
  });

  it('resolves the empty path to the first document, past links and inside groups', () => {
    expect(bench.at(content, '')!.id).to.equal(idOf('start'));
    expect(bench.at(EMPTY_CONTENT, '')).to.equal(undefined);
    const links = Array.from({ length: 40 }, (_, i) => page(`l${i}`, link));
    expect(bench.at(bench.after(EMPTY_CONTENT, ...links, page('last')), '')!.id).to.equal(idOf('last'));
    expect(bench.at(bench.after(EMPTY_CONTENT, ...links.slice(0, 16)), '')).to.equal(undefined);
  });

  it('returns the path, the ancestors and the ordered children of a page', () => {
    expect(path('more')).to.equal('basics/start/more');
    expect(path('out')).to.equal(undefined);
    const more = bench.read(getPage(content, idOf('more')))!;
    expect(bench.read(ancestorsOf((id) => getPage(content, id), more)).map(({ title }) => title)).to.deep.equal([
      'start',
      'basics',
    ]);
    expect(bench.read(childrenOf(content, null)).map(({ title }) => title)).to.deep.equal([
      'out',
      'empty',
      'basics',
      'end',
    ]);
    expect(bench.read(childrenOf(content, null, 1, 3)).map(({ title }) => title)).to.deep.equal(['empty', 'basics']);
    expect(bench.read(countPages(content))).to.equal(6);
  });

  it('returns the whole tree with paths', () => {
    const shape = (nodes: readonly PageNode[]): unknown[] => nodes.map((node) => [node.path, ...shape(node.pages)]);
    expect(shape(bench.read(pageTree(content)))).to.deep.equal([
      [undefined],
      ['empty'],
      ['basics', ['basics/start', ['basics/start/more']]],
      ['end'],
    ]);
  });

  it('returns a tree of any depth without stack overflow', () => {
    const pages = Array.from({ length: 20_000 }, (_, i) => ({
      id: idOf(i),
      type: 'document' as const,
      parent: i === 0 ? null : idOf(i - 1),
      slug: 's',
      title: 't',
      createdAt: NOW,
      updatedAt: NOW,
    }));
    const built = buildContent({ pages });
    const deep = new Workbench();
    deep.store(built.objects);
    let [depth, nodes] = [0, deep.read(pageTree(built.content))];
    for (; nodes.length > 0; nodes = nodes[0]!.pages) depth += 1;
    expect(depth).to.equal(20_000);
  });

  it('returns documents unchanged, and reusable contents in the order of ids', () => {
    expect(bench.read(readDocument(bench.at(content, 'end')!))).to.deep.equal(bytes('the end'));
    expect(bench.read(readDocument(bench.at(content, 'empty')!))).to.equal(undefined);
    const two = bench.after(
      content,
      ...['b', 'a'].map((id) => ({
        operation: 'insert_reusable_content' as const,
        id: idOf(id),
        title: id,
        document: bytes(id),
      })),
    );
    const first = bench.read(listReusableContents(two, undefined, 1));
    expect([first.items[0]!.title, first.count]).to.deep.equal(['a', 2]);
    expect(bench.read(listReusableContents(two, idOf('a'), 5)).items.map(({ title }) => title)).to.deep.equal(['b']);
  });

  it('throws CorruptContent for a missing object', () => {
    expect(() => runSync(new Map(), findPageByPath(content, 'end'))).to.throw(CorruptContent, /is missing/);
  });

  it('needs round trips that grow with the logarithm of the size only', async () => {
    const large = async (count: number): Promise<{ store: CountingStore; content: Content }> => {
      const pages = Array.from({ length: count }, (_, i) => ({
        id: idOf(i),
        type: 'document' as const,
        parent: i < 20 ? null : idOf(i % 20),
        slug: `s${i}`,
        title: 't',
        createdAt: NOW,
        updatedAt: NOW,
      }));
      const built = buildContent({ pages });
      const store = new CountingStore();
      await store.put(built.objects);
      return { store, content: built.content };
    };
    for (const [count, most] of [
      [100, 8],
      [10_000, 12],
    ] as const) {
      const { store, content: one } = await large(count);
      const found = await store.measure(findPageByPath(one, 's7/s87'));
      expect(found.value!.id).to.equal(idOf(87));
      expect(found.batches).to.be.at.most(most);
      expect((await store.measure(findPageByPath(one, ''))).batches).to.be.at.most(most + 3);
    }
  });
});
