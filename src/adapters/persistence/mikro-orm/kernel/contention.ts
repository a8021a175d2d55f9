import { LRUCache } from 'lru-cache';

/** Time for which writers lock a branch first after one of them lost a race, in milliseconds. */
const CONTENTION_MS = 2_000;
const MAX_BRANCHES = 10_000;

/**
 * Branches on which writers of this process lately lost a race. Writing without a lock saves a round trip where one
 * person writes; where many do, all but one would work in vain.
 */
export class Contention {
  readonly #contended = new LRUCache<string, true>({ max: MAX_BRANCHES, ttl: CONTENTION_MS });

  isContended(branchId: string): boolean {
    return this.#contended.has(branchId);
  }

  record(branchId: string): void {
    this.#contended.set(branchId, true);
  }
}
