import { LRUCache } from 'lru-cache';
import { forAllClients } from './abandonment.ts';

/** Computes a value; undefined is returned, but not cached. */
type Compute<V> = () => Promise<V | undefined>;

/**
 * Cache of computed values: `cache.fetch(key, { context: compute })`. Concurrent requests for a key share one
 * computation; failures are not cached.
 */
export type ComputedCache<V extends {}> = LRUCache<string, V, Compute<V>>;

/**
 * Creates a cache with a limit on the total weight, least recently used entries evicted first. The newest entry is kept
 * even if it exceeds the limit alone.
 */
export function createComputedCache<V extends {}>(maxWeight: number, weigh: (value: V) => number): ComputedCache<V> {
  const maxSize = Math.max(1, Math.floor(maxWeight));
  return new LRUCache<string, V, Compute<V>>({
    maxSize,
    sizeCalculation: (value) => Math.min(Math.max(weigh(value), 1), maxSize),
    fetchMethod: (_key, _stale, { context: compute }) => forAllClients(compute),
    // A computation that is evicted before it ends still has callers.
    ignoreFetchAbort: true,
  });
}
