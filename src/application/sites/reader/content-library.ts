import { readContent, type Content } from '../../../domain/content/content.ts';
import { listFiles, pageTree } from '../../../domain/content/content-reads.ts';
import type { Hash } from '../../../domain/content/objects.ts';
import { FileIndex } from '../../../domain/sites/file-index.ts';
import { SpaceOutline } from '../../../domain/sites/space-outline.ts';
import type { ContentStore } from '../../../ports/content-store.ts';
import { read } from '../../content/reading.ts';
import { BoundedCache } from './bounded-cache.ts';

/** Pages and files that are kept in memory over all spaces; some hundred bytes each. */
const MAX_PAGES = 150_000;
const MAX_FILES = 100_000;

/** Published contents, each assembled once per state of its pages and of its files. */
export class ContentLibrary {
  readonly #outlines = new BoundedCache<SpaceOutline>(MAX_PAGES, ({ entries }) => 1 + entries.length);
  readonly #files = new BoundedCache<FileIndex>(MAX_FILES, ({ files }) => 1 + files.length);

  constructor(readonly store: ContentStore) {}

  content(hash: Hash): Promise<Content> {
    return read(this.store, readContent(hash));
  }
  outline(content: Content): Promise<SpaceOutline> {
    return this.#outlines.get(content.pages ?? '', async () => new SpaceOutline(await read(this.store, pageTree(content))));
  }
  files(content: Content): Promise<FileIndex> {
    return this.#files.get(content.files ?? '', async () => new FileIndex((await read(this.store, listFiles(content, undefined, Number.MAX_SAFE_INTEGER))).items));
  }
}
