import { expect } from 'chai';
import { backends } from '../../../support/backends.ts';
import { openJobDatabase, type JobDatabase } from './job-database.ts';
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
      expect(count).to.equal(3);
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
          heavy: ['work'],
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
