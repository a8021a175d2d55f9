import { FairPool } from '../../application/kernel/fair-pool.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import { TerminableWorker } from '../workers/terminable-worker.ts';
import { LIMITS } from './limits.ts';
import type { PageRequest, PageText } from './page/page-text.ts';

/** Megabytes: a page that needs more is not read. */
const MEMORY_LIMIT_MEGABYTES = 256;
const THREADS = 2;

/** Extracts the text of pages on behalf of one import. */
export interface PageReader {
  /** @throws Unreadable */
  read(request: PageRequest): Promise<PageText>;
}

/** Threads that read pages: one organization holds one of them at most, whatever its pages cost. */
export class PageReaders {
  readonly #pool = new FairPool({
    work: 'pages of imports',
    places: THREADS,
    perOrganization: THREADS - 1,
    perUser: THREADS - 1,
    // Bounded by the imports under way and the requests that each sends at a time.
    waiting: { total: Infinity, perOrganization: Infinity, perUser: Infinity },
  });
  readonly #idle: TerminableWorker[];

  /** @param file entry of the threads @param readMs milliseconds that one page may take to be understood */
  constructor(file: URL, readMs: number = LIMITS.readMs) {
    this.#idle = Array.from(
      { length: THREADS },
      () => new TerminableWorker(file, { taskMs: readMs, memoryMegabytes: MEMORY_LIMIT_MEGABYTES }),
    );
  }

  readerFor(holder: ResourceConsumer): PageReader {
    return { read: (request) => this.#pool.run(holder, () => this.#read(request)) };
  }

  async #read(request: PageRequest): Promise<PageText> {
    // The thread used last is the one that is most likely still running.
    const thread = this.#idle.pop()!;
    try {
      return await thread.run(request);
    } finally {
      this.#idle.push(thread);
    }
  }
}
