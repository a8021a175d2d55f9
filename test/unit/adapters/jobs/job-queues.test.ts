import { MemoryQueue, type JobChange } from '../../../../src/adapters/jobs/memory-queue.ts';
import { backends } from '../../../support/backends.ts';
import {
  jobQueueContract,
  limitsOf,
  runnerOf,
  type JobQueueFixture,
} from '../../../support/contracts/job-queue.contract.ts';
import { openJobDatabase } from './job-database.ts';

/** Creates a queue in memory, whose only worker exists before the first request. */
async function memoryPlace(): Promise<JobQueueFixture> {
  const queues: MemoryQueue[] = [];
  const current = (): MemoryQueue => queues.at(-1)!;
  const apply = (changes: readonly JobChange[]): void => current().apply(changes);
  return {
    jobs: {
      list: (filter, page) => current().list(filter, page),
      find: (id) => current().find(id),
      counts: () => current().counts(),
    },
    change: async (task) => {
      const changes: JobChange[] = [];
      await task({
        enqueue: async (request) => void changes.push({ change: 'enqueue', request }),
        lock: (id) => current().find(id),
        remove: async (id) => void changes.push({ change: 'remove', id }),
        requestCancellation: async (id) => void changes.push({ change: 'cancel', id }),
        restart: async (id, payload) => void changes.push({ change: 'restart', id, payload }),
      });
      apply(changes);
    },
    order: async (...requests) => apply(requests.map((request) => ({ change: 'enqueue', request }))),
    worker(run, options = {}) {
      const queue = new MemoryQueue({ queues: limitsOf(options) });
      queue.setRunner(runnerOf(run, options.abandon));
      queues.push(queue);
      return queue;
    },
    hurry: async () => {},
    close: async () => void (await Promise.all(queues.map((queue) => queue.stop(0)))),
  };
}

describe('job queue (memory)', () => jobQueueContract(memoryPlace));
for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`job queue (${backend.name})`, () => jobQueueContract(async () => (await openJobDatabase(backend)).place));
