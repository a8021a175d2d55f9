import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { BLOCKS_FROM_MARKDOWN } from '../../../src/adapters/block-documents/worker-block-documents.ts';
import { TaskAbandoned } from '../../../src/adapters/workers/worker-errors.ts';
import { WorkerPool } from '../../../src/adapters/workers/worker-pool.ts';
import { ShareExhausted } from '../../../src/application/kernel/fair-pool.ts';

const ENTRY = new URL('../../../src/text-worker.ts', import.meta.url);
const TASKS = new URL('../../support/worker-tasks.ts', import.meta.url);
const OURS = 'a'.repeat(20);
const OTHERS = 'b'.repeat(20);
const LIMITS = { work: 'documents to parse', threads: 2, taskMs: 150, memory: 256, queue: 4, idleMs: 5_000 };

/** Texts that take far longer to parse than the limit of a task. */
const slowText = (i: number): string => `${i}\n\n${'> a\n\n'.repeat(9_000)}`;

describe('WorkerPool', function () {
  let pool: WorkerPool;
  beforeEach(() => {
    pool = new WorkerPool({ entry: ENTRY, ...LIMITS });
  });
  afterEach(() => pool.close());

  const parse = (text: string, organizationId: string) =>
    pool.run(BLOCKS_FROM_MARKDOWN, { text, organizationId, input: { markdown: text, options: {} } });

  it('[A81] parses texts of another organization while one has its maximum of slow ones', async () => {
    let ended = 0;
    const slow = Array.from({ length: 1 + LIMITS.queue / 2 }, (_, i) =>
      parse(slowText(i), OURS)
        .catch((error: unknown) => error)
        .finally(() => ended++),
    );
    const refused = await parse(slowText(100), OURS).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(ShareExhausted);
    expect(await parse('*Words*', OTHERS)).to.have.property('object', 'document');
    expect(ended, 'slow texts that ended before').to.be.at.most(2);
    for (const failure of await Promise.all(slow)) expect(failure).to.be.instanceOf(TaskAbandoned);
  });

  it('[A73] does not retry a text that exceeded the time limit', async () => {
    const taskMs = 1_000;
    await pool.close();
    pool = new WorkerPool({ entry: ENTRY, ...LIMITS, taskMs });
    const text = slowText(0);
    expect(await parse(text, OURS).catch((error: unknown) => error)).to.be.instanceOf(TaskAbandoned);
    const started = performance.now();
    expect(await parse(text, OTHERS).catch((error: unknown) => error)).to.be.instanceOf(TaskAbandoned);
    expect(performance.now() - started, 'a second attempt takes the limit at least').to.be.below(taskMs);
  });

  it('starts at the next task after it could not start', async () => {
    await pool.close();
    const options = { entry: ENTRY, ...LIMITS, idleMs: -1 };
    pool = new WorkerPool(options);
    expect(await parse('*Words*', OURS).catch((error: unknown) => error)).to.be.instanceOf(Error);
    options.idleMs = LIMITS.idleMs;
    expect(await parse('*Words*', OURS)).to.have.property('object', 'document');
  });

  describe('tasks that ask questions', () => {
    const run = (count: number, answer: (number: never) => unknown): Promise<unknown> =>
      pool.run('askNumbers', { organizationId: OURS, input: count, answer });
    beforeEach(async () => {
      await pool.close();
      pool = new WorkerPool({ entry: TASKS, ...LIMITS, taskMs: 10_000 });
    });

    it('get the answer to each question', async () => {
      const squares = await run(1_000, (number: number) => number ** 2);
      expect(squares).to.deep.equal(Array.from({ length: 1_000 }, (_, number) => number ** 2));
    });

    it('wait for the answer when they are woken without one', async () => {
      const signals = new Set<Int32Array>();
      const { notify } = Atomics;
      const remember = (signal: Int32Array, index: number, count?: number): number =>
        notify(signals.add(signal) && signal, index, count);
      Atomics.notify = remember as typeof notify;
      try {
        const answer = async (number: number): Promise<number> => {
          await setTimeout(20);
          for (const signal of signals) notify(signal, 0);
          return setTimeout(5, number);
        };
        expect(await run(4, answer)).to.deep.equal([0, 1, 2, 3]);
      } finally {
        Atomics.notify = notify;
      }
    });

    it('fail with the error of an answer', async () => {
      const gone = new Error('gone');
      expect(await run(1, () => Promise.reject(gone)).catch((error: unknown) => error)).to.equal(gone);
    });
  });
});
