import type { PageView } from './content-views.ts';
import { RecentlyUsed } from './recently-used.ts';

/** Bytes of documents that the views kept may hold together. */
const MAX_BYTES = 32 * 1024 * 1024;
/** What a view takes besides its document, about. */
const FRAME_BYTES = 2048;

/**
 * Pages as they were shown lately. Content never changes, so neither does a view of it; who asks again gets the very same
 * object, by which what was made of it can be known again.
 */
export class PageViews {
  readonly #kept = new RecentlyUsed<PageView>(MAX_BYTES);

  /** @param key everything that the view follows from: content, page, form */
  async of(key: readonly unknown[], make: () => Promise<{ readonly view: PageView; readonly bytes: number }>): Promise<PageView> {
    const name = JSON.stringify(key);
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const { view, bytes } = await make();
    this.#kept.set(name, view, bytes + FRAME_BYTES);
    return view;
  }
}
