import { LRUCache } from 'lru-cache';
import { readContent, type Content } from '../../../domain/content/content.ts';
import { listFiles } from '../../../domain/content/content-reads.ts';
import { diffMaps } from '../../../domain/content/objects/map-diff.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { Page } from '../../../domain/content/page.ts';
import type { Id, SpaceId } from '../../../domain/kernel/id.ts';
import { FileIndex } from '../../../domain/sites/content/file-index.ts';
import { SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import type { ContentStore } from '../../../ports/content/content-store.ts';
import { read } from '../../content/reading.ts';
import type { CacheUsage } from '../../../ports/kernel/cache-usage.ts';
import { CacheCounter } from '../../kernel/cache-counter.ts';
import { inTimeSlices } from '../../kernel/time-slices.ts';
import { createComputedCache, type ComputedCache } from '../../kernel/computed-cache.ts';

/** Estimated memory of a page and of a file, in bytes. */
const PAGE_BYTES = 900;
const FILE_BYTES = 500;
/** Number of spaces whose latest content is remembered. */
const MAX_SPACES = 10_000;

/** Share of changed pages above which an outline is built from scratch. */
const MAX_CHANGED_SHARE = 1 / 4;

/**
 * Cache of published contents. The outline of a space is built once and then updated with the changes of its content,
 * so that the cost of an edit depends on its size.
 */
export class PublishedContentCache {
  readonly #outlines: ComputedCache<SpaceOutline>;
  readonly #counter: CacheCounter;
  /** Content that each space was last requested with. */
  readonly #last = new LRUCache<Id, Content>({ max: MAX_SPACES });
  readonly #files: ComputedCache<FileIndex>;

  /** @param maxBytes memory limit for the outlines and file lists of all spaces */
  constructor(
    readonly store: ContentStore,
    maxBytes: number,
  ) {
    this.#outlines = createComputedCache((maxBytes * 9) / 10, ({ size }) => PAGE_BYTES * (1 + size));
    this.#counter = new CacheCounter(this.#outlines);
    this.#files = createComputedCache(maxBytes / 10, ({ files }) => FILE_BYTES * (1 + files.length));
  }

  loadContent(hash: Hash): Promise<Content> {
    return read(this.store, readContent(hash));
  }
  loadOutline(spaceId: SpaceId, content: Content): Promise<SpaceOutline> {
    const key = outlineKey(spaceId, content);
    this.#counter.count(this.#outlines.has(key));
    return this.#outlines.forceFetch(key, {
      context: () => this.#buildOutline(spaceId, content),
    });
  }
  loadFiles(content: Content): Promise<FileIndex> {
    return this.#files.forceFetch(content.files ?? '', {
      context: async () =>
        new FileIndex((await read(this.store, listFiles(content, undefined, Number.MAX_SAFE_INTEGER))).items),
    });
  }

  /** Use of the cache of outlines. */
  usage(): CacheUsage {
    return this.#counter.usage();
  }

  async #buildOutline(spaceId: SpaceId, content: Content): Promise<SpaceOutline> {
    const key = outlineKey(spaceId, content);
    const before = this.#last.get(spaceId);
    const formerKey = before && outlineKey(spaceId, before);
    const known = formerKey === undefined ? undefined : this.#outlines.peek(formerKey);
    const outline =
      (known && before && (await this.#followed(known, before, content))) ??
      (await read(this.store, SpaceOutline.fromContent(content)));
    // The new outline shares most of its memory with the former one, which is no longer requested.
    if (formerKey !== undefined && formerKey !== key) this.#outlines.delete(formerKey);
    this.#last.set(spaceId, content);
    return outline;
  }

  /** Updates an outline to a later content; undefined when building from scratch is as fast. */
  async #followed(outline: SpaceOutline, from: Content, to: Content): Promise<SpaceOutline | undefined> {
    const changes = await read(this.store, diffMaps<Page>(from.pages, to.pages));
    return changes.length > 100 + outline.size * MAX_CHANGED_SHARE
      ? undefined
      : inTimeSlices(outline.applyChanges(changes));
  }
}

const outlineKey = (spaceId: SpaceId, { pages }: Content): string => `${spaceId}/${pages ?? ''}`;
