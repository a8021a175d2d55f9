import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import {
  Logger,
  makeWorkerUtils,
  run,
  type JobHelpers,
  type Runner,
  type WorkerEvents,
  type WorkerUtils,
} from 'graphile-worker';
import type pg from 'pg';
import {
  UnrecoverableJob,
  type JobObserver,
  type JobOutcome,
  type JobQueue,
  type JobQueueLimits,
  type JobRunner,
} from '../../ports/kernel/jobs.ts';
import { adoptOrphans, deadWorkers, endOrphan, releaseLostLocks, type Orphan } from './dead-workers.ts';
import { prepareFairOrder, reorderJobs } from './fair-order.ts';
import { lastingConnections } from './lasting-connections.ts';
import { WorkerShares } from './worker-shares.ts';

export interface PgQueueOptions {
  /** Connection pool that the queue owns. */
  readonly pool: pg.Pool;
  /** Tells whether an error of the driver says that the database is out of reach. */
  readonly isUnreachable: (error: unknown) => boolean;
  readonly queues: readonly JobQueueLimits[];
  readonly runner: JobRunner;
  /** No other process can use this database, so every lock found at the start belongs to a dead process. */
  readonly isExclusive: boolean;
  readonly log: (level: 'debug' | 'warn' | 'error', message: string) => void;
  /** Receives each job that failed for the last time. */
  readonly onFailure?: (name: string, error: unknown) => void;
  readonly observe?: JobObserver;
  /** Describes an error without secrets: the text is stored and shown. */
  readonly describe?: (error: Error) => string;
}

const HEARTBEAT_MS = 10_000;
/** Time between two looks for requests to cancel running jobs. */
const CANCELLATION_MS = 1_000;
/** Time after which a lock is renewed; the queue's library takes locks that are four hours old for abandoned. */
const RENEWAL = '1 hour';
const FAILED_JOBS_ARE_KEPT = '30 days';

/** Flag of a running job that was asked to stop; `PgJobs` of the unit of work sets it. */
const CANCEL_REQUESTED = 'cancel-requested';

const HEARTBEAT_SQL = `INSERT INTO worker_heartbeats (worker_id, seen_at) SELECT id, now() FROM unnest($1::text[]) AS id
  ON CONFLICT (worker_id) DO UPDATE SET seen_at = excluded.seen_at`;
const EXPIRE_HEARTBEATS_SQL = `DELETE FROM worker_heartbeats WHERE seen_at < now() - interval '1 day'`;
const RENEW_LOCKS_SQL = `WITH renewed AS (
    UPDATE graphile_worker._private_job_queues SET locked_at = now()
    WHERE locked_by = ANY($1::text[]) AND locked_at < now() - interval '${RENEWAL}')
  UPDATE graphile_worker._private_jobs SET locked_at = now()
  WHERE locked_by = ANY($1::text[]) AND locked_at < now() - interval '${RENEWAL}'`;
const FORGET_FAILED_SQL = `DELETE FROM graphile_worker._private_jobs
  WHERE locked_at IS NULL AND attempts >= max_attempts AND run_at < now() - interval '${FAILED_JOBS_ARE_KEPT}'`;
const CANCELLED_SQL = `SELECT id::text AS id FROM graphile_worker._private_jobs
  WHERE id = ANY($1::bigint[]) AND flags ? '${CANCEL_REQUESTED}'`;
const LAST_ATTEMPT_SQL = `UPDATE graphile_worker._private_jobs SET max_attempts = attempts WHERE id = $1::bigint`;
const RETURN_ATTEMPT_SQL = `UPDATE graphile_worker._private_jobs SET attempts = attempts - 1
  WHERE id = $1::bigint AND attempts = $2::int`;
const STATUS_SQL = `SELECT count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts)::int AS waiting,
    count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS running,
    count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts)::int AS failed
  FROM graphile_worker.jobs`;

const messageOf = ({ message }: Error): string => message;

/** Job queue in the database; any process runs the jobs, and they survive the death of each. */
export class PgQueue implements JobQueue {
  /** Name of this process for the jobs that it ends in place of dead workers. */
  readonly #keeper = `keeper-${randomBytes(9).toString('hex')}`;
  readonly #workers = new Set<string>([this.#keeper]);
  /** Cancellation of each running job, by its id. */
  readonly #running = new Map<string, AbortController>();
  /** Jobs that workers of this process took, until their end is recorded. */
  readonly #held = new Set<string>();
  readonly #runners: Runner[] = [];
  /** Heartbeats and the like that are under way. */
  readonly #underWay = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  /** Aborted before the pool ends; jobs that outlast the grace period still run. */
  readonly #closed = new AbortController();
  /** Told when a worker without a job cannot tell a database that is gone that it stops. */
  #giveUp: () => void = () => {};
  #utils: WorkerUtils | undefined;
  #heartbeatTimer: NodeJS.Timeout | undefined;
  #cancellationTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: PgQueueOptions) {}

  /** Migrates the tables of the queue; no job can be enqueued before. */
  async prepare(): Promise<void> {
    const { pool } = this.options;
    this.#utils ??= await makeWorkerUtils({ pgPool: pool, logger: this.#logger() });
    await this.#utils.migrate();
    await prepareFairOrder(pool);
  }

  async start(): Promise<void> {
    const { pool, queues, isExclusive } = this.options;
    await this.prepare();
    await reorderJobs(pool);
    await pool.query(HEARTBEAT_SQL, [[...this.#workers]]);
    await this.#takeOver(isExclusive);
    for (const limits of queues) this.#runners.push(await this.#startRunner(limits));
    await this.#heartbeat();
    this.#heartbeatTimer = this.#repeat('heartbeat', HEARTBEAT_MS, () => this.#heartbeat());
    this.#cancellationTimer = this.#repeat('cancellations', CANCELLATION_MS, () => this.#cancelRequested());
  }

  async stop(graceMs: number): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#heartbeatTimer);
    clearInterval(this.#cancellationTimer);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => (timer = setTimeout(resolve, graceMs)));
    const gone = new Promise<void>((resolve) => (this.#giveUp = resolve));
    const ends = [...this.#runners.map((runner) => runner.stop()), ...this.#underWay];
    await Promise.race([Promise.allSettled(ends), timeout, gone]);
    this.#closed.abort();
    await this.#utils?.release();
    await Promise.race([this.options.pool.end(), timeout]);
    clearTimeout(timer);
  }

  async status() {
    const { rows } = await this.options.pool.query(STATUS_SQL);
    return rows[0];
  }

  /** Starts the workers of one queue, which take no other jobs. */
  #startRunner({ jobs, concurrency, organizationConcurrency }: JobQueueLimits): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter();
    events.on('worker:create', ({ worker }) => this.#workers.add(worker.workerId));
    events.on('worker:stop', ({ worker }) => this.#workers.delete(worker.workerId));
    events.on('job:start', ({ job }) => this.#held.add(job.id));
    events.on('job:complete', ({ job }) => this.#held.delete(job.id));
    events.on('worker:fatalError', ({ worker, error }) => {
      const job = worker.getActiveJob();
      if (job !== null) this.#held.delete(job.id);
      this.options.log('error', `a worker has ended: ${(this.options.describe ?? messageOf)(error as Error)}`);
    });
    return run({
      pgPool: lastingConnections(this.options.pool, this.options.isUnreachable, {
        stop: this.#stop.signal,
        closed: this.#closed.signal,
        // A job that runs may still end, and the database may be back by then.
        onUnreachable: () => {
          if (this.#running.size === 0) this.#giveUp();
        },
      }),
      taskList: Object.fromEntries(
        jobs.map((name) => [name, (payload, helpers) => this.#attempt(name, payload, helpers)]),
      ),
      concurrency,
      ...(organizationConcurrency < concurrency && {
        forbiddenFlags: new WorkerShares(events, jobs, organizationConcurrency).forbiddenFlags,
      }),
      noHandleSignals: true,
      pollInterval: 2_000,
      events,
      logger: this.#logger(),
      gracefulShutdownAbortTimeout: 1,
    });
  }

  async #attempt(name: string, payload: unknown, { job, abortSignal }: JobHelpers): Promise<void> {
    const cancellation = new AbortController();
    const signal = AbortSignal.any([abortSignal!, cancellation.signal]);
    this.#running.set(job.id, cancellation);
    const startedAt = performance.now();
    let outcome: JobOutcome = 'succeeded';
    try {
      if (job.flags?.[CANCEL_REQUESTED] === true) cancellation.abort();
      cancellation.signal.throwIfAborted();
      await this.options.runner.run({
        name,
        payload,
        attempt: job.attempts,
        // An interruption is no last attempt, whatever the number of earlier ones.
        get lastAttempt() {
          return !signal.aborted && job.attempts >= job.max_attempts;
        },
        signal,
      });
    } catch (error) {
      if (this.#closed.signal.aborted) {
        // The connections are closed, and another process takes the job over: its failure here means nothing.
        outcome = 'retried';
        return new Promise<never>(() => {});
      }
      let failure = error as Error;
      if (cancellation.signal.aborted) {
        try {
          outcome = 'cancelled';
          return await this.options.runner.abandon({ name, payload }, 'cancelled');
        } catch (unrecorded) {
          failure = unrecorded as Error;
        }
      }
      const isLast = failure instanceof UnrecoverableJob || (!abortSignal!.aborted && job.attempts >= job.max_attempts);
      outcome = isLast ? 'failed' : 'retried';
      await this.#endAttempt(job, failure, abortSignal!);
      if (isLast) this.options.onFailure?.(name, failure);
      throw new Error((this.options.describe ?? messageOf)(failure));
    } finally {
      this.#running.delete(job.id);
      this.options.observe?.({ name, outcome, seconds: (performance.now() - startedAt) / 1000 });
    }
  }

  /** Adjusts the attempts that a job has left: none after some errors, as many as before when the process stops. */
  async #endAttempt({ id, attempts }: JobHelpers['job'], error: Error, stop: AbortSignal): Promise<void> {
    const { pool } = this.options;
    if (error instanceof UnrecoverableJob) await pool.query(LAST_ATTEMPT_SQL, [id]);
    else if (stop.aborted) await pool.query(RETURN_ATTEMPT_SQL, [id, attempts]);
  }

  #repeat(what: string, ms: number, task: () => Promise<void>): NodeJS.Timeout {
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      const done = task()
        .catch((error: Error) => {
          if (!this.#closed.signal.aborted) this.options.log('warn', `${what}: ${error.message}`);
        })
        .finally(() => {
          isRunning = false;
          this.#underWay.delete(done);
        });
      this.#underWay.add(done);
    }, ms);
    return timer.unref();
  }

  async #heartbeat(): Promise<void> {
    const { pool } = this.options;
    const workers = [...this.#workers];
    await pool.query(HEARTBEAT_SQL, [workers]);
    await pool.query(RENEW_LOCKS_SQL, [workers]);
    const takers = workers.filter((id) => id !== this.#keeper);
    await releaseLostLocks(pool, takers, [...this.#held]);
    await this.#takeOver(false);
    await reorderJobs(pool);
    await pool.query(EXPIRE_HEARTBEATS_SQL);
    await pool.query(FORGET_FAILED_SQL);
  }

  async #cancelRequested(): Promise<void> {
    if (this.#running.size === 0) return;
    const { rows } = await this.options.pool.query<{ id: string }>(CANCELLED_SQL, [[...this.#running.keys()]]);
    for (const { id } of rows) this.#running.get(id)?.abort();
  }

  /** Takes over the jobs of dead workers: those with an attempt left run again, and the others end. */
  async #takeOver(isExclusive: boolean): Promise<void> {
    const { pool, log } = this.options;
    const dead = await deadWorkers(pool, [...this.#workers], isExclusive);
    const orphans = await adoptOrphans(pool, [...dead, this.#keeper], this.#keeper);
    if (dead.length > 0) {
      log('warn', `taking over the jobs of ${dead.length} dead worker(s)`);
      await this.#utils!.forceUnlockWorkers([...dead]);
    }
    for (const orphan of orphans) await this.#endOrphan(orphan);
  }

  /** Records the end of a job whose worker died on its last attempt; repeated at the next heartbeat if that fails. */
  async #endOrphan(orphan: Orphan): Promise<void> {
    const { pool, runner, log } = this.options;
    const { name, payload, cancelled } = orphan;
    try {
      await runner.abandon({ name, payload }, cancelled ? 'cancelled' : 'crashed');
      await endOrphan(pool, orphan);
    } catch (error) {
      log(
        'error',
        `job ${orphan.id} (${name}) cannot be ended: ${(this.options.describe ?? messageOf)(error as Error)}`,
      );
    }
  }

  #logger(): Logger {
    return new Logger(() => (level, message) => {
      // A database that stops right after the process ends connections that are being closed.
      if (this.#closed.signal.aborted) return;
      if (level === 'error' || level === 'warning') this.options.log(level === 'error' ? 'error' : 'warn', message);
    });
  }
}
