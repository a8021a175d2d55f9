import { expect } from 'chai';
import { DiskRenderedFiles } from '../../../src/adapters/storage/disk-rendered-files.ts';
import { ShareExhausted } from '../../../src/application/kernel/fair-pool.ts';
import { PdfCache } from '../../../src/application/pdf/pdf-cache.ts';
import { PdfLimitExceeded, type PdfBook, type PdfRenderer } from '../../../src/ports/pdf.ts';
import { temporaryFolder } from '../../support/backends.ts';

const HOLDER = { organizationId: 'a', user: 'ann' };
const BOOK = {} as PdfBook;
const book = async (): Promise<PdfBook> => BOOK;

/** Renderer that completes on command. */
function heldRenderer(outcome: () => void = () => {}) {
  let renders = 0;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const renderer: PdfRenderer = {
    async *render() {
      renders++;
      await held;
      outcome();
      yield Buffer.from('%PDF');
    },
  };
  return { renderer, release: () => release(), renders: () => renders };
}

describe('PdfCache.ready', () => {
  const cacheOf = async (renderer: PdfRenderer) =>
    new PdfCache(renderer, await DiskRenderedFiles.open(temporaryFolder(), { maxBytes: 1000, maxAgeMs: 60_000 }), {
      get: async () => undefined,
    });

  it('renders a file once for concurrent requests, returns false while rendering, and caches the file', async () => {
    const held = heldRenderer();
    const cache = await cacheOf(held.renderer);
    expect(await cache.ready('a', HOLDER, book, 1)).to.equal(false);
    const both = Promise.all([cache.ready('a', HOLDER, book, 10_000), cache.ready('a', HOLDER, book, 10_000)]);
    held.release();
    expect(await both).to.deep.equal([true, true]);
    expect(await cache.ready('a', HOLDER, book, 0)).to.equal(true);
    expect(held.renders()).to.equal(1);
    const kept = (await cache.get('a'))!;
    kept.stream.destroy();
    expect(kept.size).to.equal(4);
  });

  it('remembers an exceeded limit and retries other failures', async () => {
    let error: Error = new PdfLimitExceeded('too much');
    const held = heldRenderer(() => {
      throw error;
    });
    held.release();
    const cache = await cacheOf(held.renderer);
    const failing = async (key: string): Promise<unknown> =>
      cache.ready(key, HOLDER, book, 10_000).catch((each: unknown) => each);
    expect(await failing('a')).to.equal(error);
    expect(await failing('a')).to.equal(error);
    expect(held.renders()).to.equal(1);
    error = new Error('the thread ended');
    expect(await failing('b')).to.equal(error);
    expect(await failing('b')).to.equal(error);
    expect(held.renders()).to.equal(3);
  });

  it('queues at most ten files of a user behind the one being rendered', async () => {
    const held = heldRenderer();
    const cache = await cacheOf(held.renderer);
    for (let i = 0; i < 11; i++) expect(await cache.ready(`k${i}`, HOLDER, book, 0)).to.equal(false);
    expect(await cache.ready('k11', HOLDER, book, 0).catch((error: unknown) => error)).to.be.instanceOf(ShareExhausted);
    held.release();
    expect(await cache.ready('k10', HOLDER, book, 10_000)).to.equal(true);
    expect(await cache.ready('k11', HOLDER, book, 10_000), 'a refusal is not remembered').to.equal(true);
  });

  it('[A81] renders the file of another organization while one has twenty waiting', async () => {
    let first = true;
    const held = heldRenderer();
    const quick = heldRenderer();
    quick.release();
    const cache = await cacheOf({
      render: (...input) => (first ? ((first = false), held.renderer) : quick.renderer).render(...input),
    });
    for (let i = 0; i < 20; i++) await cache.ready(`k${i}`, { organizationId: 'a', user: `user ${i}` }, book, 0);
    expect(await cache.ready('other', { organizationId: 'b', user: 'bob' }, book, 10_000)).to.equal(true);
    expect(await cache.ready('k19', HOLDER, book, 0), 'the first goes on').to.equal(false);
    held.release();
    expect(await cache.ready('k19', HOLDER, book, 10_000)).to.equal(true);
  });
});
