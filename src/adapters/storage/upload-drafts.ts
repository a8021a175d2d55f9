import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { BlobStoreError } from '../../ports/uploads.ts';
import { toChunks, type BlobMeter } from './blob-meter.ts';

/** Age after which an untouched draft is deleted; every running upload writes more often. */
const DRAFT_LIFETIME_MS = 60 * 60 * 1000;

/** Temporary files for incoming bytes, with random names. */
export class UploadDrafts {
  private constructor(readonly dir: string) {}

  /** Creates the directory and deletes drafts of killed uploads, but not of current ones. */
  static async open(dir: string, now: () => number = Date.now): Promise<UploadDrafts> {
    await makeDirectory(dir);
    for (const name of await fs.readdir(dir)) {
      const file = path.join(dir, name);
      const stat = await fs.stat(file).catch(ignoreError('ENOENT'));
      if (stat !== undefined && now() - stat.mtimeMs > DRAFT_LIFETIME_MS) await fs.rm(file, { force: true });
    }
    return new UploadDrafts(dir);
  }

  /**
   * Writes the source through the meter into a new file, passes the file to `use`, and deletes it unless it was moved.
   *
   * @throws BlobStoreError when the disk is full or cannot be written, and the errors of the source, the meter and `use`
   */
  async withDraft<T>(
    source: Uint8Array | AsyncIterable<Uint8Array>,
    measure: BlobMeter,
    use: (file: string) => Promise<T>,
  ): Promise<T> {
    const file = path.join(this.dir, randomBytes(12).toString('hex'));
    try {
      await writeDraft(file, source, measure);
      return await use(file);
    } catch (error) {
      throw toStorageError(error);
    } finally {
      await fs.rm(file, { force: true });
    }
  }
}

/** Creates a directory that only its owner reads, and its parents, unless it exists. */
export async function makeDirectory(dir: string): Promise<void> {
  try {
    // With `recursive`, Node.js reports that a parent is missing when the file system is read-only.
    await fs.mkdir(dir, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') await fs.mkdir(dir, { recursive: true, mode: 0o700 });
    else if (code !== 'EEXIST') throw error;
  }
}

/** Codes of a disk that is read-only or broken, or that belongs to another user. */
const UNWRITABLE: ReadonlySet<unknown> = new Set(['EROFS', 'EIO', 'EACCES', 'EPERM']);

/** Converts an error of a disk that cannot be written into a BlobStoreError; returns any other error unchanged. */
export function toStorageError(cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BlobStoreError('BLOB_NO_SPACE', 'no space left to store the content', { cause });
  return UNWRITABLE.has(code)
    ? new BlobStoreError('BLOB_UNREACHABLE', `the storage of files cannot be written (${code})`, { cause })
    : cause;
}

/** Writes a file and resolves when its content is synced to disk. */
async function writeDraft(
  file: string,
  source: Uint8Array | AsyncIterable<Uint8Array>,
  measure: BlobMeter,
): Promise<void> {
  const handle = await fs.open(file, 'wx', 0o600);
  try {
    for await (const piece of toChunks(source)) {
      measure.add(piece);
      for (let at = 0; at < piece.byteLength;) at += (await handle.write(piece, at)).bytesWritten;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a handler that turns one file system error into undefined. */
export const ignoreError =
  (code: string) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error;
    return undefined;
  };
