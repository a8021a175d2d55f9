import type { PageView } from './content-views.ts';
import { LruCache } from './lru-cache.ts';

/** What a view takes besides its document, with what is sent of it beside it, about. */
const OVERHEAD_BYTES = 5000;
/** The document is there as text, and once more in what is sent. */
const COPIES_PER_DOCUMENT = 2;

/**
 * Pages as they were shown lately. Content never changes, so neither does a view of it; who asks again gets the very same
 * object, by which what was made of it can be known again.
 */
export class PageViews {
  readonly #cache: LruCache<PageView>;

  constructor(maxBytes: number) {
    this.#cache = new LruCache(maxBytes);
  }

  /** @param key everything that the view follows from: content, page, form */
  async get(
    key: readonly unknown[],
    make: () => Promise<{ readonly view: PageView; readonly bytes: number }>,
  ): Promise<PageView> {
    const name = JSON.stringify(key);
    const known = this.#cache.get(name);
    if (known !== undefined) return known;
    const { view, bytes } = await make();
    this.#cache.set(name, view, COPIES_PER_DOCUMENT * bytes + OVERHEAD_BYTES);
    return view;
  }
}
