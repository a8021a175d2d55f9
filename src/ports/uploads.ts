import { DomainError, type ErrorCategory } from '../domain/kernel/errors.ts';
import type { OrganizationId } from '../domain/kernel/id.ts';

export interface PutOptions {
  /** SHA-256 in hexadecimal; other bytes are rejected and not kept. */
  readonly expectedHash?: string;
  /** Maximum size in bytes, inclusive. */
  readonly maxBytes?: number;
}

export interface StoredBlob {
  /** SHA-256 of the bytes, 64 lower-case hexadecimal digits: the blob's only name. */
  readonly hash: string;
  /** Size in bytes. */
  readonly size: number;
}

/**
 * Bytes `start` to `end`, both counted from 0 and both inclusive, as in HTTP; an `end` past the last byte means the
 * last.
 */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface BlobContent {
  /** Size of the whole blob, also for a range. */
  readonly size: number;
  /** Stream that must be read to its end or destroyed. */
  readonly stream: NodeJS.ReadableStream & { destroy(): unknown };
}

/**
 * Stores bytes under their hash. A blob is durable once `put` resolves; storing the same bytes again changes nothing; a
 * failed `put` (failing source, too long, wrong hash) leaves nothing. Throws BlobStoreError, of which
 * `BLOB_UNREACHABLE` may be temporary.
 */
export interface BlobStore {
  /** Stores bytes; a stream is read only as fast as it can be stored. */
  put(source: Uint8Array | AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StoredBlob>;
  /** Gets a blob; undefined if it does not exist or `hash` is not a hash. A range that starts past the end is empty. */
  get(hash: string, range?: ByteRange): Promise<BlobContent | undefined>;
  has(hash: string): Promise<boolean>;
  /**
   * Lists up to `limit` hashes after one, in order; empty at the end. Blobs that are added or removed concurrently may
   * or may not be listed.
   */
  list(after: string | undefined, limit: number): Promise<readonly string[]>;
  /**
   * Deletes a blob unless it was stored, or stored again, at `putSince` or later, even concurrently: after a `put` has
   * resolved, the bytes exist. Open streams continue.
   * @param putSince milliseconds since 1970, by the clock of the blob store
   * @returns true if the blob does not exist now
   */
  discard(hash: string, putSince: number): Promise<boolean>;
  /** Gets the id that the storage was given; undefined if it has none. */
  identity(): Promise<string | undefined>;
  /** Gives the storage an id, unless it has one. @returns the id that it has now */
  claim(id: string): Promise<string>;
}

const CATEGORIES = {
  BLOB_TOO_LARGE: 'too-large',
  BLOB_HASH_MISMATCH: 'invalid',
  BLOB_NO_SPACE: 'unavailable',
  BLOB_UNREACHABLE: 'unavailable',
} as const;

/** The bytes were not stored, or cannot be read now. */
export class BlobStoreError extends DomainError {
  readonly category: ErrorCategory;
  constructor(
    readonly code: 'BLOB_TOO_LARGE' | 'BLOB_HASH_MISMATCH' | 'BLOB_NO_SPACE' | 'BLOB_UNREACHABLE',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.category = CATEGORIES[code];
  }
}

/** Tells whether `text` has the format of a blob's name; says nothing about existence. */
export const isBlobHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Sizes of all that an instance stores, in bytes. */
export interface StorageOverview {
  /** Total size of all different blobs. */
  readonly files: number;
  /** Size of the database; null where all data is in memory. */
  readonly database: number | null;
  /** Organizations with the most bytes of files, the largest first. */
  readonly largest: readonly { readonly organizationId: OrganizationId; readonly bytes: number }[];
}

/** Bytes of stored files by organization: equal bytes count once in each. */
export interface StorageUsage {
  /** Returns the total size of all different blobs that an organization stored. */
  totalBytes(organizationId: OrganizationId): Promise<number>;
  /** Counts blobs that an organization stored; a blob counts once. */
  record(organizationId: OrganizationId, blobs: readonly StoredBlob[]): Promise<void>;
  /** Stops counting a blob that was deleted. */
  forget(hash: string): Promise<void>;
  /** @param limit number of organizations */
  overview(limit: number): Promise<StorageOverview>;
}

/** Detected properties of a file. */
export interface FileProperties {
  /** Media type in lower case, without parameters. */
  readonly contentType: string;
  /** Dimensions in pixels, for an image whose header states them. */
  readonly dimensions?: { readonly width: number; readonly height: number };
}

/** Detects the properties of files. Never throws because of the bytes. */
export interface FileInspector {
  /**
   * Detects the type from the bytes; the name decides only between text formats: a text never becomes an image, and
   * HTML is reported as plain text.
   * @param isBeginning whether more bytes follow, so that the given ones may end within a character
   */
  inspect(name: string, bytes: Uint8Array, isBeginning?: boolean): Promise<FileProperties>;
}
