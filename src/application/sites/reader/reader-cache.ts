import { isPersonalized } from '../../../domain/sites/audience/visitor.ts';
import type { CacheUsage } from '../../../ports/kernel/cache-usage.ts';
import { CacheCounter } from '../../kernel/cache-counter.ts';
import { createComputedCache, type ComputedCache } from '../../kernel/computed-cache.ts';
import type { SiteMap } from './site-map.ts';
import type { ReadyPage, ReadyText } from './site-response.ts';

/** Share of the memory that texts for programs take. */
const TEXT_SHARE = 1 / 8;

/** Approximate memory of a page without its HTML, in bytes. */
const PAGE_BYTES = 1_000;

/** Cache of what sites answer. Answers for personalized readers are not kept, because each has one reader only. */
export class ReaderCache {
  readonly #pages: ComputedCache<ReadyPage>;
  readonly #counter: CacheCounter;
  readonly #texts: ComputedCache<ReadyText>;

  /** @param maxBytes memory limit */
  constructor(maxBytes: number) {
    this.#pages = createComputedCache(maxBytes * (1 - TEXT_SHARE), ({ html }) => PAGE_BYTES + html.brotli.length);
    this.#counter = new CacheCounter(this.#pages);
    this.#texts = createComputedCache(maxBytes * TEXT_SHARE, ({ text }) => 500 + 2 * text.length);
  }

  async page(
    { visitor }: SiteMap,
    key: string,
    make: () => Promise<ReadyPage | undefined>,
  ): Promise<ReadyPage | undefined> {
    if (isPersonalized(visitor)) return make();
    this.#counter.count(this.#pages.has(key));
    const page = await this.#pages.fetch(key, { context: make });
    // The renderer caches its own timeouts for a while.
    if (page?.temporary === true) this.#pages.delete(key);
    return page;
  }

  /** Use of the cache of pages. */
  usage(): CacheUsage {
    return this.#counter.usage();
  }

  async text(
    { visitor }: SiteMap,
    key: string,
    make: () => Promise<ReadyText | undefined>,
  ): Promise<ReadyText | undefined> {
    return isPersonalized(visitor) ? make() : this.#texts.fetch(key, { context: make });
  }
}
