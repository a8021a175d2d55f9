import { expect } from 'chai';
import type { JobExecution, JobQueue, JobRunner, JobRequest } from '../../../src/ports/kernel/jobs.ts';
import { until } from '../until.ts';

export interface WorkerOptions {
  /** Concurrent jobs; 3 by default. */
  readonly concurrency?: number;
  /** Names of jobs of which one organization may not occupy all workers. */
  readonly heavy?: readonly string[];
}

/** Queue with processes that take jobs. */
export interface JobQueueFixture {
  /** Enqueues jobs like a committed unit of work. */
  order(...orders: readonly JobRequest[]): Promise<void>;
  /** Starts another process. */
  worker(run: JobRunner, options?: WorkerOptions): JobQueue;
  /** Makes delayed retries due now. */
  hurry(): Promise<void>;
  /** Ends every process. */
  close(): Promise<void>;
}

/** Promise that the test resolves. */
function expected<T>(): { readonly happened: Promise<T>; readonly happen: (value: T) => void } {
  let happen = (_: T): void => {};
  const happened = new Promise<T>((resolve) => (happen = resolve));
  return { happened, happen };
}

/** Contract of a job queue while its processes live. */
export function jobQueueContract(open: () => Promise<JobQueueFixture>): void {
  let place: JobQueueFixture;
  beforeEach(async () => {
    place = await open();
  });
  afterEach(() => place.close());

  it('delivers a job once with its complete request', async () => {
    const calls: JobExecution[] = [];
    const done = expected<void>();
    const queue = place.worker(async (call) => {
      calls.push(call);
      if (call.name === 'last') done.happen();
    });
    await queue.start();
    const payload = { text: `'"\\ \u{1F4D8}`, deep: { list: [1, null, false] } };
    await place.order({ name: 'work', payload });
    await place.order({ name: 'last', payload: {} });
    await done.happened;
    await until(async () => calls.length === 2);
    const first = calls.find(({ name }) => name === 'work')!;
    expect(first).to.deep.include({ name: 'work', payload, attempt: 1, lastAttempt: false });
    expect(first.signal.aborted).to.equal(false);
    await until(async () => (await queue.status()).running === 0);
    expect(await queue.status()).to.deep.equal({ waiting: 0, running: 0, failed: 0 });
  });

  it('keeps one waiting job per key, and accepts another once that one runs', async () => {
    const started = expected<void>();
    const may = expected<void>();
    let runs = 0;
    const queue = place.worker(async () => {
      runs++;
      started.happen();
      await may.happened;
    });
    const order = { name: 'work', payload: {}, queue: 'one', key: 'the same' };
    await place.order(order, order);
    await place.order(order);
    expect((await queue.status()).waiting).to.equal(1);
    await queue.start();
    await started.happened;
    await place.order(order);
    await place.order(order, { ...order, notBefore: new Date(Date.now() + 3_600_000).toISOString() });
    may.happen();
    await until(async () => runs === 2 && (await queue.status()).running === 0);
    expect(await queue.status()).to.deep.equal({ waiting: 0, running: 0, failed: 0 });
  });

  it('keeps jobs that were enqueued before its start', async () => {
    const seen = expected<string>();
    const queue = place.worker(async ({ name }) => seen.happen(name));
    await place.order({ name: 'work', payload: {} });
    expect((await queue.status()).waiting).to.equal(1);
    await queue.start();
    expect(await seen.happened).to.equal('work');
  });

  it('delays a job until it is due, and runs others first', async () => {
    const seen: string[] = [];
    const [began, came] = [Date.now(), expected<number>()];
    const queue = place.worker(async ({ name, payload }) => {
      seen.push((payload as { which: string }).which);
      if (name === 'last') came.happen(Date.now());
    });
    await queue.start();
    const at = (ms: number) => new Date(began + ms).toISOString();
    await place.order(
      { name: 'work', payload: { which: 'in a month' }, notBefore: at(31 * 86_400_000) },
      { name: 'work', payload: { which: 'long ago' }, notBefore: at(-1_000) },
    );
    await place.order({ name: 'last', payload: { which: 'soon' }, notBefore: at(300) });
    expect(await came.happened).to.be.at.least(began + 300);
    await until(async () => (await queue.status()).running === 0);
    expect(seen).to.deep.equal(['long ago', 'soon']);
    expect(await queue.status()).to.deep.equal({ waiting: 1, running: 0, failed: 0 });
  });

  it('retries a failed job later, and reports the last attempt', async () => {
    const tries: [number, boolean][] = [];
    const queue = place.worker(async ({ attempt, lastAttempt }) => {
      tries.push([attempt, lastAttempt]);
      throw new Error('on purpose');
    });
    await queue.start();
    await place.order({ name: 'work', payload: {}, maxAttempts: 2 });
    await until(async () => tries.length === 1);
    await until(async () => (await queue.status()).running === 0 || tries.length === 2);
    await place.hurry();
    await until(async () => (await queue.status()).failed === 1);
    expect(tries).to.deep.equal([
      [1, false],
      [2, true],
    ]);
    expect(await queue.status()).to.deep.equal({ waiting: 0, running: 0, failed: 1 });
  });

  it('completes a job that succeeds on the second attempt', async () => {
    const went = expected<number>();
    const queue = place.worker(async ({ attempt }) => {
      if (attempt === 1) throw new Error('on purpose');
      went.happen(attempt);
    });
    await queue.start();
    await place.order({ name: 'work', payload: {} });
    await until(async () => (await queue.status()).waiting === 1 || (await queue.status()).running === 0);
    const hurrying = until(
      async () => (await place.hurry(), (await queue.status()).waiting + (await queue.status()).running === 0),
    );
    expect(await went.happened).to.equal(2);
    await hurrying;
    expect((await queue.status()).failed).to.equal(0);
  });

  it('runs jobs of one named queue in order, and others at the same time', async () => {
    const [open_, beside] = [expected<void>(), expected<void>()];
    const log: unknown[] = [];
    const queue = place.worker(async ({ name, payload }) => {
      if (name === 'last') return beside.happen();
      const { n } = payload as { n: number };
      log.push(`begin ${n}`);
      if (n === 1) await open_.happened;
      log.push(`end ${n}`);
    });
    await queue.start();
    for (const n of [1, 2, 3]) await place.order({ name: 'work', payload: { n }, queue: 'one by one' });
    await place.order({ name: 'last', payload: {} });
    await beside.happened;
    await until(async () => log.length > 0);
    expect(log).to.deep.equal(['begin 1']);
    open_.happen();
    await until(async () => log.length === 6);
    expect(log).to.deep.equal([1, 2, 3].flatMap((n) => [`begin ${n}`, `end ${n}`]));
  });

  it('signals jobs that it stops, and waits for them', async () => {
    const [begun, stopped] = [expected<void>(), expected<string>()];
    const queue = place.worker(async ({ signal }) => {
      begun.happen();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      stopped.happen('told');
    });
    await queue.start();
    await place.order({ name: 'work', payload: {} });
    await begun.happened;
    await queue.stop(10_000);
    expect(await Promise.race([stopped.happened, Promise.resolve('not told')])).to.equal('told');
  });

  it('does not wait longer than the grace period', async () => {
    const begun = expected<void>();
    const queue = place.worker(async () => {
      begun.happen();
      await new Promise(() => {});
    });
    await queue.start();
    await place.order({ name: 'work', payload: {} });
    await begun.happened;
    const from = performance.now();
    await queue.stop(50);
    expect(performance.now() - from).to.be.lessThan(3_000);
  });

  it('takes no jobs after its stop, and can be stopped before its start', async () => {
    await place.worker(async () => {}).stop(1_000);
    const seen: string[] = [];
    const queue = place.worker(async ({ name }) => void seen.push(name));
    await queue.start();
    await queue.stop(1_000);
    await place.order({ name: 'work', payload: {} });
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).to.deep.equal([]);
  });

  /** Creates jobs of one organization, distinguished by `n`. */
  const jobsOf = (organizationId: string, count: number, more: Partial<JobRequest> = {}): JobRequest[] =>
    Array.from({ length: count }, (_, n) => ({
      name: 'work',
      payload: { organizationId, n: `${organizationId}${n}` },
      ...more,
    }));
  /** Starts a worker that records the jobs it starts; each ends when allowed. */
  const noting = (options: WorkerOptions, may: (n: string) => Promise<void> = async () => {}) => {
    const begun: string[] = [];
    const queue = place.worker(async ({ payload }) => {
      const { n } = payload as { n: string };
      begun.push(n);
      await may(n);
    }, options);
    return { begun, queue };
  };
  const idle = async (queue: JobQueue): Promise<boolean> => {
    const { waiting, running } = await queue.status();
    return waiting + running === 0;
  };

  for (const heavy of [[], ['work']]) {
    const kind = heavy.length === 0 ? 'light' : 'heavy';
    it(`[A82] starts a ${kind} job of one organization after a few of 200 that another enqueued before`, async () => {
      const { begun, queue } = noting({ concurrency: 2, heavy });
      await place.order(...jobsOf('a', 200));
      await place.order(...jobsOf('b', 1));
      await queue.start();
      await until(async () => idle(queue));
      expect(begun).to.have.lengthOf(201);
      expect(begun.indexOf('b0')).to.be.lessThan(4);
      expect(begun.filter((n) => n !== 'b0').slice(0, 3)).to.have.members(['a0', 'a1', 'a2']);
    });
  }

  it('[A82] starts a new job while 200 of another organization are waiting', async () => {
    const [tenth, may] = [expected<void>(), expected<void>()];
    const { begun, queue } = noting({ concurrency: 2 }, async (n) => {
      if (n === 'a10') tenth.happen();
      if (Number(n.slice(1)) >= 10) await may.happened;
    });
    await place.order(...jobsOf('a', 200));
    await queue.start();
    await tenth.happened;
    await place.order(...jobsOf('b', 1));
    may.happen();
    await until(async () => idle(queue));
    expect(begun.indexOf('b0')).to.be.lessThan(16);
  });

  it('[A82] reserves a worker for other organizations while one has enough heavy jobs for all', async () => {
    const may = expected<void>();
    const { begun, queue } = noting({ concurrency: 3, heavy: ['work'] }, async (n) =>
      n.startsWith('a') ? may.happened : undefined,
    );
    await queue.start();
    await place.order(...jobsOf('a', 6));
    await place.order(...jobsOf('b', 3));
    await until(async () => begun.includes('b2'));
    expect(begun.filter((n) => n.startsWith('a'))).to.have.lengthOf(2);
    may.happen();
    await until(async () => idle(queue));
    expect(begun).to.have.lengthOf(9);
  });

  it('runs heavy jobs of one organization with a single worker', async () => {
    const { begun, queue } = noting({ concurrency: 1, heavy: ['work'] });
    await place.order(...jobsOf('a', 3));
    await queue.start();
    await until(async () => idle(queue));
    expect(begun).to.deep.equal(['a0', 'a1', 'a2']);
  });

  it('alternates between organizations, each in its own order', async () => {
    const { begun, queue } = noting({ concurrency: 1 });
    for (const organization of ['a', 'b', 'c']) await place.order(...jobsOf(organization, 4));
    await queue.start();
    await until(async () => idle(queue));
    expect(begun).to.deep.equal([0, 1, 2, 3].flatMap((n) => [`a${n}`, `b${n}`, `c${n}`]));
  });

  it('runs jobs of one kind independent of another kind of the same organization', async () => {
    const { begun, queue } = noting({ concurrency: 1 });
    await place.order(...jobsOf('a', 20));
    await place.order({ name: 'last', payload: { n: 'other' }, organizationId: 'a' });
    await queue.start();
    await until(async () => idle(queue));
    expect(begun.indexOf('other')).to.be.lessThan(3);
  });

  it('runs jobs of the system first', async () => {
    const { begun, queue } = noting({ concurrency: 1 });
    await place.order(...jobsOf('a', 5), { name: 'last', payload: { n: 'system' } });
    await queue.start();
    await until(async () => idle(queue));
    expect(begun[0]).to.equal('system');
  });

  it('keeps the position of a job that is enqueued again under its key', async () => {
    const { begun, queue } = noting({ concurrency: 1 });
    const keyed = jobsOf('a', 1, { key: 'the same' });
    await place.order(...keyed);
    await place.order({ name: 'work', payload: { organizationId: 'a', n: 'behind' } });
    for (let again = 0; again < 3; again++) await place.order(...keyed);
    await queue.start();
    await until(async () => idle(queue));
    expect(begun).to.deep.equal(['a0', 'behind']);
  });
}
