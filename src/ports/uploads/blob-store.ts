import { DomainError } from '../../domain/kernel/errors.ts';
import type { ErrorCategory } from '../../domain/kernel/errors.ts';

export interface PutOptions {
  /** SHA-256 in hexadecimal; other bytes are refused and not kept. */
  readonly expectedHash?: string;
  /** Exactly this many bytes are still fine. */
  readonly maxBytes?: number;
}

export interface StoredBlob {
  /** SHA-256 of the bytes, 64 lower-case hexadecimal digits: the blob's only name. */
  readonly hash: string;
  /** In bytes. */
  readonly size: number;
}

/** Bytes `start` to `end`, both counted from 0 and both included, as in HTTP; `end` past the last byte means the last. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface BlobContent {
  /** Of the whole blob, also when a range was asked for. */
  readonly size: number;
  /** To be read to its end or destroyed. */
  readonly stream: NodeJS.ReadableStream & { destroy(): unknown };
}

/**
 * Keeps bytes under their own hash. What was put is durable when `put` resolves; the same bytes again change nothing; a
 * failed `put` (its source threw, too long, wrong hash) leaves nothing. Throws BlobStoreError; its `BLOB_UNREACHABLE` may pass.
 */
export interface BlobStore {
  /** A stream is read only as fast as it can be stored. */
  put(source: Uint8Array | AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StoredBlob>;
  /** Undefined when there is no such blob, also when `hash` is no hash. A range that starts past the end is empty. */
  get(hash: string, range?: ByteRange): Promise<BlobContent | undefined>;
  has(hash: string): Promise<boolean>;
  /** The names of blobs in their order, after one, at most `limit`; empty at the end. What comes or goes meanwhile may be among them or not. */
  list(after: string | undefined, limit: number): Promise<readonly string[]>;
  /**
   * Takes a blob away unless it was put, or put again, at this moment or later, even while this goes on: of a `put` that
   * resolved, the bytes are there. Streams that are being read go on.
   * @param putSince milliseconds since 1970, by the clock of where blobs are kept
   * @returns whether there is no such blob now
   */
  discard(hash: string, putSince: number): Promise<boolean>;
}

const CATEGORIES = {
  BLOB_TOO_LARGE: 'too-large',
  BLOB_HASH_MISMATCH: 'invalid',
  BLOB_NO_SPACE: 'unavailable',
  BLOB_UNREACHABLE: 'unavailable',
} as const;

/** The bytes were not taken, or cannot be had now. */
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

/** Whether `text` is a blob's name; says nothing about existence. */
export const isBlobHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
