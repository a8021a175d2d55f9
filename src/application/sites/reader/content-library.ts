import { readContent, type Content } from '../../../domain/content/content.ts';
import { listFiles, pageTree } from '../../../domain/content/content-reads.ts';
import type { Hash } from '../../../domain/content/objects.ts';
import { FileIndex } from '../../../domain/sites/file-index.ts';
import { SpaceOutline } from '../../../domain/sites/space-outline.ts';
import type { ContentStore } from '../../../ports/content-store.ts';
import { read } from '../../content/reading.ts';
import { BoundedCache } from './bounded-cache.ts';

/** What a page or a file takes here, in bytes, about. */
const PAGE_BYTES = 500;
const FILE_BYTES = 500;

/** Published contents, each assembled once per state of its pages and of its files. */
export class ContentLibrary {
  readonly #outlines: BoundedCache<SpaceOutline>;
  readonly #files: BoundedCache<FileIndex>;

  /** @param maxBytes memory that pages and files of all spaces may take together */
  constructor(
    readonly store: ContentStore,
    maxBytes: number,
  ) {
    this.#outlines = new BoundedCache((maxBytes * 9) / 10, ({ entries }) => PAGE_BYTES * (1 + entries.length));
    this.#files = new BoundedCache(maxBytes / 10, ({ files }) => FILE_BYTES * (1 + files.length));
  }

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
