import { readContent, type Content } from '../../../domain/content/content.ts';
import { listFiles } from '../../../domain/content/content-reads.ts';
import { diffMaps } from '../../../domain/content/objects/map-diff.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { Page } from '../../../domain/content/page.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { FileIndex } from '../../../domain/sites/content/file-index.ts';
import { SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import type { ContentStore } from '../../../ports/content/content-store.ts';
import { read } from '../../content/reading.ts';
import { BoundedCache } from './bounded-cache.ts';

/** What a page or a file takes here, in bytes, about. */
const PAGE_BYTES = 900;
const FILE_BYTES = 500;
/** So many spaces are known by their last content. */
const MAX_SPACES = 10_000;

/** Where more than this part of the pages has changed, an outline is made anew. */
const MAX_CHANGED_SHARE = 1 / 4;

/** Published contents. The outline of a space is made once and then follows its content: an edit costs what it changes. */
export class ContentLibrary {
  readonly #outlines: BoundedCache<SpaceOutline>;
  /** The outline that each space was last asked for. */
  readonly #last = new Map<Id, Content>();
  readonly #files: BoundedCache<FileIndex>;

  /** @param maxBytes memory that pages and files of all spaces may take together */
  constructor(
    readonly store: ContentStore,
    maxBytes: number,
  ) {
    this.#outlines = new BoundedCache((maxBytes * 9) / 10, ({ size }) => PAGE_BYTES * (1 + size));
    this.#files = new BoundedCache(maxBytes / 10, ({ files }) => FILE_BYTES * (1 + files.length));
  }

  content(hash: Hash): Promise<Content> {
    return read(this.store, readContent(hash));
  }
  outline(spaceId: Id, content: Content): Promise<SpaceOutline> {
    return this.#outlines.get(outlineKey(spaceId, content), async () => {
      const before = this.#last.get(spaceId);
      const known = before && this.#outlines.peek(outlineKey(spaceId, before));
      const outline =
        (known && (await this.#followed(known, before, content))) ??
        (await read(this.store, SpaceOutline.fromContent(content)));
      // What it was made from shares nearly everything with it and is of no more use.
      if (before) this.#outlines.delete(outlineKey(spaceId, before));
      this.#last.delete(spaceId);
      this.#last.set(spaceId, content);
      if (this.#last.size > MAX_SPACES) this.#last.delete(this.#last.keys().next().value!);
      return outline;
    });
  }
  files(content: Content): Promise<FileIndex> {
    return this.#files.get(
      content.files ?? '',
      async () => new FileIndex((await read(this.store, listFiles(content, undefined, Number.MAX_SAFE_INTEGER))).items),
    );
  }

  /** The outline of a later content, or undefined where that is made as quickly from nothing. */
  async #followed(outline: SpaceOutline, from: Content, to: Content): Promise<SpaceOutline | undefined> {
    const changes = await read(this.store, diffMaps<Page>(from.pages, to.pages));
    return changes.length > 100 + outline.size * MAX_CHANGED_SHARE ? undefined : outline.applyChanges(changes);
  }
}

const outlineKey = (spaceId: Id, { pages }: Content): string => `${spaceId}/${pages ?? ''}`;
