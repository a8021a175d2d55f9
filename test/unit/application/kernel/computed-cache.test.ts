import { expect } from 'chai';
import { createComputedCache } from '../../../../src/application/kernel/computed-cache.ts';

describe('createComputedCache', () => {
  it('computes a value once for concurrent requests', async () => {
    const cache = createComputedCache<number>(10, () => 1);
    let made = 0;
    const make = async () => ++made;
    expect(
      await Promise.all([
        cache.fetch('a', { context: make }),
        cache.fetch('a', { context: make }),
        cache.fetch('a', { context: make }),
      ]),
    ).to.deep.equal([1, 1, 1]);
    expect(await cache.fetch('a', { context: make })).to.equal(1);
  });
  it('evicts the least recently used entries, never the newest', async () => {
    const cache = createComputedCache<number>(10, (value) => value);
    const made: string[] = [];
    const get = (key: string, value: number) => cache.fetch(key, { context: async () => (made.push(key), value) });
    await get('a', 4);
    await get('b', 4);
    await get('a', 4);
    await get('c', 4);
    await get('a', 4);
    await get('b', 4);
    expect(made).to.deep.equal(['a', 'b', 'c', 'b']);
    await get('huge', 100);
    await get('huge', 100);
    expect(made.filter((key) => key === 'huge')).to.have.length(1);
    await get('a', 4);
    expect(made.at(-1)).to.equal('a');
  });
  it('does not cache a failure', async () => {
    const cache = createComputedCache<number>(10, () => 1);
    const failed = await cache
      .fetch('a', { context: async () => Promise.reject(new Error('no')) })
      .catch((error: Error) => error.message);
    expect(failed).to.equal('no');
    expect(await cache.fetch('a', { context: async () => 2 })).to.equal(2);
  });

  it('returns a value to all waiting callers even if it was evicted before', async () => {
    const cache = createComputedCache<number>(10, (value) => value);
    let finish!: (value: number) => void;
    const slow = cache.fetch('slow', { context: () => new Promise((resolve) => (finish = resolve)) });
    for (const key of ['a', 'b']) await cache.fetch(key, { context: async () => 10 });
    finish(1);
    expect(await slow).to.equal(1);
  });
  it('computes a missing value again', async () => {
    const cache = createComputedCache<number>(10, (value) => value);
    expect(await cache.fetch('a', { context: async () => undefined })).to.equal(undefined);
    expect(await cache.fetch('a', { context: async () => 0 })).to.equal(0);
    expect(await cache.fetch('a', { context: async () => 1 })).to.equal(0);
  });
});
