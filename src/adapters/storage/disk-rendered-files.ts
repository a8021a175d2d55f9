import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { BlobContent, ByteRange } from '../../ports/uploads.ts';
import type { RenderedFiles } from '../../ports/pdf.ts';
import { ignoreError, makeDirectory, toStorageError } from './upload-drafts.ts';
import { readRange } from './read-range.ts';

export interface RenderedFileOptions {
  /** Total size of all files; the least recently used are deleted first. */
  readonly maxBytes: number;
  /** Milliseconds after which an unused file is deleted. */
  readonly maxAgeMs: number;
}

const KEY = /^[\w-]{1,128}$/;
const DRAFT = '.draft';

/** Caches rendered files in a folder that only this user can read. */
export class DiskRenderedFiles implements RenderedFiles {
  private constructor(
    private readonly dir: string,
    private readonly options: RenderedFileOptions,
  ) {}

  /** Creates the folder, and deletes expired files and drafts. */
  static async open(dir: string, options: RenderedFileOptions): Promise<DiskRenderedFiles> {
    await makeDirectory(dir);
    const files = new DiskRenderedFiles(dir, options);
    await files.#evict();
    return files;
  }

  async get(key: string, range: ByteRange = { start: 0 }): Promise<BlobContent | undefined> {
    const file = this.#pathOf(key);
    const handle = await fs.open(file, 'r').catch(ignoreError('ENOENT'));
    if (handle === undefined) return undefined;
    const now = new Date();
    // A file whose use cannot be recorded is only deleted earlier.
    await fs.utimes(file, now, now).catch(() => {});
    return readRange(handle, range);
  }

  async put(key: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const draft = `${this.#pathOf(key)}.${randomBytes(8).toString('hex')}${DRAFT}`;
    try {
      const handle = await fs.open(draft, 'wx', 0o600);
      try {
        for await (const piece of source)
          for (let at = 0; at < piece.byteLength;) at += (await handle.write(piece, at)).bytesWritten;
      } finally {
        await handle.close();
      }
      await fs.rename(draft, this.#pathOf(key));
    } catch (error) {
      throw toStorageError(error);
    } finally {
      await fs.rm(draft, { force: true });
    }
    await this.#evict();
  }

  #pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error('not a key of a rendered file');
    return path.join(this.dir, key);
  }

  async #evict(): Promise<void> {
    const oldest = Date.now() - this.options.maxAgeMs;
    const kept: { readonly file: string; readonly size: number; readonly time: number }[] = [];
    for (const name of await fs.readdir(this.dir)) {
      const file = path.join(this.dir, name);
      const stat = await fs.stat(file).catch(ignoreError('ENOENT'));
      if (stat === undefined) continue;
      if (stat.mtimeMs < oldest) await fs.rm(file, { force: true });
      else if (!name.endsWith(DRAFT)) kept.push({ file, size: stat.size, time: stat.mtimeMs });
    }
    let size = 0;
    for (const each of kept.sort((a, b) => b.time - a.time)) {
      size += each.size;
      if (size > this.options.maxBytes) await fs.rm(each.file, { force: true });
    }
  }
}
