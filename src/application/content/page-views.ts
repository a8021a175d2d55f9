import type { PageView } from './content-views.ts';
import { RecentlyUsed } from './recently-used-cache.ts';

/** What a view takes besides its document, with what is sent of it beside it, about. */
const FRAME_BYTES = 5000;
/** The document is there as text, and once more in what is sent. */
const COPIES = 2;

/**
 * Pages as they were shown lately. Content never changes, so neither does a view of it; who asks again gets the very same
 * object, by which what was made of it can be known again.
 */
export class PageViews {
  readonly #kept: RecentlyUsed<PageView>;

  constructor(maxBytes: number) {
    this.#kept = new RecentlyUsed(maxBytes);
  }

  /** @param key everything that the view follows from: content, page, form */
  async of(
    key: readonly unknown[],
    make: () => Promise<{ readonly view: PageView; readonly bytes: number }>,
  ): Promise<PageView> {
    const name = JSON.stringify(key);
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const { view, bytes } = await make();
    this.#kept.set(name, view, COPIES * bytes + FRAME_BYTES);
    return view;
  }
}
