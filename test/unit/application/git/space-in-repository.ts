import { buffer } from 'node:stream/consumers';
import { GitRepositoryWriter } from '../../../../src/adapters/git-format/write/git-repository-writer.ts';
import { slugify } from '../../../../src/adapters/slugify.ts';
import { read } from '../../../../src/application/content/reading.ts';
import { readExportChanges } from '../../../../src/application/git/export/export-changes.ts';
import { exportedLocations } from '../../../../src/application/git/export/exported-locations.ts';
import { pathLookup } from '../../../../src/application/git/export/path-lookup.ts';
import { putObjects } from '../../../../src/application/content/put-objects.ts';
import { readContent } from '../../../../src/domain/content/content.ts';
import { applyRepositoryLocations } from '../../../../src/domain/content/edits/apply-repository-locations.ts';
import type { Change } from '../../../../src/domain/content/edits/changes.ts';
import type { Hash } from '../../../../src/domain/content/objects/content-object.ts';
import { repositoryOf, type Content } from '../../adapters/git-format/repository-of.ts';
import { SpaceUnderImport, titled } from './space-under-import.ts';

/** Space that is imported from files and exported to them. */
export class SpaceInRepository {
  readonly space = new SpaceUnderImport();
  #base: Hash | null = null;

  private constructor(readonly files: Record<string, Content>) {}

  static async of(files: Readonly<Record<string, Content>>): Promise<SpaceInRepository> {
    const made = new SpaceInRepository({ ...files });
    await made.space.import(files);
    made.#base = made.space.head!;
    return made;
  }

  /** Applies changes; pages are found by title. */
  async edit(changes: (idOf: (title: string) => string) => readonly Change[]): Promise<this> {
    const content = await this.space.content();
    await this.space.edit(changes((title) => titled(content, title).id));
    return this;
  }

  /** Exports the changes, or everything. Returns the changed files by path; null for a removed file. */
  async export({ all = false }: { all?: boolean } = {}): Promise<Record<string, string | null>> {
    const { store, blobs } = this.space;
    const head = this.space.head!;
    const base = all ? null : this.#base;
    const changes = await read(store, readExportChanges(base, head));
    const written = await new GitRepositoryWriter(slugify).write(async () => repositoryOf(this.files), changes, {
      projectDirectory: '',
      layout: null,
      paths: pathLookup(store, base ?? head),
    });
    const differing: Record<string, string | null> = {};
    for (const { path, content } of written.changes) {
      const bytes =
        content === null
          ? null
          : content instanceof Uint8Array
            ? Buffer.from(content)
            : await bytesOf(blobs, content.blob);
      const before = this.files[path];
      const same =
        before === undefined ? bytes === null : bytes !== null && Buffer.from(before as string).equals(bytes);
      if (same) continue;
      if (bytes === null) delete this.files[path];
      else this.files[path] = bytes;
      differing[path] = bytes === null ? null : bytes.toString();
    }
    const places = exportedLocations(written, (path) => `oid:${path}`);
    const made = await read(store, applyRepositoryLocations(await read(store, readContent(head)), places));
    await putObjects(store, made.objects);
    this.space.head = this.#base = made.contentHash;
    return differing;
  }

  /** Records that the space and the files are in sync. */
  recordInSync(): void {
    this.#base = this.space.head!;
  }

  /** Tells whether importing the files leaves the space unchanged. */
  async isSameAfterImport(): Promise<boolean> {
    const before = this.space.head;
    await this.space.import(this.files);
    return this.space.head === before;
  }
}

async function bytesOf(blobs: SpaceUnderImport['blobs'], hash: string): Promise<Buffer> {
  return buffer((await blobs.get(hash))!.stream);
}
