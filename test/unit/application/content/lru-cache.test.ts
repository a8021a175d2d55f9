import { expect } from 'chai';
import { LruCache } from '../../../../src/application/content/lru-cache.ts';

describe('LruCache', () => {
  it('keeps entries up to the exact weight and evicts the least recently used first', () => {
    const kept = new LruCache<string>(10);
    kept.set('a', 'A', 4);
    kept.set('b', 'B', 6);
    expect([kept.get('b'), kept.get('a')]).to.deep.equal(['B', 'A']);
    kept.set('c', 'C', 1);
    expect(['a', 'b', 'c'].map((key) => kept.get(key))).to.deep.equal(['A', undefined, 'C']);
  });

  it('counts a value that is set again once', () => {
    const kept = new LruCache<string>(10);
    for (let i = 0; i < 5; i++) kept.set('a', `A${i}`, 5);
    kept.set('b', 'B', 5);
    expect([kept.get('a'), kept.get('b')]).to.deep.equal(['A4', 'B']);
  });

  it('does not keep a value above the total weight and evicts nothing for it', () => {
    const kept = new LruCache<string>(10);
    kept.set('a', 'A', 1);
    kept.set('huge', 'H', 11);
    expect([kept.get('huge'), kept.get('a')]).to.deep.equal([undefined, 'A']);
    kept.set('full', 'F', 10);
    kept.set('full', 'H', 11);
    expect(['a', 'full'].map((key) => kept.get(key))).to.deep.equal([undefined, undefined]);
  });
});
