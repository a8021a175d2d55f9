import type { ContentObject, Hash } from '../../domain/content/objects/content-object.ts';
import type { CacheUsage } from '../kernel/cache-usage.ts';

/** Stores immutable content objects under their hashes. */
export interface ContentStore {
  /** Reads objects in one round trip; unknown hashes are missing from the result. Callers must not modify the bytes. */
  get(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>>;
  /** Stores objects, all or nothing. An existing object stays, and is protected from the running garbage collection. */
  put(objects: readonly ContentObject[]): Promise<void>;
}

/** Content store that caches recently read objects. */
export interface ContentCache extends ContentStore {
  /** Adds objects to the cache that are stored or about to be stored. Does not imply that they are stored. */
  remember(objects: readonly ContentObject[]): void;
  /** Use of the cache since the process started. */
  usage(): CacheUsage;
}
