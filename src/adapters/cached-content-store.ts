import { LRUCache } from 'lru-cache';
import type { CacheUsage } from '../ports/kernel/cache-usage.ts';
import { CacheCounter } from '../application/kernel/cache-counter.ts';
import { forAllClients } from '../application/kernel/abandonment.ts';
import { estimateMemory } from '../domain/content/objects/map-node.ts';
import type { ContentObject, Hash } from '../domain/content/objects/content-object.ts';
import type { ContentCache, ContentStore } from '../ports/content/content-store.ts';

export interface CacheOptions {
  /** Approximate memory limit of the cache. */
  readonly maxBytes: number;
}

/** Memory of an entry besides its bytes: the hash, the array object and the index structures. */
const ENTRY_BYTES = 500;
const entrySize = (bytes: Uint8Array): number => estimateMemory(bytes) + ENTRY_BYTES;

/**
 * Copies bytes that are a view of a larger buffer, such as that of a database driver, so that the buffer can be freed.
 */
const detachBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.buffer.byteLength === bytes.byteLength ? bytes : new Uint8Array(bytes);

/**
 * Content store with a cache of recently read objects. Objects are immutable, so entries never become stale; concurrent
 * reads of one object share a request. `put` always writes, because a cached object may no longer be stored.
 */
export class CachedContentStore implements ContentCache {
  readonly #cache: LRUCache<Hash, Uint8Array>;
  readonly #counter: CacheCounter;
  readonly #pending = new Map<Hash, Promise<ReadonlyMap<Hash, Uint8Array>>>();

  constructor(
    private readonly store: ContentStore,
    { maxBytes }: CacheOptions,
  ) {
    this.#cache = new LRUCache({ maxSize: Math.max(1, Math.floor(maxBytes)), sizeCalculation: entrySize });
    this.#counter = new CacheCounter(this.#cache);
  }

  async get(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>> {
    const found = new Map<Hash, Uint8Array>();
    const missing: Hash[] = [];
    const awaited = new Set<Promise<ReadonlyMap<Hash, Uint8Array>>>();
    for (const hash of hashes) {
      const bytes = this.#cache.get(hash);
      this.#counter.count(bytes !== undefined);
      const pending = bytes ? undefined : this.#pending.get(hash);
      if (bytes) found.set(hash, bytes);
      else if (pending) awaited.add(pending);
      else missing.push(hash);
    }
    if (missing.length > 0) awaited.add(this.#fetch([...new Set(missing)]));
    if (awaited.size === 0) return found;
    const answers = await Promise.all(awaited);
    for (const hash of hashes) {
      for (const answer of answers) {
        const bytes = answer.get(hash);
        if (bytes) found.set(hash, bytes);
      }
    }
    return found;
  }

  async put(objects: readonly ContentObject[]): Promise<void> {
    await this.store.put(objects);
    this.remember(objects);
  }

  remember(objects: readonly ContentObject[]): void {
    for (const { hash, bytes } of objects) this.#cache.set(hash, detachBytes(bytes));
  }

  usage(): CacheUsage {
    return this.#counter.usage();
  }

  #fetch(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>> {
    const fetching = forAllClients(() => this.store.get(hashes))
      .then((answer) => {
        const owned = new Map([...answer].map(([hash, bytes]): [Hash, Uint8Array] => [hash, detachBytes(bytes)]));
        for (const [hash, bytes] of owned) this.#cache.set(hash, bytes);
        return owned;
      })
      .finally(() => {
        for (const hash of hashes) if (this.#pending.get(hash) === fetching) this.#pending.delete(hash);
      });
    for (const hash of hashes) this.#pending.set(hash, fetching);
    return fetching;
  }
}
