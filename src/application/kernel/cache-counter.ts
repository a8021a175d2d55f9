import type { LRUCache } from 'lru-cache';
import type { CacheUsage } from '../../ports/kernel/cache-usage.ts';

/** Counts the look-ups of a cache whose size is an estimate of its memory. */
export class CacheCounter {
  #hits = 0;
  #misses = 0;

  constructor(private readonly cache: Pick<LRUCache<string, {}, unknown>, 'size' | 'calculatedSize'>) {}

  /** Counts a look-up. */
  count(isHit: boolean): void {
    if (isHit) this.#hits += 1;
    else this.#misses += 1;
  }

  usage(): CacheUsage {
    return {
      hits: this.#hits,
      misses: this.#misses,
      entries: this.cache.size,
      bytes: this.cache.calculatedSize,
    };
  }
}
