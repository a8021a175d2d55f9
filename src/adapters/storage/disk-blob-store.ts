import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { BlobRefused, isBlobHash } from '../../ports/blob-store.ts';
import type { BlobContent, BlobStore, ByteRange, PutOptions, StoredBlob } from '../../ports/blob-store.ts';
import { Measure, pieces, sha256 } from './measure.ts';

/** An upload writes at least this often; a draft that has not been touched for longer belongs to nobody. */
const DRAFT_LIFETIME_MS = 60 * 60 * 1000;

/**
 * Blobs as files `<dir>/ab/cd/<hash>`. A blob is written under another name, brought to the disk and then renamed, so a file
 * with a hash for its name is always whole.
 */
export class DiskBlobStore implements BlobStore {
  readonly #dir: string;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  /** Makes the directory if need be and clears away what killed uploads left; those still going on are left alone. */
  static async open(dir: string, now: () => number = Date.now): Promise<DiskBlobStore> {
    const store = new DiskBlobStore(path.resolve(dir));
    await fs.mkdir(store.#drafts, { recursive: true, mode: 0o700 });
    for (const name of await fs.readdir(store.#drafts)) {
      const file = path.join(store.#drafts, name);
      const stat = await fs.stat(file).catch(ignore('ENOENT'));
      if (stat !== undefined && now() - stat.mtimeMs > DRAFT_LIFETIME_MS) await fs.rm(file, { force: true });
    }
    return store;
  }

  async put(source: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StoredBlob> {
    try {
      return await this.#put(source, options);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOSPC' || code === 'EDQUOT') throw new BlobRefused('BLOB_NO_SPACE', 'no space left to store the content', { cause: error });
      throw error;
    }
  }

  async get(hash: string, range: ByteRange = { start: 0 }): Promise<BlobContent | undefined> {
    const file = this.#file(hash);
    const handle = file === undefined ? undefined : await fs.open(file, 'r').catch(ignore('ENOENT'));
    if (handle === undefined) return undefined;
    try {
      const { size } = await handle.stat();
      const end = Math.min(range.end ?? size - 1, size - 1);
      if (range.start <= end) return { size, stream: handle.createReadStream({ start: range.start, end }) };
      await handle.close();
      return { size, stream: Readable.from([], { objectMode: false }) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async has(hash: string): Promise<boolean> {
    const file = this.#file(hash);
    return file !== undefined && (await fs.stat(file).catch(ignore('ENOENT'))) !== undefined;
  }

  async delete(hash: string): Promise<boolean> {
    const file = this.#file(hash);
    if (file === undefined) return false;
    return fs.unlink(file).then(() => true, (error) => (ignore('ENOENT')(error), false));
  }

  get #drafts(): string {
    return path.join(this.#dir, 'drafts');
  }

  /** Undefined for what is no hash: nothing that came from outside becomes part of a path. */
  #file(hash: string): string | undefined {
    return isBlobHash(hash) ? path.join(this.#dir, hash.slice(0, 2), hash.slice(2, 4), hash) : undefined;
  }

  async #put(source: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredBlob> {
    const measure = new Measure(options);
    if (source instanceof Uint8Array && (await this.#touch(sha256(source)))) {
      measure.add(source);
      return measure.finish();
    }
    const draft = path.join(this.#drafts, randomBytes(12).toString('hex'));
    try {
      await this.#write(draft, source, measure);
      const stored = measure.finish();
      if (!(await this.#touch(stored.hash))) await this.#publish(draft, this.#file(stored.hash) as string);
      return stored;
    } finally {
      await fs.rm(draft, { force: true });
    }
  }

  async #write(draft: string, source: Uint8Array | AsyncIterable<Uint8Array>, measure: Measure): Promise<void> {
    const handle = await fs.open(draft, 'wx', 0o600);
    try {
      for await (const piece of pieces(source)) {
        measure.add(piece);
        for (let at = 0; at < piece.byteLength; ) at += (await handle.write(piece, at)).bytesWritten;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** Whether the blob is there already; its date then says that it is wanted anew. */
  async #touch(hash: string): Promise<boolean> {
    const now = new Date();
    return fs.utimes(this.#file(hash) as string, now, now).then(() => true, (error) => (ignore('ENOENT')(error), false));
  }

  async #publish(draft: string, file: string): Promise<void> {
    const inner = path.dirname(file);
    const made = await fs.mkdir(inner, { recursive: true, mode: 0o700 });
    await fs.rename(draft, file);
    await syncDirectory(inner);
    if (made === undefined) return;
    await syncDirectory(path.dirname(inner));
    await syncDirectory(this.#dir);
  }
}

/** Brings names to the disk, as `sync` of a file does not. Windows has no such thing. */
async function syncDirectory(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const ignore = (code: string) => (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== code) throw error;
  return undefined;
};
