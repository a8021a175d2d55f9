import { createHash } from 'node:crypto';
import { BlobStoreError } from '../../ports/uploads.ts';
import type { PutOptions, StoredBlob } from '../../ports/uploads.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Yields the source as chunks. */
export async function* toChunks(source: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) yield source;
  else yield* source;
}

/**
 * Counts and hashes the chunks of a blob, and rejects content that exceeds the limit or has another hash than expected.
 */
export class BlobMeter {
  readonly #hash = createHash('sha256');
  #size = 0;

  constructor(private readonly options: PutOptions) {}

  /** @throws BlobStoreError as soon as the limit is exceeded */
  add(piece: Uint8Array): void {
    this.#size += piece.byteLength;
    const { maxBytes } = this.options;
    if (maxBytes !== undefined && this.#size > maxBytes)
      throw new BlobStoreError('BLOB_TOO_LARGE', `the content is larger than ${maxBytes} bytes`);
    this.#hash.update(piece);
  }

  /** @throws BlobStoreError when another hash was expected */
  finish(): StoredBlob {
    const hash = this.#hash.digest('hex');
    const { expectedHash } = this.options;
    if (expectedHash !== undefined && expectedHash !== hash)
      throw new BlobStoreError('BLOB_HASH_MISMATCH', `the content's SHA-256 is ${hash}, not ${expectedHash}`);
    return { hash, size: this.#size };
  }
}
