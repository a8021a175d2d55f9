import { LRUCache } from 'lru-cache';

/** How long writers lock first after one was in the way of another, in milliseconds. */
const WARY_MS = 2_000;
const MOST_BRANCHES = 10_000;

/**
 * Where writers of this process were lately in each other's way. Whoever assumes that a branch stays as it was seen saves
 * a round trip when that holds; where many write, all but one would have worked for nothing.
 */
export class Contention {
  readonly #met = new LRUCache<string, true>({ max: MOST_BRANCHES, ttl: WARY_MS });

  on(branchId: string): boolean {
    return this.#met.has(branchId);
  }

  met(branchId: string): void {
    this.#met.set(branchId, true);
  }
}
