import { expect } from 'chai';
import { BLOCKS_FROM_MARKDOWN } from '../../../src/adapters/block-documents/worker-block-documents.ts';
import { TaskAbandoned, WorkerPool } from '../../../src/adapters/workers/worker-pool.ts';
import { ShareExhausted } from '../../../src/application/kernel/fair-pool.ts';

const ENTRY = new URL('../../../src/text-worker.ts', import.meta.url);
const OURS = 'a'.repeat(20);
const OTHERS = 'b'.repeat(20);
const QUEUE = 4;

/** Texts that take far longer to parse than the limit of a task. */
const slowText = (i: number): string => `${i}\n\n${'> a\n\n'.repeat(9_000)}`;

describe('WorkerPool', function () {
  this.timeout(60_000);
  let pool: WorkerPool;
  beforeEach(() => {
    pool = new WorkerPool({ entry: ENTRY, threads: 2, taskMs: 150, memory: 256, queue: QUEUE });
  });
  afterEach(() => pool.close());

  const parse = (text: string, organizationId: string) =>
    pool.run(BLOCKS_FROM_MARKDOWN, { text, organizationId, input: text });

  it('[A81] parses texts of another organization while one has its maximum of slow ones', async () => {
    let ended = 0;
    const slow = Array.from({ length: 1 + QUEUE / 2 }, (_, i) =>
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
    pool = new WorkerPool({ entry: ENTRY, threads: 2, taskMs, memory: 256, queue: QUEUE });
    const text = slowText(0);
    expect(await parse(text, OURS).catch((error: unknown) => error)).to.be.instanceOf(TaskAbandoned);
    const started = performance.now();
    expect(await parse(text, OTHERS).catch((error: unknown) => error)).to.be.instanceOf(TaskAbandoned);
    expect(performance.now() - started, 'a second attempt takes the limit at least').to.be.below(taskMs);
  });
});
