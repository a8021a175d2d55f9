import { MemoryQueue } from '../../../../src/adapters/jobs/memory-queue.ts';
import { backends } from '../../../support/backends.ts';
import { jobQueueContract, type JobQueueFixture } from '../../../support/contracts/job-queue.contract.ts';
import { openJobDatabase } from './job-database.ts';

/** Creates a queue in memory, whose only worker exists before the first request. */
async function memoryPlace(): Promise<JobQueueFixture> {
  const queues: MemoryQueue[] = [];
  return {
    order: async (...orders) => queues.at(-1)!.add(orders),
    worker(run, { concurrency = 3, heavy = [] } = {}) {
      const queue = new MemoryQueue(() => {}, { concurrency, heavy });
      queue.setRunner(run);
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
