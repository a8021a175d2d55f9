import { FairPool } from '../../application/kernel/fair-pool.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import { TerminableWorker } from '../workers/terminable-worker.ts';
import { LIMITS } from './limits.ts';
import type { PageRequest, PageText } from './page/page-text.ts';

/** Memory limit of one page in megabytes. */
const MEMORY_LIMIT_MEGABYTES = 256;
const THREADS = 2;

/** Extracts the text of pages for one import. */
export interface PageReader {
  /** @throws UnreadableDocument */
  read(request: PageRequest): Promise<PageText>;
}

/** Pool of threads that read pages; one organization occupies all but one of them at most. */
export class PageReaders {
  readonly #pool = new FairPool({
    work: 'pages of imports',
    places: THREADS,
    perOrganization: THREADS - 1,
    perUser: THREADS - 1,
    // Bounded by the running imports and their concurrent requests.
    waiting: { total: Infinity, perOrganization: Infinity, perUser: Infinity },
  });
  readonly #idle: TerminableWorker[];

  /**
   * @param file module of the threads
   * @param readMs time limit for reading one page in milliseconds
   */
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
    // The most recently used thread is most likely still running.
    const thread = this.#idle.pop()!;
    try {
      return await thread.run(request);
    } finally {
      this.#idle.push(thread);
    }
  }
}
