import type { ContentObject, Hash } from '../../domain/content/objects/content-object.ts';

/** Keeps immutable content objects under their hashes. */
export interface ContentStore {
  /** The bytes of those objects that are there, in one round trip; one that is unknown is missing from the answer. Callers do not change the bytes. */
  get(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>>;
  /** Stores objects; one that is there already stays, and is safe from collection again. All or nothing. */
  put(objects: readonly ContentObject[]): Promise<void>;
}

/** A content store that keeps what was read lately close by. */
export interface ContentCache extends ContentStore {
  /** Takes objects that are stored, or about to be, for what will be read next. Says nothing about whether they are stored. */
  remember(objects: readonly ContentObject[]): void;
}
