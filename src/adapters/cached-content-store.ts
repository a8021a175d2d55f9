import { LRUCache } from 'lru-cache';
import { estimateMemory } from '../domain/content/objects/map-node.ts';
import type { ContentObject, Hash } from '../domain/content/objects/content-object.ts';
import type { ContentCache, ContentStore } from '../ports/content/content-store.ts';

export interface CacheOptions {
  /** How much memory the cache may take, roughly. */
  readonly maxBytes: number;
}

/** What the cache needs for an entry: its hash as text, the array around the bytes, places in maps and lists. */
const ENTRY_BYTES = 500;
const entrySize = (bytes: Uint8Array): number => estimateMemory(bytes) + ENTRY_BYTES;

/** Bytes that do not keep a larger buffer alive, such as a driver's. */
const detachBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.buffer.byteLength === bytes.byteLength ? bytes : new Uint8Array(bytes);

/**
 * A content store that remembers what it has read lately. Objects never change, so an entry never goes stale; gets of the
 * same object that are under way at the same time share one. `put` always goes through: that an object was read once does
 * not say that it is still stored.
 */
export class CachedContentStore implements ContentCache {
  readonly #cache: LRUCache<Hash, Uint8Array>;
  readonly #pending = new Map<Hash, Promise<ReadonlyMap<Hash, Uint8Array>>>();

  constructor(
    private readonly store: ContentStore,
    { maxBytes }: CacheOptions,
  ) {
    this.#cache = new LRUCache({ maxSize: Math.max(1, Math.floor(maxBytes)), sizeCalculation: entrySize });
  }

  async get(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>> {
    const found = new Map<Hash, Uint8Array>();
    const missing: Hash[] = [];
    const awaited = new Set<Promise<ReadonlyMap<Hash, Uint8Array>>>();
    for (const hash of hashes) {
      const bytes = this.#cache.get(hash);
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

  #fetch(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>> {
    const fetching = this.store
      .get(hashes)
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
