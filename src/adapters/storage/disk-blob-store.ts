import fs from 'node:fs/promises';
import path from 'node:path';
import { isBlobHash } from '../../ports/blob-store.ts';
import type { BlobContent, BlobStore, ByteRange, PutOptions, StoredBlob } from '../../ports/blob-store.ts';
import { Drafts, ignore } from './drafts.ts';
import { Measure, sha256 } from './measure.ts';
import { readRange } from './read-range.ts';

/**
 * Blobs as files `<dir>/ab/cd/<hash>`. A blob is written under another name, brought to the disk and then renamed, so a file
 * with a hash for its name is always whole.
 */
export class DiskBlobStore implements BlobStore {
  private constructor(
    private readonly dir: string,
    private readonly drafts: Drafts,
  ) {}

  /** Makes the directory if need be and clears away what killed uploads left; those still going on are left alone. */
  static async open(dir: string, now: () => number = Date.now): Promise<DiskBlobStore> {
    const root = path.resolve(dir);
    return new DiskBlobStore(root, await Drafts.open(path.join(root, 'drafts'), now));
  }

  async put(source: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StoredBlob> {
    const measure = new Measure(options);
    if (source instanceof Uint8Array && (await this.#touch(sha256(source)))) {
      measure.add(source);
      return measure.finish();
    }
    return this.drafts.with(source, measure, async (draft) => {
      const stored = measure.finish();
      if (!(await this.#touch(stored.hash))) await this.#publish(draft, this.#file(stored.hash) as string);
      return stored;
    });
  }

  async get(hash: string, range: ByteRange = { start: 0 }): Promise<BlobContent | undefined> {
    const file = this.#file(hash);
    const handle = file === undefined ? undefined : await fs.open(file, 'r').catch(ignore('ENOENT'));
    return handle && readRange(handle, range);
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

  /** Undefined for what is no hash: nothing that came from outside becomes part of a path. */
  #file(hash: string): string | undefined {
    return isBlobHash(hash) ? path.join(this.dir, hash.slice(0, 2), hash.slice(2, 4), hash) : undefined;
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
    await syncDirectory(this.dir);
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
