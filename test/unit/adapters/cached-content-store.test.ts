import { expect } from 'chai';
import { CachedContentStore } from '../../../src/adapters/cached-content-store.ts';
import { contentObject } from '../../../src/domain/content/objects/hash.ts';
import { encodeBranch } from '../../../src/domain/content/objects/map-node.ts';
import type { ContentObject, Hash } from '../../../src/domain/content/objects/content-object.ts';
import { bytes, CountingStore, text } from '../../support/content/workbench.ts';

const objects = Array.from({ length: 20 }, (_, i) => contentObject('document', bytes(`object ${i}`)));
const hashes = objects.map(({ hash }) => hash);

describe('CachedContentStore', () => {
  const cached = async (maxBytes = 1_000_000): Promise<{ store: CountingStore; cache: CachedContentStore }> => {
    const store = new CountingStore();
    await store.put(objects);
    return { store, cache: new CachedContentStore(store, { maxBytes }) };
  };

  it('asks the store only for objects that are not cached, in one batch', async () => {
    const { store, cache } = await cached();
    expect((await cache.get(hashes.slice(0, 3))).size).to.equal(3);
    const found = await cache.get(hashes.slice(1, 6));
    expect([...found].map(([hash, content]) => [hash, text(content)])).to.have.deep.members(
      hashes.slice(1, 6).map((hash, i) => [hash, `object ${i + 1}`]),
    );
    expect([store.batches, store.reads]).to.deep.equal([2, 6]);
    await cache.get(hashes.slice(0, 6));
    expect(store.batches).to.equal(2);
  });

  it('returns the same byte array again, so that decoded values stay cached', async () => {
    const { cache } = await cached();
    const [first, second] = [await cache.get([hashes[0]!]), await cache.get([hashes[0]!])];
    expect(first.get(hashes[0]!)).to.equal(second.get(hashes[0]!));
  });

  it('shares one read among concurrent callers', async () => {
    const { store, cache } = await cached();
    const answers = await Promise.all([
      cache.get(hashes.slice(0, 2)),
      cache.get(hashes.slice(0, 3)),
      cache.get(hashes.slice(1, 3)),
    ]);
    expect(answers.map((answer) => answer.size)).to.deep.equal([2, 3, 2]);
    expect(store.reads).to.equal(3);
  });

  it('leaves out missing objects, and asks for them again the next time', async () => {
    const { store, cache } = await cached();
    const late = contentObject('document', bytes('late'));
    expect((await cache.get([late.hash, hashes[0]!])).has(late.hash)).to.equal(false);
    await store.put([late]);
    expect((await cache.get([late.hash])).has(late.hash)).to.equal(true);
  });

  it('passes an error on to all waiting callers, and recovers', async () => {
    const { store, cache } = await cached();
    const get = store.get.bind(store);
    store.get = async () => Promise.reject(new Error('down'));
    const outcomes = await Promise.allSettled([cache.get([hashes[0]!]), cache.get([hashes[0]!, hashes[1]!])]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    store.get = get;
    expect((await cache.get([hashes[0]!])).size).to.equal(1);
  });

  it('writes cached objects to the store too, and caches them', async () => {
    const { store, cache } = await cached();
    await cache.get(hashes);
    store.objects.clear();
    await cache.put(objects);
    expect(store.objects.size).to.equal(objects.length);
    const before = store.batches;
    await cache.get(hashes);
    expect(store.batches).to.equal(before);
  });

  it('does not cache objects whose write failed', async () => {
    const { store, cache } = await cached();
    const fresh = contentObject('document', bytes('fresh'));
    store.put = async () => Promise.reject(new Error('down'));
    await cache.put([fresh]).catch(() => undefined);
    expect((await cache.get([fresh.hash])).size).to.equal(0);
  });

  it('stays within its size and evicts the least recently used objects', async () => {
    const { store, cache } = await cached(5 * 520);
    for (const hash of hashes) await cache.get([hash]);
    const before = store.reads;
    await cache.get(hashes.slice(-3));
    expect(store.reads).to.equal(before);
    await cache.get([hashes[0]!]);
    expect(store.reads).to.equal(before + 1);
  });

  it('counts the memory of decoded map nodes', async () => {
    const node = encodeBranch(
      '',
      Array.from({ length: 16 }, (_, i) => ({ hash: hashes[i]!, count: 1 })),
    );
    const text = contentObject('document', bytes('x'.repeat(node.bytes.length)));
    const fits = async (objects: ContentObject[], maxBytes: number): Promise<number> => {
      const { cache, store } = await cached(maxBytes);
      for (const object of objects) await cache.put([object]);
      store.objects.clear();
      return (await cache.get(objects.map(({ hash }) => hash))).size;
    };
    expect(await fits([text, node], 4000)).to.equal(1);
    expect(await fits([text, node], 6000)).to.equal(2);
    expect(await fits([text], 2000)).to.equal(1);
    expect(await fits([node], 2000)).to.equal(0);
  });

  it('keeps only the bytes of an object, not the larger buffer around them', async () => {
    const { cache, store } = await cached();
    const buffer = new Uint8Array(10_000);
    const [remembered, fresh] = [
      contentObject('document', buffer.subarray(10, 20)),
      contentObject('document', buffer.subarray(0, 30)),
    ];
    cache.remember([remembered]);
    store.objects.set(fresh.hash, fresh.bytes);
    for (const { hash } of [remembered, fresh]) await cache.get([hash]);
    const kept = await cache.get([remembered.hash, fresh.hash]);
    expect([...kept.values()].map(({ buffer }) => buffer.byteLength)).to.deep.equal([10, 30]);
  });

  it('reads objects that are larger than the cache', async () => {
    const { cache } = await cached(10);
    expect((await cache.get([hashes[0]! as Hash])).size).to.equal(1);
    expect((await cache.get([hashes[0]! as Hash])).size).to.equal(1);
  });
});
