import { MemoryBlobStore } from '../../../../src/adapters/storage/memory-blob-store.ts';
import { MemoryContentStore } from '../../../../src/adapters/persistence/memory/content.ts';
import { slugify } from '../../../../src/adapters/slugify.ts';
import { mediaFileInspector } from '../../../../src/adapters/media-file-inspector.ts';
import { read } from '../../../../src/application/content/reading.ts';
import {
  NO_CONTENT,
  readPreviousContent,
  type PreviousContent,
} from '../../../../src/application/git/import/previous-content.ts';
import { putObjects } from '../../../../src/application/content/put-objects.ts';
import { buildPlannedContent } from '../../../../src/application/git/import/seed-content.ts';
import { contentFiles, storeFiles } from '../../../../src/application/git/import/store-files.ts';
import { applyChanges } from '../../../../src/domain/content/edits/apply-changes.ts';
import type { Change } from '../../../../src/domain/content/edits/changes.ts';
import { readContent } from '../../../../src/domain/content/content.ts';
import { readDocument } from '../../../../src/domain/content/content-reads.ts';
import type { Hash } from '../../../../src/domain/content/objects/content-object.ts';
import type { Page } from '../../../../src/domain/content/page.ts';
import { planOf, repositoryOf, type Content } from '../../adapters/git-format/repository-of.ts';

/** Space in memory into which repositories are imported one after the other. */
export class SpaceUnderImport {
  readonly store = new MemoryContentStore();
  readonly blobs = new MemoryBlobStore();
  #ids = 0;
  #days = 0;
  head: Hash | undefined;

  /** Imports files one day after the previous import. */
  async import(files: Readonly<Record<string, Content>>): Promise<PreviousContent> {
    const plan = await planOf(files);
    const repository = repositoryOf(files);
    const stored = await storeFiles(
      { blobs: this.blobs, files: mediaFileInspector },
      plan.files,
      async function* (batch) {
        for (const { path, oid } of batch) yield { oid, bytes: (await repository.read([path])).get(path)! };
      },
    );
    const previous = this.head === undefined ? NO_CONTENT : await this.content();
    const newId = () => this.newId();
    const placed = contentFiles(plan.files, stored, previous.files, newId);
    const { contentHash, objects } = await read(
      this.store,
      buildPlannedContent(plan, { newId, now: this.#now(), files: placed, previous }),
    );
    await putObjects(this.store, objects);
    this.head = contentHash;
    return this.content();
  }

  /** Applies changes as a user would. */
  async edit(changes: readonly Change[]): Promise<void> {
    const content = await read(this.store, readContent(this.head!));
    const { contentHash, objects } = await read(
      this.store,
      applyChanges(content, changes, { newId: () => this.newId(), now: this.#now(), slugify }),
    );
    await putObjects(this.store, objects);
    this.head = contentHash;
  }

  content(): Promise<PreviousContent> {
    return read(this.store, readPreviousContent(this.head!));
  }

  async text(page: Page): Promise<string> {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await read(this.store, readDocument(page)));
  }

  newId(): string {
    return String(++this.#ids).padStart(20, '0');
  }
  #now(): string {
    return new Date(Date.UTC(2026, 0, ++this.#days)).toISOString();
  }
}

/** Lists the ids of pages by title. */
export const idsByTitle = ({ pages }: PreviousContent): Record<string, string> =>
  Object.fromEntries(pages.map(({ page }) => [page.title, page.id]));
/** Finds the page with a title. */
export const titled = ({ pages }: PreviousContent, title: string): Page =>
  pages.find(({ page }) => page.title === title)!.page;
