import { readFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Template, Templates } from '../ports/templates.ts';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { RepositoryEntry, RepositoryFiles } from '../ports/git/repository-format.ts';

const INDEX = 'templates.json';

/** Templates in a local folder: each in a subfolder named by its id, in the order of the index. Read on first use. */
export class FolderTemplates implements Templates {
  #all: readonly Template[] | undefined;

  constructor(private readonly folder: string) {}

  all(): readonly Template[] {
    return (this.#all ??= (
      JSON.parse(readFileSync(join(this.folder, INDEX), 'utf8')) as readonly Omit<Template, 'files'>[]
    ).map(({ id, title, description }) => {
      const files = FolderFiles.open(join(this.folder, id));
      if (files === undefined) throw new Error(`the folder of the template ${id} is missing in ${this.folder}`);
      return { id, title, description, files };
    }));
  }
}

/** Reads a local folder like a commit of a repository, on demand. */
export class FolderFiles implements RepositoryFiles {
  #entries: readonly RepositoryEntry[] | undefined;

  private constructor(private readonly folder: string) {}

  /** Opens a folder; undefined if it does not exist. */
  static open(folder: string): FolderFiles | undefined {
    return existsSync(folder) ? new FolderFiles(folder) : undefined;
  }

  list(): readonly RepositoryEntry[] {
    return (this.#entries ??= this.#listFolder(''));
  }

  async read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const known = new Set(this.list().flatMap(({ path, kind }) => (kind === 'file' ? [path] : [])));
    const found = paths.filter((path) => known.has(path));
    return new Map(
      await Promise.all(
        found.map(async (path): Promise<[string, Uint8Array]> => [path, await readFile(join(this.folder, path))]),
      ),
    );
  }

  /** Lists files in Git order: by name, with a slash appended to the names of folders. */
  #listFolder(folder: string): RepositoryEntry[] {
    const inside = readdirSync(join(this.folder, folder), { withFileTypes: true }).filter(
      (entry) => entry.name !== '.git' && (entry.isDirectory() || entry.isFile() || entry.isSymbolicLink()),
    );
    const named = inside.map((entry) => ({ entry, key: entry.isDirectory() ? `${entry.name}/` : entry.name }));
    return named
      .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
      .flatMap(({ entry }) => {
        const path = `${folder}${entry.name}`;
        if (entry.isDirectory()) return this.#listFolder(`${path}/`);
        if (entry.isSymbolicLink())
          return [{ path, oid: gitBlobId(new Uint8Array()), size: 0, kind: 'symlink' as const }];
        const bytes = readFileSync(join(this.folder, path));
        return [{ path, oid: gitBlobId(bytes), size: bytes.length, kind: 'file' as const }];
      });
  }
}

/** Computes the Git blob id of a file. */
const gitBlobId = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
