import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { BackupTarget } from './backup-target.ts';
import { ignoreError } from './upload-drafts.ts';

/** Suffix of an archive that is being written. */
const DRAFT = '.part';

/** Archives in a folder, which only their owner can read. */
export class DiskBackupTarget implements BackupTarget {
  /** @param createDirectory creates a directory that is missing, and fails for one that cannot be written */
  constructor(
    private readonly dir: string,
    private readonly createDirectory: (dir: string) => void,
  ) {}

  async prepare(): Promise<void> {
    this.createDirectory(this.dir);
  }

  async write(name: string, source: (target: Writable) => Promise<void>): Promise<void> {
    await this.prepare();
    // What killed processes left; backups run one after the other.
    for (const left of await fs.readdir(this.dir))
      if (left.startsWith('quire-') && left.endsWith(DRAFT)) await fs.rm(path.join(this.dir, left), { force: true });
    const draft = this.#pathOf(`${name}${DRAFT}`);
    try {
      await writePrivateFile(draft, source);
      await fs.rename(draft, this.#pathOf(name));
    } catch (error) {
      await fs.rm(draft, { force: true });
      throw error;
    }
  }

  async read(name: string): Promise<Readable> {
    return createReadStream(this.#pathOf(name));
  }

  async list(): Promise<readonly string[]> {
    const names = (await fs.readdir(this.dir).catch(ignoreError('ENOENT'))) ?? [];
    return names.filter((name) => !name.endsWith(DRAFT));
  }

  async delete(name: string): Promise<void> {
    await fs.rm(this.#pathOf(name), { force: true });
  }

  #pathOf(name: string): string {
    return path.join(this.dir, path.basename(name));
  }
}

/**
 * Writes a new file for its owner alone; resolves when the file is synced and closed.
 * @returns what the source returns
 * @throws Error with the code EEXIST when the file exists
 */
export async function writePrivateFile<T>(file: string, source: (target: Writable) => Promise<T>): Promise<T> {
  const target = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true } as Parameters<
    typeof createWriteStream
  >[1]);
  // Whoever writes to the stream is told.
  target.on('error', () => {});
  const closed = new Promise<void>((resolve) => target.once('close', resolve));
  try {
    await once(target, 'open');
    return await source(target);
  } finally {
    target.destroy();
    await closed;
  }
}
