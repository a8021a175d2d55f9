import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import { toUnreadableDocument } from '../workers/worker-errors.ts';
import type { WorkerPool, WorkerPoolLimits } from '../workers/worker-pool.ts';
import type { PageRequest, PageText } from './page/page-text.ts';

/** Limits of the threads that read pages. */
export const PAGE_READING: WorkerPoolLimits = {
  work: 'pages of imports',
  threads: 2,
  taskMs: 10_000,
  memory: 256,
  // Bounded by the running imports and their concurrent requests.
  queue: Infinity,
  idleMs: 5_000,
};

/** Extracts the text of pages for one import. */
export interface PageReader {
  /** @throws UnreadableDocument */
  read(request: PageRequest): Promise<PageText>;
}

/** Creates a reader whose pages are read on threads, in the share of the import's consumer. */
export const createPageReader = (threads: Pick<WorkerPool, 'run'>, consumer: ResourceConsumer): PageReader => ({
  read: (request) =>
    threads
      .run<PageText>(request.format === 'docx' ? 'readDocx' : 'readPage', { ...consumer, input: request })
      .catch((error: unknown) => {
        throw toUnreadableDocument(error);
      }),
});
