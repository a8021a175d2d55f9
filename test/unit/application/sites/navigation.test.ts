import { expect } from 'chai';
import { PublishedContentCache } from '../../../../src/application/sites/reader/published-content-cache.ts';
import { Navigation } from '../../../../src/application/sites/reader/navigation.ts';
import type { Change } from '../../../../src/domain/content/edits/changes.ts';
import { EMPTY_CONTENT, type Content } from '../../../../src/domain/content/content.ts';
import type { OutlineEntry } from '../../../../src/domain/sites/content/space-outline.ts';
import { bytes, CountingStore, idOf, page, Workbench } from '../../../support/content/workbench.ts';
import type { NavigationItem } from '../../../../src/ports/sites/site-renderer.ts';

const SPACE = idOf('space');

/** Space with sections of pages and a content library that reads it. */
function library(sections: number, perSection: number) {
  const bench = new Workbench();
  const names = Array.from({ length: sections }, (_, i) => `s${i}`);
  const families = names.flatMap((name) =>
    Array.from({ length: perSection }, (_, i) => page(`${name} p${i}`, { into: idOf(name) })),
  );
  const content = bench.after(EMPTY_CONTENT, ...names.map((name) => page(name)), ...families);
  const store = new CountingStore();
  const read = new PublishedContentCache(store, 10_000_000);
  const stock = (): void => {
    for (const [hash, object] of bench.objects) store.objects.set(hash, object);
  };
  stock();
  const after = (from: Content, ...changes: Change[]): Content => {
    const to = bench.after(from, ...changes);
    stock();
    return to;
  };
  return { content, store, read, after };
}

const names = (items: readonly NavigationItem[]): unknown[] =>
  items.map(({ title, hasMoreChildren, current, children }) => [
    title,
    ...(hasMoreChildren ? ['+'] : []),
    ...(current ? ['*'] : []),
    ...(children.length > 0 ? [names(children)] : []),
  ]);

describe('Navigation.itemsFor', () => {
  it('expands the path to the page and marks entries with hidden children', async () => {
    const { content, read } = library(3, 2);
    const outline = await read.loadOutline(SPACE, content);
    const navigation = new Navigation(outline, ({ path }) => path);
    expect(names(navigation.itemsFor())).to.deep.equal([
      ['s0', '+'],
      ['s1', '+'],
      ['s2', '+'],
    ]);
    expect(names(navigation.itemsFor(outline.byPath('s1/s1-p0')))).to.deep.equal([
      ['s0', '+'],
      ['s1', [['s1 p0', '*'], ['s1 p1']]],
      ['s2', '+'],
    ]);
    expect(names(navigation.itemsFor(outline.byPath('s2')))).to.deep.equal([
      ['s0', '+'],
      ['s1', '+'],
      ['s2', '*', [['s2 p0'], ['s2 p1']]],
    ]);
  });

  it('creates only the entries that it shows', async () => {
    const { content, read } = library(20, 30);
    const outline = await read.loadOutline(SPACE, content);
    const entries = new Set<OutlineEntry>();
    new Navigation(outline, (entry) => (entries.add(entry), entry.path)).itemsFor(outline.byPath('s7/s7-p3'));
    expect(entries.size).to.be.at.most(20 + 30 + 20);
  });
});

describe('PublishedContentCache.loadOutline', () => {
  it('builds an outline once and reuses it after an edit of text', async () => {
    const { content, store, read, after } = library(20, 30);
    const [outline, again] = await Promise.all([read.loadOutline(SPACE, content), read.loadOutline(SPACE, content)]);
    expect(again).to.equal(outline);
    const edited = after(content, {
      operation: 'update_page',
      page: idOf('s3'),
      document: bytes('new'),
      description: 'New',
    });
    expect(edited.pages).not.to.equal(content.pages);
    const { reads } = store;
    expect(await read.loadOutline(SPACE, edited)).to.equal(outline);
    expect(store.reads - reads).to.be.below(20);
  });

  it('updates the outline after structural edits at the cost of the change', async () => {
    const { content, store, read, after } = library(20, 30);
    const outline = await read.loadOutline(SPACE, content);
    const edited = after(content, { operation: 'update_page', page: idOf('s3'), title: 'Third' }, page('new'));
    const { reads } = store;
    const followed = await read.loadOutline(SPACE, edited);
    expect(store.reads - reads).to.be.below(30);
    expect([
      followed.byPath('s3')?.label,
      followed.byPath('new')?.label,
      outline.byPath('new'),
      outline.byPath('s3')?.label,
    ]).to.deep.equal(['Third', 'new', undefined, 's3']);
  });

  it('updates in both directions between contents and rebuilds after a large change', async () => {
    const { content, read, after } = library(3, 2);
    const other = after(content, ...Array.from({ length: 300 }, (_, i) => page(`more ${i}`)));
    for (const [of, size] of [
      [content, 9],
      [other, 309],
      [content, 9],
      [EMPTY_CONTENT, 0],
      [other, 309],
    ] as const) {
      const outline = await read.loadOutline(SPACE, of);
      expect([outline.size, outline.entries.length]).to.deep.equal([size, size]);
    }
  });
});
