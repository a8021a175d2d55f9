import { EventEmitter } from 'node:events';
import {
  Logger,
  makeWorkerUtils,
  run,
  type Runner,
  type Task,
  type WorkerEvents,
  type WorkerUtils,
} from 'graphile-worker';
import type pg from 'pg';
import type { JobQueue, JobRunner } from '../../ports/kernel/jobs.ts';
import { prepareFairOrder, reorderJobs } from './fair-order.ts';
import { WorkerShares } from './worker-shares.ts';

export interface PgQueueOptions {
  /** Connection pool that the queue owns. */
  readonly pool: pg.Pool;
  readonly names: readonly string[];
  readonly run: JobRunner;
  readonly concurrency: number;
  /** Names of long-running jobs; one organization runs at most `concurrency - 1` of them at a time. */
  readonly heavy: readonly string[];
  /** No other process can use this database, so every lock found at the start belongs to a dead process. */
  readonly isExclusive: boolean;
  readonly log: (level: 'debug' | 'warn' | 'error', message: string) => void;
}

const HEARTBEAT_MS = 10_000;
/** Seconds without a heartbeat after which a process counts as dead and its jobs are taken over. */
const DEAD_AFTER_SECONDS = 60;

const HEARTBEAT_SQL = `INSERT INTO worker_heartbeats (worker_id, seen_at) SELECT id, now() FROM unnest($1::text[]) AS id
  ON CONFLICT (worker_id) DO UPDATE SET seen_at = excluded.seen_at`;
const DEAD_WORKERS_SQL = `SELECT DISTINCT j.locked_by AS id FROM graphile_worker.jobs j LEFT JOIN worker_heartbeats h ON h.worker_id = j.locked_by
  WHERE j.locked_by IS NOT NULL AND NOT j.locked_by = ANY($1::text[])
    AND ($2 OR greatest(h.seen_at, j.locked_at) < now() - make_interval(secs => ${DEAD_AFTER_SECONDS}))`;
const EXPIRE_HEARTBEATS_SQL = `DELETE FROM worker_heartbeats WHERE seen_at < now() - interval '1 day'`;
const STATUS_SQL = `SELECT count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts)::int AS waiting,
    count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS running,
    count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts)::int AS failed
  FROM graphile_worker.jobs`;

/** Job queue in the database; any process runs the jobs, and they survive the death of each. */
export class PgQueue implements JobQueue {
  readonly #workers = new Set<string>();
  readonly #events: WorkerEvents = new EventEmitter();
  #runner: Runner | undefined;
  #utils: WorkerUtils | undefined;
  #heartbeatTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: PgQueueOptions) {
    this.#events.on('worker:create', ({ worker }) => this.#workers.add(worker.workerId));
    this.#events.on('worker:stop', ({ worker }) => this.#workers.delete(worker.workerId));
  }

  /** Starts the workers, after migrating the tables of the queue; no job can be enqueued before. */
  async start(): Promise<void> {
    const { pool, names, concurrency, heavy, isExclusive } = this.options;
    this.#utils = await makeWorkerUtils({ pgPool: pool, logger: this.#logger() });
    await this.#utils.migrate();
    await prepareFairOrder(pool);
    await reorderJobs(pool);
    await this.#takeOver(isExclusive);
    this.#runner = await run({
      pgPool: pool,
      taskList: Object.fromEntries(names.map((name) => [name, this.#task(name)])),
      concurrency,
      ...(concurrency > 1 && {
        forbiddenFlags: new WorkerShares(this.#events, new Set(heavy), concurrency - 1).forbiddenFlags,
      }),
      noHandleSignals: true,
      pollInterval: 2_000,
      events: this.#events,
      logger: this.#logger(),
      gracefulShutdownAbortTimeout: 1,
    });
    await this.#heartbeat();
    this.#heartbeatTimer = setInterval(
      () => void this.#heartbeat().catch((error: Error) => this.options.log('warn', `heartbeat: ${error.message}`)),
      HEARTBEAT_MS,
    );
    this.#heartbeatTimer.unref();
  }

  async stop(graceMs: number): Promise<void> {
    clearInterval(this.#heartbeatTimer);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => (timer = setTimeout(resolve, graceMs)));
    await Promise.race([this.#runner?.stop().catch(() => {}), timeout]);
    await this.#utils?.release();
    await Promise.race([this.options.pool.end(), timeout]);
    clearTimeout(timer);
  }

  async status() {
    const { rows } = await this.options.pool.query(STATUS_SQL);
    return rows[0];
  }

  #task(name: string): Task {
    return (payload, helpers) =>
      this.options.run({
        name,
        payload,
        attempt: helpers.job.attempts,
        lastAttempt: helpers.job.attempts >= helpers.job.max_attempts,
        signal: helpers.abortSignal ?? new AbortController().signal,
      });
  }

  async #heartbeat(): Promise<void> {
    await this.options.pool.query(HEARTBEAT_SQL, [[...this.#workers]]);
    await this.#takeOver(false);
    await reorderJobs(this.options.pool);
    await this.options.pool.query(EXPIRE_HEARTBEATS_SQL);
  }

  async #takeOver(isExclusive: boolean): Promise<void> {
    const { rows } = await this.options.pool.query<{ id: string }>(DEAD_WORKERS_SQL, [[...this.#workers], isExclusive]);
    if (rows.length === 0) return;
    this.options.log('warn', `taking over the jobs of ${rows.length} dead worker(s)`);
    await this.#utils!.forceUnlockWorkers(rows.map(({ id }) => id));
  }

  #logger(): Logger {
    return new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') this.options.log(level === 'error' ? 'error' : 'warn', message);
    });
  }
}
