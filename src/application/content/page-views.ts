import { LRUCache } from 'lru-cache';
import type { CacheUsage } from '../../ports/kernel/cache-usage.ts';
import { CacheCounter } from '../kernel/cache-counter.ts';
import type { PageView } from './content-views.ts';

/** Estimated memory of a view without its document, with its part of the response, in bytes. */
const OVERHEAD_BYTES = 5000;
/** A document is held as text and again in the cached response. */
const COPIES_PER_DOCUMENT = 2;

/**
 * Cache of page views. Content is immutable, so a view never goes stale; a hit returns the identical object, by which
 * derived responses are cached.
 */
export class PageViews {
  readonly #cache: LRUCache<string, PageView>;
  readonly #counter: CacheCounter;

  constructor(maxBytes: number) {
    this.#cache = new LRUCache({ maxSize: Math.max(1, Math.floor(maxBytes)) });
    this.#counter = new CacheCounter(this.#cache);
  }

  /** @param key everything that the view depends on: content, page, format */
  async get(
    key: readonly unknown[],
    make: () => Promise<{ readonly view: PageView; readonly bytes: number }>,
  ): Promise<PageView> {
    const name = JSON.stringify(key);
    const known = this.#cache.get(name);
    this.#counter.count(known !== undefined);
    if (known !== undefined) return known;
    const { view, bytes } = await make();
    this.#cache.set(name, view, { size: COPIES_PER_DOCUMENT * bytes + OVERHEAD_BYTES });
    return view;
  }

  usage(): CacheUsage {
    return this.#counter.usage();
  }
}
