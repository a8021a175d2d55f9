import fs from 'node:fs/promises';
import path from 'node:path';
import { isBlobHash } from '../../ports/uploads.ts';
import type { BlobContent, BlobStore, ByteRange, PutOptions, StoredBlob } from '../../ports/uploads.ts';
import { UploadDrafts, ignoreError, makeDirectory, toStorageError } from './upload-drafts.ts';
import { BlobMeter, sha256 } from './blob-meter.ts';
import { readRange } from './read-range.ts';

/** File with the id of the storage. */
const ID_FILE = 'storage-id';

/**
 * Stores blobs as files `<dir>/ab/cd/<hash>`. A blob is written under another name, synced to disk and then renamed, so
 * a file named by a hash is always complete.
 */
export class DiskBlobStore implements BlobStore {
  private constructor(
    private readonly dir: string,
    private readonly drafts: UploadDrafts,
    /** Directory of blobs that are being deleted, until it is certain that they were not put again. */
    private readonly discardDir: string,
  ) {}

  /**
   * Creates the directory and deletes drafts of killed uploads, but not of current ones. Restores blobs whose deletion
   * was interrupted; the next garbage collection checks them again.
   */
  static async open(dir: string, now: () => number = Date.now): Promise<DiskBlobStore> {
    const root = path.resolve(dir);
    const store = new DiskBlobStore(
      root,
      await UploadDrafts.open(path.join(root, 'drafts'), now),
      path.join(root, 'aside'),
    );
    await makeDirectory(store.discardDir);
    for (const name of await fs.readdir(store.discardDir)) if (isBlobHash(name)) await store.#restore(name);
    return store;
  }

  async put(source: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StoredBlob> {
    const measure = new BlobMeter(options);
    if (source instanceof Uint8Array && (await this.#touch(sha256(source)))) {
      measure.add(source);
      return measure.finish();
    }
    return this.drafts.withDraft(source, measure, async (draft) => {
      const stored = measure.finish();
      if (!(await this.#touch(stored.hash))) await this.#publish(draft, this.#pathOf(stored.hash) as string);
      return stored;
    });
  }

  async get(hash: string, range: ByteRange = { start: 0 }): Promise<BlobContent | undefined> {
    const file = this.#pathOf(hash);
    const handle = file === undefined ? undefined : await fs.open(file, 'r').catch(ignoreError('ENOENT'));
    return handle && readRange(handle, range);
  }

  async has(hash: string): Promise<boolean> {
    const file = this.#pathOf(hash);
    return file !== undefined && (await fs.stat(file).catch(ignoreError('ENOENT'))) !== undefined;
  }

  async list(after: string | undefined, limit: number): Promise<readonly string[]> {
    const found: string[] = [];
    for (const outer of await namesIn(this.dir, 2, after?.slice(0, 2))) {
      for (const inner of await namesIn(
        path.join(this.dir, outer),
        2,
        after?.startsWith(outer) ? after.slice(2, 4) : undefined,
      )) {
        const names = await namesIn(path.join(this.dir, outer, inner), 64);
        found.push(...names.filter((name) => isBlobHash(name) && (after === undefined || name > after)));
        if (found.length >= limit) return found.slice(0, limit);
      }
    }
    return found;
  }

  async discard(hash: string, putSince: number): Promise<boolean> {
    const file = this.#pathOf(hash);
    const dated = file === undefined ? undefined : await fs.stat(file).catch(ignoreError('ENOENT'));
    if (dated === undefined) return true;
    if (dated.mtimeMs >= putSince) return false;
    const aside = path.join(this.discardDir, hash);
    const moved = await fs
      .rename(file!, aside)
      .then(() => fs.stat(aside))
      .catch(ignoreError('ENOENT'));
    if (moved === undefined) return true;
    // A put from now on does not find the blob and writes it again.
    if (moved.mtimeMs >= putSince) {
      await this.#restore(hash);
      return false;
    }
    await fs.rm(aside, { force: true });
    return true;
  }

  async identity(): Promise<string | undefined> {
    const text = await fs.readFile(path.join(this.dir, ID_FILE), 'utf8').catch(ignoreError('ENOENT'));
    return text?.trim();
  }

  async claim(id: string): Promise<string> {
    return this.drafts.withDraft(Buffer.from(`${id}\n`), new BlobMeter({}), async (draft) => {
      // A link, unlike a rename, never replaces the id that another process wrote first.
      await fs.link(draft, path.join(this.dir, ID_FILE)).catch(ignoreError('EEXIST'));
      await syncDirectory(this.dir);
      return (await this.identity())!;
    });
  }

  async #restore(hash: string): Promise<void> {
    const aside = path.join(this.discardDir, hash);
    await fs.link(aside, this.#pathOf(hash)!).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error;
    });
    await fs.rm(aside, { force: true });
  }

  /** Returns undefined for anything but a hash, so that no outside text becomes part of a path. */
  #pathOf(hash: string): string | undefined {
    return isBlobHash(hash) ? path.join(this.dir, hash.slice(0, 2), hash.slice(2, 4), hash) : undefined;
  }

  /**
   * Renews the date of a blob; returns false if the blob does not exist, also when a concurrent deletion removed it.
   */
  async #touch(hash: string): Promise<boolean> {
    const now = new Date();
    const file = this.#pathOf(hash) as string;
    return fs
      .utimes(file, now, now)
      .then(() => fs.stat(file))
      .then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false;
          throw toStorageError(error);
        },
      );
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

/** Syncs the entries of a directory, which syncing a file does not do. Windows has no such operation. */
async function syncDirectory(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Lists names of hexadecimal digits in a folder in order, starting at `from`; empty if the folder does not exist. */
async function namesIn(dir: string, length: number, from = ''): Promise<readonly string[]> {
  const names = (await fs.readdir(dir).catch(ignoreError('ENOENT'))) ?? [];
  return names.filter((name) => name.length === length && /^[0-9a-f]+$/.test(name) && name >= from).sort();
}
