import { Readable } from 'node:stream';
import type { BlobContent, BlobStore, ByteRange, PutOptions, StoredBlob } from '../../ports/uploads.ts';
import { BlobMeter, toChunks } from './blob-meter.ts';

/** Stores blobs in the memory of the process. */
export class MemoryBlobStore implements BlobStore {
  readonly #blobs = new Map<string, { readonly bytes: Buffer; putAt: number }>();
  #id: string | undefined;

  async put(source: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StoredBlob> {
    const measure = new BlobMeter(options);
    const kept: Uint8Array[] = [];
    for await (const piece of toChunks(source)) {
      measure.add(piece);
      kept.push(Uint8Array.from(piece)); // Copies the chunk, because the source may reuse its buffer.
    }
    const stored = measure.finish();
    this.#blobs.set(stored.hash, {
      bytes: this.#blobs.get(stored.hash)?.bytes ?? Buffer.concat(kept),
      putAt: Date.now(),
    });
    return stored;
  }

  async get(hash: string, range: ByteRange = { start: 0 }): Promise<BlobContent | undefined> {
    const bytes = this.#blobs.get(hash)?.bytes;
    if (bytes === undefined) return undefined;
    const part = bytes.subarray(range.start, range.end === undefined ? undefined : range.end + 1);
    return {
      size: bytes.length,
      stream: Readable.from(part.length === 0 ? [] : [Buffer.from(part)], { objectMode: false }),
    };
  }

  async has(hash: string): Promise<boolean> {
    return this.#blobs.has(hash);
  }

  async list(after: string | undefined, limit: number): Promise<readonly string[]> {
    return [...this.#blobs.keys()]
      .filter((hash) => after === undefined || hash > after)
      .sort()
      .slice(0, limit);
  }

  async discard(hash: string, putSince: number): Promise<boolean> {
    if ((this.#blobs.get(hash)?.putAt ?? -Infinity) >= putSince) return false;
    this.#blobs.delete(hash);
    return true;
  }

  async identity(): Promise<string | undefined> {
    return this.#id;
  }

  async claim(id: string): Promise<string> {
    return (this.#id ??= id);
  }
}
