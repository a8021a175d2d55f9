import { expect } from 'chai';
import {
  UnrecoverableJob,
  type AbandonReason,
  type JobExecution,
  type JobFilter,
  type JobQueue,
  type JobQueueLimits,
  type JobReads,
  type JobRequest,
  type JobRunner,
  type Jobs,
} from '../../../src/ports/kernel/jobs.ts';
import { until } from '../until.ts';

export type RunJob = JobRunner['run'];

export interface WorkerOptions {
  /** Concurrent jobs; 3 by default. */
  readonly concurrency?: number;
  /** Concurrent jobs of one organization; as many as all by default. */
  readonly organizationConcurrency?: number;
  /** Queues; one with all jobs by default. */
  readonly queues?: readonly JobQueueLimits[];
  /** Records that a job has ended. */
  readonly abandon?: JobRunner['abandon'];
}

/** Limits of the queues of a worker. */
export const limitsOf = ({
  concurrency = 3,
  organizationConcurrency = concurrency,
  queues,
}: WorkerOptions): readonly JobQueueLimits[] =>
  queues ?? [{ name: 'content', jobs: ['work', 'last'], concurrency, organizationConcurrency }];

/** Application of a test. */
export const runnerOf = (run: RunJob, abandon: JobRunner['abandon'] = async () => {}): JobRunner => ({ run, abandon });

/** Queue with processes that take jobs. */
export interface JobQueueFixture {
  readonly jobs: JobReads;
  /** Enqueues jobs like a committed unit of work. */
  order(...orders: readonly JobRequest[]): Promise<void>;
  /** Changes jobs in a unit of work that commits. */
  change(task: (jobs: Jobs) => Promise<void>): Promise<void>;
  /** Starts another process. */
  worker(run: RunJob, options?: WorkerOptions): JobQueue;
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

  for (const organizationConcurrency of [2, 1])
    it(`[A82] starts a job after a few of 200 of another organization that may run ${organizationConcurrency} of 2`, async () => {
      const { begun, queue } = noting({ concurrency: 2, organizationConcurrency });
      await place.order(...jobsOf('a', 200));
      await place.order(...jobsOf('b', 1));
      await queue.start();
      await until(async () => idle(queue));
      expect(begun).to.have.lengthOf(201);
      expect(begun.indexOf('b0')).to.be.lessThan(4);
      // Two workers take jobs in order, and may begin two of them in either order.
      expect(['a0', 'a1', 'a2', 'a3']).to.include.members(begun.filter((n) => n !== 'b0').slice(0, 3));
    });

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

  it('[A82] reserves a worker for other organizations while one has enough jobs for all', async () => {
    const may = expected<void>();
    const { begun, queue } = noting({ concurrency: 3, organizationConcurrency: 2 }, async (n) =>
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

  it('runs jobs of one organization with a single worker', async () => {
    const { begun, queue } = noting({ concurrency: 1, organizationConcurrency: 1 });
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

  /** Workers of the queues of two kinds of jobs. */
  const TWO_QUEUES: readonly JobQueueLimits[] = [
    { name: 'mail', jobs: ['last'], concurrency: 1, organizationConcurrency: 1 },
    { name: 'content', jobs: ['work'], concurrency: 2, organizationConcurrency: 2 },
  ];

  it('[A82] runs a job of one queue at once while those of another occupy all of their workers', async () => {
    const [sent, may] = [expected<void>(), expected<void>()];
    let begun = 0;
    const queue = place.worker(
      async ({ name }) => {
        if (name === 'last') return sent.happen();
        begun++;
        await may.happened;
      },
      { queues: TWO_QUEUES },
    );
    await queue.start();
    await place.order(...jobsOf('a', 50));
    await until(() => begun === 2);
    await place.order({ name: 'last', payload: { organizationId: 'a' } });
    await sent.happened;
    expect(begun).to.equal(2);
    may.happen();
    await until(async () => idle(queue));
    expect(begun).to.equal(50);
  });

  it('parks a job as failed when no other attempt can succeed', async () => {
    const queue = place.worker(async () => {
      throw new UnrecoverableJob('the address does not exist');
    });
    await queue.start();
    await place.order({ name: 'work', payload: {} });
    await until(async () => (await queue.status()).failed === 1);
    const { items } = await place.jobs.list({}, { limit: 10 });
    expect(items).to.have.lengthOf(1);
    expect(items[0]).to.include({ status: 'failed', attempts: 1, error: 'the address does not exist' });
  });

  it('restarts a failed job with all attempts and another payload', async () => {
    const payloads: unknown[] = [];
    const queue = place.worker(async ({ payload, attempt }) => {
      payloads.push(payload);
      if (payloads.length === 1) throw new UnrecoverableJob('on purpose');
      expect(attempt).to.equal(1);
    });
    await queue.start();
    await place.order({ name: 'work', payload: { organizationId: 'a', run: 1 } });
    await until(async () => (await queue.status()).failed === 1);
    const [{ id }] = (await place.jobs.list({}, { limit: 1 })).items as unknown as [{ id: string }];
    await place.change((jobs) => jobs.restart(id, { organizationId: 'a', run: 2 }));
    await until(async () => idle(queue));
    expect(payloads).to.deep.equal([
      { organizationId: 'a', run: 1 },
      { organizationId: 'a', run: 2 },
    ]);
    expect(await queue.status()).to.include({ failed: 0 });
  });

  it('signals a running job that was cancelled, records its end, and forgets it', async () => {
    const begun = expected<void>();
    const ended: [string, AbandonReason][] = [];
    const queue = place.worker(
      async (call) => {
        begun.happen();
        await new Promise<void>((_, reject) => call.signal.addEventListener('abort', () => reject(call.signal.reason)));
      },
      { abandon: async ({ name }, reason) => void ended.push([name, reason]) },
    );
    await queue.start();
    await place.order({ name: 'work', payload: {}, maxAttempts: 1 });
    await begun.happened;
    const [{ id }] = (await place.jobs.list({ status: 'running' }, { limit: 1 })).items as unknown as [{ id: string }];
    await place.change((jobs) => jobs.requestCancellation(id));
    await until(async () => (await place.jobs.find(id)) === undefined);
    expect(ended).to.deep.equal([['work', 'cancelled']]);
    expect(await queue.status()).to.deep.equal({ waiting: 0, running: 0, failed: 0 });
  });

  it('completes a cancelled job that had already done its work', async () => {
    const [begun, may] = [expected<void>(), expected<void>()];
    const ended: AbandonReason[] = [];
    const queue = place.worker(
      async () => {
        begun.happen();
        await may.happened;
      },
      { abandon: async (_, reason) => void ended.push(reason) },
    );
    await queue.start();
    await place.order({ name: 'work', payload: {} });
    await begun.happened;
    const [{ id }] = (await place.jobs.list({}, { limit: 1 })).items as unknown as [{ id: string }];
    await place.change((jobs) => jobs.requestCancellation(id));
    expect(await place.jobs.find(id)).to.include({ status: 'cancelling' });
    may.happen();
    await until(async () => idle(queue));
    expect(ended).to.deep.equal([]);
  });

  it('removes a job that waits', async () => {
    const { begun, queue } = noting({ concurrency: 1 });
    await place.order(...jobsOf('a', 3));
    const { items } = await place.jobs.list({}, { limit: 10 });
    await place.change((jobs) => jobs.remove(items[1]!.id));
    await queue.start();
    await until(async () => idle(queue));
    expect(begun).to.deep.equal(['a0', 'a2']);
  });

  it('lists jobs from the last to the first, by name, status and organization, page by page', async () => {
    place.worker(async () => {});
    await place.order(
      ...jobsOf('a', 3),
      { name: 'last', payload: {}, organizationId: 'b', notBefore: new Date(Date.now() + 3_600_000).toISOString() },
      { name: 'last', payload: {} },
    );
    const first = await place.jobs.list({}, { limit: 2 });
    expect(first.count).to.equal(5);
    expect(first.items.map(({ name, organizationId, status }) => [name, organizationId, status])).to.deep.equal([
      ['last', null, 'waiting'],
      ['last', 'b', 'scheduled'],
    ]);
    const second = await place.jobs.list({}, { limit: 3, after: first.next });
    expect(second.items.map(({ payload }) => payload['n'])).to.deep.equal(['a2', 'a1', 'a0']);
    expect(second.next).to.equal(undefined);
    const countOf = async (filter: JobFilter): Promise<number> => (await place.jobs.list(filter, { limit: 0 })).count;
    expect(await countOf({ names: ['work'] })).to.equal(3);
    expect(await countOf({ names: [] })).to.equal(0);
    expect(await countOf({ status: 'scheduled' })).to.equal(1);
    expect(await countOf({ organizationId: 'b' })).to.equal(1);
    expect(await countOf({ organizationId: 'a', status: 'waiting', names: ['work', 'last'] })).to.equal(3);
    expect(await countOf({ status: 'running' })).to.equal(0);
    expect(await place.jobs.find(first.items[0]!.id)).to.deep.equal(first.items[0]);
    for (const id of ['0', '-1', 'x', '1e3', '999999', '9'.repeat(30)])
      expect(await place.jobs.find(id), id).to.equal(undefined);
  });

  it('counts jobs by name and status, with the age of the oldest that waits', async () => {
    place.worker(async () => {});
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await place.order({ name: 'work', payload: {}, notBefore: hourAgo }, ...jobsOf('a', 2), {
      name: 'last',
      payload: {},
      notBefore: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const counts = new Map((await place.jobs.counts()).map(({ name, ...figures }) => [name, figures]));
    expect(counts.get('work')!.counts).to.deep.equal({
      waiting: 3,
      scheduled: 0,
      running: 0,
      cancelling: 0,
      failed: 0,
    });
    expect(counts.get('work')!.oldestWaitingSeconds).to.be.within(3_590, 3_700);
    expect(counts.get('last')).to.deep.equal({
      counts: { waiting: 0, scheduled: 1, running: 0, cancelling: 0, failed: 0 },
      oldestWaitingSeconds: 0,
    });
  });
}
