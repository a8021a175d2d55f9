import { EndableThread } from '../endable-thread.ts';
import { LIMITS } from './limits.ts';
import type { PageRequest, PageText } from './page/page-text.ts';

/** Megabytes: a page that needs more is not read. */
const MAX_MEMORY = 256;

/** Understands pages on a thread of its own, one after the other. */
export class PageReader {
  readonly #thread: EndableThread;

  /** @param file what the thread runs @param readMs how long one page may take */
  constructor(file: URL, readMs: number = LIMITS.readMs) {
    this.#thread = new EndableThread(file, { taskMs: readMs, memory: MAX_MEMORY });
  }

  /** @throws Unreadable */
  read(request: PageRequest): Promise<PageText> {
    return this.#thread.run(request);
  }
}
