import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { backends } from '../../../support/backends.ts';
import { openJobDatabase, type JobDatabase } from './job-database.ts';
import { startRelay } from '../../../support/servers/relay.ts';
import { until } from '../../../support/until.ts';

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`PgQueue (${backend.name})`, () => {
    let db: JobDatabase;
    beforeEach(async () => {
      db = await openJobDatabase(backend);
    });
    afterEach(() => db.close());
    /** Starts a process that only records its jobs. */
    const noting = (more?: Parameters<JobDatabase['process']>[1]) => {
      const ran: string[] = [];
      return { ran, queue: db.process(async ({ payload }) => void ran.push((payload as { id: string }).id), more) };
    };
    /** Simulates a job that a process took `seconds` ago and did not finish. */
    const heldBy = async (worker: string, id: string, seconds: number, queue?: string) => {
      await db.place.order({ name: 'work', payload: { id }, ...(queue !== undefined && { queue }) });
      await db.sql(
        `UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now() - make_interval(secs => $3), attempts = 1 WHERE payload->>'id' = $2`,
        [worker, id, seconds],
      );
      if (queue !== undefined)
        await db.sql(
          'UPDATE graphile_worker._private_job_queues SET locked_by = $1, locked_at = now() - make_interval(secs => $3) WHERE queue_name = $2',
          [worker, queue, seconds],
        );
    };
    const seen = (worker: string, seconds: number) =>
      db.sql('INSERT INTO worker_heartbeats VALUES ($1, now() - make_interval(secs => $2))', [worker, seconds]);

    it('takes over jobs, with their queue, from a process that has been silent for a minute', async () => {
      await heldBy('dead', 'a', 3_600);
      await seen('dead', 61);
      await heldBy('never-heard-of', 'b', 61, 'one by one');
      const said: string[] = [];
      const { ran, queue } = noting({ log: (message) => said.push(message) });
      await queue.start();
      await until(() => ran.length === 2);
      expect(ran).to.have.members(['a', 'b']);
      expect(said).to.include('taking over the jobs of 2 dead worker(s)');
    });

    describe('when a process died on the last attempt of a job', () => {
      const exhausted = async (id: string): Promise<void> => {
        await heldBy('dead', id, 61, 'one by one');
        await db.sql(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE payload->>'id' = $1`, [
          id,
        ]);
      };

      it('records the end of the job and parks it as failed, and runs the next one of its queue', async () => {
        await exhausted('a');
        await db.place.order({ name: 'work', payload: { id: 'b' }, queue: 'one by one' });
        const ended: unknown[] = [];
        const { ran, queue } = noting({ abandon: async ({ payload }, reason) => void ended.push([payload, reason]) });
        await queue.start();
        await until(() => ran.length === 1);
        expect(ran).to.deep.equal(['b']);
        expect(ended).to.deep.equal([[{ id: 'a' }, 'crashed']]);
        const { items } = await db.place.jobs.list({ status: 'failed' }, { limit: 10 });
        expect(items.map(({ payload, worker }) => [payload['id'], worker])).to.deep.equal([['a', null]]);
        expect(items[0]!.error).to.match(/the process that ran the job ended/);
      });

      it('records the end once, with several processes', async () => {
        await Promise.all(['a', 'b', 'c'].map(exhausted));
        const ended: string[] = [];
        const queues = [1, 2, 3].map(
          () => noting({ abandon: async ({ payload }) => void ended.push((payload as { id: string }).id) }).queue,
        );
        await Promise.all(queues.map((queue) => queue.start()));
        expect(ended.sort()).to.deep.equal(['a', 'b', 'c']);
      });

      it('keeps the job to itself until its end is recorded', async () => {
        await exhausted('a');
        const said: string[] = [];
        const { queue } = noting({
          log: (message) => said.push(message),
          abandon: async () => {
            throw new Error('on purpose');
          },
        });
        await queue.start();
        expect(said.join()).to.match(/cannot be ended: on purpose/);
        expect((await db.place.jobs.list({}, { limit: 1 })).items[0]).to.include({ status: 'running' });
      });

      it('forgets the job if it was cancelled, whatever its attempts', async () => {
        await heldBy('dead', 'a', 61);
        const [{ id }] = (await db.place.jobs.list({}, { limit: 1 })).items as unknown as [{ id: string }];
        await db.place.change((jobs) => jobs.requestCancellation(id));
        const ended: unknown[] = [];
        const { ran, queue } = noting({ abandon: async (_, reason) => void ended.push(reason) });
        await queue.start();
        expect(ended).to.deep.equal(['cancelled']);
        expect(await db.place.jobs.find(id)).to.equal(undefined);
        expect(ran).to.deep.equal([]);
      });
    });

    it('gives back the attempt of a job that a stopping process interrupts', async () => {
      let begun = () => {};
      const started = new Promise<void>((resolve) => (begun = resolve));
      const lastAttempts: boolean[] = [];
      const first = db.process(async (call) => {
        begun();
        await new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve()));
        lastAttempts.push(call.lastAttempt);
        throw new Error('stopping');
      });
      await first.start();
      await db.place.order({ name: 'work', payload: { id: 'a' }, maxAttempts: 1 });
      await started;
      await first.stop(10_000);
      expect(lastAttempts).to.deep.equal([false]);
      const [job] = (await db.place.jobs.list({}, { limit: 1 })).items;
      expect(job).to.include({ attempts: 0, maxAttempts: 1 });
      expect(job!.status).to.be.oneOf(['waiting', 'scheduled']);
    });

    for (const [outcome, end] of [
      ['succeeds', () => {}],
      [
        'fails',
        () => {
          throw new Error('on purpose');
        },
      ],
    ] as const)
      it(`records nothing of a job that outlasts the grace period and ${outcome}, and leaves it to other processes`, async () => {
        let begun = () => {};
        const started = new Promise<void>((resolve) => (begun = resolve));
        let finish = () => {};
        const said: unknown[] = [];
        const queue = db.process(
          async () => {
            begun();
            await new Promise<void>((resolve) => (finish = resolve));
            end();
          },
          { log: (message) => said.push(message) },
        );
        await queue.start();
        await db.place.order({ name: 'work', payload: { id: 'a' } });
        await started;
        // The library prints a trace there.
        const { write } = process.stderr;
        process.stderr.write = (text: unknown) => said.push(text) > 0;
        try {
          await queue.stop(50);
          finish();
          await pause(300);
        } finally {
          process.stderr.write = write;
        }
        expect(said).to.deep.equal([]);
        expect((await db.place.jobs.list({}, { limit: 1 })).items[0]).to.include({ status: 'running', attempts: 1 });
      });

    it('can take requests without taking jobs', async () => {
      const { ran, queue } = noting();
      await queue.prepare();
      await db.place.order({ name: 'work', payload: { id: 'a' } });
      expect(await queue.status()).to.deep.equal({ waiting: 1, running: 0, failed: 0 });
      await queue.stop(1_000);
      expect(ran).to.deep.equal([]);
    });

    it('renews the locks of jobs that run for hours, and forgets failed jobs after a month', async () => {
      await heldBy('dead', 'failed', 61);
      await db.sql(
        `UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL, attempts = max_attempts, run_at = now() - interval '31 days'`,
      );
      let begun = () => {};
      const started = new Promise<void>((resolve) => (begun = resolve));
      const first = db.process(() => new Promise(() => begun()));
      await first.start();
      expect((await first.status()).failed).to.equal(0);
      await db.place.order({ name: 'work', payload: { id: 'long' }, queue: 'one by one' });
      await started;
      for (const table of ['_private_jobs', '_private_job_queues'])
        await db.sql(`UPDATE graphile_worker.${table} SET locked_at = now() - interval '3 hours'`);
      await until(
        async () =>
          (
            await db.sql(`SELECT 1 FROM graphile_worker._private_jobs WHERE locked_at > now() - interval '1 minute'
              UNION ALL SELECT 1 FROM graphile_worker._private_job_queues WHERE locked_at > now() - interval '1 minute'`)
          ).length === 2,
      );
    });

    it('[A82] starts a job at once beside 5,000 of another organization', async () => {
      await db.place.order({ name: 'work', payload: { organizationId: 'a', id: 'a' } });
      await db.sql(
        `INSERT INTO graphile_worker._private_jobs (task_id, payload, priority, flags)
           SELECT task_id, payload, n, flags FROM graphile_worker._private_jobs, generate_series(1, 4999) AS n`,
      );
      const begun: string[] = [];
      const running: (() => void)[] = [];
      const queue = db.process(
        async ({ payload }) => {
          begun.push((payload as { id: string }).id);
          await new Promise<void>((resolve) => running.push(resolve));
        },
        { concurrency: 3, organizationConcurrency: 2 },
      );
      await queue.start();
      await until(() => begun.length === 2);
      const from = performance.now();
      await db.place.order({ name: 'work', payload: { organizationId: 'b', id: 'b0' } });
      await until(() => begun.includes('b0'));
      expect(performance.now() - from).to.be.lessThan(10_000);
      expect(begun).to.have.lengthOf(3);
      running.forEach((end) => end());
    });

    it('[A82] finds jobs of other queues without reading the 5,000 that wait in one', async () => {
      const queue = db.process(async () => {});
      await queue.prepare();
      await db.place.order({ name: 'work', payload: { organizationId: 'a', id: 'a' } });
      await db.sql(
        `INSERT INTO graphile_worker._private_jobs (task_id, payload, priority, flags)
           SELECT task_id, payload, n, flags FROM graphile_worker._private_jobs, generate_series(1, 4999) AS n`,
      );
      const others = await db.sql<{ id: number }>(
        `INSERT INTO graphile_worker._private_tasks (identifier) VALUES ('other'), ('third') RETURNING id`,
      );
      await db.sql('ANALYZE graphile_worker._private_jobs');
      const plan = await db.sql<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT id FROM graphile_worker._private_jobs WHERE is_available AND run_at <= now()
           AND task_id = ANY ('{${others.map(({ id }) => id).join(',')}}'::int[])
         ORDER BY priority, run_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      );
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).to.include('quire_jobs_by_task');
    });

    it('continues after the database was unavailable at the end of a job', async () => {
      const between = await startRelay(db.url);
      const ran: string[] = [];
      const queue = db.process(
        async ({ payload }) => {
          ran.push((payload as { id: string }).id);
          if (ran.length > 1) return;
          between.cut();
          setTimeout(() => between.restore(), 1_000);
        },
        { concurrency: 1, organizationConcurrency: 1, through: between.url },
      );
      await queue.start();
      await db.place.order({ name: 'work', payload: { id: 'a' } });
      await until(() => ran.length === 1);
      await db.place.order({ name: 'work', payload: { id: 'b' } });
      await until(() => ran.includes('b'));
      await until(async () => (await db.place.jobs.counts()).length === 0);
      // The end of the first job was recorded, so that it does not run again.
      expect(ran).to.deep.equal(['a', 'b']);
    });

    it('runs a job that was assigned to it by a lost response', async () => {
      const { ran, queue } = noting();
      await queue.start();
      const [worker] = await db.sql<{ id: string }>(
        `SELECT worker_id AS id FROM worker_heartbeats WHERE worker_id LIKE 'worker-%'`,
      );
      await heldBy(worker!.id, 'lost', 61, 'one by one');
      await until(() => ran.length === 1);
      expect(ran).to.deep.equal(['lost']);
    });

    it('leaves long jobs to a process that is alive', async () => {
      await heldBy('alive', 'a', 7_200);
      await seen('alive', 30);
      await heldBy('just-begun', 'b', 30);
      const { ran, queue } = noting();
      await queue.start();
      await db.place.order({ name: 'work', payload: { id: 'mine' } });
      await until(() => ran.length === 1);
      expect(ran).to.deep.equal(['mine']);
      await until(async () => (await queue.status()).running === 2);
      expect(
        (await db.sql('SELECT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL ORDER BY id')).map(
          ({ locked_by }) => locked_by,
        ),
      ).to.deep.equal(['alive', 'just-begun']);
    });

    it('takes over all jobs at once when no other process can exist', async () => {
      await heldBy('of-my-last-life', 'a', 1);
      await seen('of-my-last-life', 1);
      const { ran, queue } = noting({ alone: true });
      await queue.start();
      await until(() => ran.length === 1);
      expect(ran).to.deep.equal(['a']);
    });

    it('keeps jobs when every process ends', async () => {
      const first = noting();
      await first.queue.start();
      await first.queue.stop(1_000);
      await db.place.order({ name: 'work', payload: { id: 'a' } });
      const second = noting();
      await second.queue.start();
      await until(() => second.ran.length === 1);
      expect(first.ran).to.deep.equal([]);
    });

    it('returns running jobs when a process stops, and runs them in another', async () => {
      let begun = () => {};
      const started = new Promise<void>((resolve) => (begun = resolve));
      const first = db.process(async ({ signal }) => {
        begun();
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopping'))));
      });
      await first.start();
      await db.place.order({ name: 'work', payload: { id: 'a' } });
      await started;
      await first.stop(5_000);
      const second = noting();
      await second.queue.start();
      await until(async () => {
        await db.place.hurry();
        return second.ran.length === 1;
      });
      expect(await second.queue.status()).to.include({ failed: 0 });
    });

    it('runs each job once with several processes', async () => {
      const workers = [noting(), noting(), noting()];
      await Promise.all(workers.map(({ queue }) => queue.start()));
      const ids = Array.from({ length: 30 }, (_, i) => String(i));
      await db.place.order(...ids.map((id) => ({ name: 'work', payload: { id } })));
      await until(() => workers.flatMap(({ ran }) => ran).length >= 30);
      await until(async () => (await workers[0]!.queue.status()).running === 0);
      expect(workers.flatMap(({ ran }) => ran).sort()).to.deep.equal([...ids].sort());
    });

    it('increases the delay after each failure', async () => {
      const queue = db.process(async () => {
        throw new Error('on purpose');
      });
      await queue.start();
      await db.place.order({ name: 'work', payload: {} });
      const waits: number[] = [];
      for (const attempt of [1, 2]) {
        await until(
          async () =>
            (await db.sql('SELECT 1 FROM graphile_worker.jobs WHERE attempts = $1 AND locked_at IS NULL', [attempt]))
              .length === 1,
        );
        const [{ wait, last_error }] = (await db.sql(
          'SELECT extract(epoch FROM run_at - updated_at)::float AS wait, last_error FROM graphile_worker.jobs',
        )) as any;
        expect(last_error).to.include('on purpose');
        waits.push(wait);
        await db.place.hurry();
      }
      expect(waits[0]).to.be.greaterThan(1);
      expect(waits[1]).to.be.greaterThan(waits[0]! * 1.5);
    });

    it('records a heartbeat of each worker while the process lives', async () => {
      const { queue } = noting();
      await queue.start();
      const [{ count }] = (await db.sql(
        `SELECT count(*)::int AS count FROM worker_heartbeats WHERE seen_at > now() - interval '10 seconds'`,
      )) as any;
      expect(count, 'and one of the process itself').to.equal(4);
    });

    const priorities = async (organizationId: string): Promise<number[]> =>
      (
        await db.sql<{ priority: number }>(
          `SELECT priority FROM graphile_worker._private_jobs WHERE payload->>'organizationId' = $1 ORDER BY id`,
          [organizationId],
        )
      ).map(({ priority }) => priority);
    const orderFor = (organizationId: string, count: number, notBefore?: string) =>
      db.place.order(
        ...Array.from({ length: count }, () => ({
          name: 'other',
          payload: { organizationId },
          ...(notBefore !== undefined && { notBefore }),
        })),
      );

    it('moves the first job of an organization that has waited long to the front', async () => {
      await orderFor('a', 30);
      await db.sql(`DELETE FROM graphile_worker._private_jobs WHERE priority < 15`);
      await orderFor('b', 2);
      expect(await priorities('a')).to.deep.equal(Array.from({ length: 15 }, (_, n) => 15 + n));
      const first = noting().queue;
      await first.start();
      await first.stop(1_000);
      expect((await priorities('a'))[0], 'it has not waited for long').to.equal(15);
      await db.sql(`UPDATE graphile_worker._private_jobs SET run_at = run_at - interval '11 seconds'`);
      await noting().queue.start();
      expect(await priorities('a')).to.deep.equal([0, ...Array.from({ length: 14 }, (_, n) => 16 + n)]);
      expect(await priorities('b')).to.deep.equal([0, 1]);
      await orderFor('a', 1);
      expect((await priorities('a')).at(-1)).to.equal(30);
    });

    it('orders delayed jobs among others once they are due', async () => {
      await orderFor('a', 12, new Date(Date.now() + 3_600_000).toISOString());
      expect(await priorities('a')).to.deep.equal(Array(12).fill(0));
      await db.place.hurry();
      await noting().queue.start();
      expect(await priorities('a')).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    });

    it('[A82] starts jobs of another organization after a few of 200, with several processes', async () => {
      const begun: string[] = [];
      const queues = [1, 2].map(() =>
        db.process(async ({ payload }) => void begun.push((payload as { organizationId: string }).organizationId), {
          concurrency: 2,
          organizationConcurrency: 1,
        }),
      );
      const order = (organizationId: string) => ({ name: 'work', payload: { organizationId } });
      await db.place.order(...Array.from({ length: 200 }, () => order('a')));
      await db.place.order(order('b'));
      await Promise.all(queues.map((queue) => queue.start()));
      await until(() => begun.length === 201);
      expect(begun.indexOf('b')).to.be.lessThan(6);
    });
  });
