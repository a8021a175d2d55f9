import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { BlobStoreError } from '../../ports/uploads/blob-store.ts';
import { toChunks, type BlobMeter } from './measure.ts';

/** An upload writes at least this often; a draft that has not been touched for longer belongs to nobody. */
const DRAFT_LIFETIME_MS = 60 * 60 * 1000;

/** Bytes on the local disk while they come in, under names that say nothing. */
export class UploadDrafts {
  private constructor(readonly dir: string) {}

  /** Makes the directory if need be and clears away what killed uploads left; those still going on are left alone. */
  static async open(dir: string, now: () => number = Date.now): Promise<UploadDrafts> {
    await fs.mkdir(dir, { recursive: true, mode: 0o700 });
    for (const name of await fs.readdir(dir)) {
      const file = path.join(dir, name);
      const stat = await fs.stat(file).catch(ignoreError('ENOENT'));
      if (stat !== undefined && now() - stat.mtimeMs > DRAFT_LIFETIME_MS) await fs.rm(file, { force: true });
    }
    return new UploadDrafts(dir);
  }

  /**
   * Writes what passes the measure into a new file, hands it to `use`, and removes it unless it was moved away.
   * @throws BlobStoreError where the disk is full, and what the source, the measure and `use` throw
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
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOSPC' || code === 'EDQUOT')
        throw new BlobStoreError('BLOB_NO_SPACE', 'no space left to store the content', { cause: error });
      throw error;
    } finally {
      await fs.rm(file, { force: true });
    }
  }
}

/** The file is on the disk, not only on its way there, when this resolves. */
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

/** Makes undefined of one kind of error of the file system. */
export const ignoreError =
  (code: string) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error;
    return undefined;
  };
