import type pg from 'pg';

/** Seconds without a heartbeat after which a process counts as dead and its jobs are taken over. */
const DEAD_AFTER_SECONDS = 60;

const DEAD_WORKERS = `SELECT DISTINCT j.locked_by AS id FROM graphile_worker.jobs j LEFT JOIN worker_heartbeats h ON h.worker_id = j.locked_by
  WHERE j.locked_by IS NOT NULL AND NOT j.locked_by = ANY($1::text[])
    AND ($2 OR greatest(h.seen_at, j.locked_at) < now() - make_interval(secs => ${DEAD_AFTER_SECONDS}))`;

const ADOPT = `UPDATE graphile_worker._private_jobs AS jobs SET locked_by = $2, locked_at = now()
  FROM graphile_worker._private_tasks AS tasks
  WHERE tasks.id = jobs.task_id AND jobs.locked_by = ANY($1::text[])
    AND (jobs.attempts >= jobs.max_attempts OR jobs.flags ? 'cancel-requested')
  RETURNING jobs.id::text AS id, tasks.identifier AS name, jobs.payload, coalesce(jobs.flags ? 'cancel-requested', false) AS cancelled`;
const DELETE = `DELETE FROM graphile_worker._private_jobs WHERE id = $1::bigint`;
const PARK = `UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL, run_at = now(),
    last_error = 'the process that ran the job ended on its last attempt', max_attempts = attempts
  WHERE id = $1::bigint`;

const RELEASE_LOST = `WITH lost AS (
    SELECT id, locked_by, job_queue_id FROM graphile_worker._private_jobs
    WHERE locked_by = ANY($1::text[]) AND NOT id = ANY($2::bigint[])
      AND locked_at < now() - make_interval(secs => ${DEAD_AFTER_SECONDS})
    FOR UPDATE SKIP LOCKED
  ), queues AS (
    UPDATE graphile_worker._private_job_queues AS queues SET locked_by = NULL, locked_at = NULL
    FROM lost WHERE queues.id = lost.job_queue_id AND queues.locked_by = lost.locked_by
  )
  UPDATE graphile_worker._private_jobs AS jobs SET locked_by = NULL, locked_at = NULL, attempts = attempts - 1
  FROM lost WHERE jobs.id = lost.id`;

/** Job of a dead worker that must not run again. */
export interface Orphan {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
  /** The operator asked to stop the job. */
  readonly cancelled: boolean;
}

/**
 * Finds the workers that hold jobs and have sent no heartbeat for a minute.
 * @param living workers of this process
 * @param isExclusive every other worker is dead
 */
export async function deadWorkers(
  pool: pg.Pool,
  living: readonly string[],
  isExclusive: boolean,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(DEAD_WORKERS, [living, isExclusive]);
  return rows.map(({ id }) => id);
}

/**
 * Takes the jobs of these workers that have no attempt left, or were cancelled, so that one process ends each of them.
 * @param keeper name of the process that takes them, whose heartbeat keeps them from others
 */
export async function adoptOrphans(
  pool: pg.Pool,
  workers: readonly string[],
  keeper: string,
): Promise<readonly Orphan[]> {
  return (await pool.query<Orphan>(ADOPT, [workers, keeper])).rows;
}

/** Deletes a cancelled job, and parks another one as failed. */
export async function endOrphan(pool: pg.Pool, { id, cancelled }: Orphan): Promise<void> {
  await pool.query(cancelled ? DELETE : PARK, [id]);
}

/**
 * Releases the jobs that living workers took without learning of it, as when the connection breaks after the commit.
 * @param held jobs that the workers know of
 */
export async function releaseLostLocks(
  pool: pg.Pool,
  workers: readonly string[],
  held: readonly string[],
): Promise<void> {
  await pool.query(RELEASE_LOST, [workers, held]);
}
