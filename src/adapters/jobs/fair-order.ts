import type pg from 'pg';

/** Seconds that the next job of a share may wait before it moves to the front. */
const MAX_WAIT_SECONDS = 10;
/** Key of the advisory lock under which one process at a time creates the indexes; an arbitrary number. */
const INDEX_LOCK = 5_517_026;

const INDEXES = [
  // Finds the last position of one organization without reading the jobs of others.
  `CREATE INDEX IF NOT EXISTS quire_jobs_by_share ON graphile_worker._private_jobs (flags, priority)
    WHERE is_available AND flags IS NOT NULL`,
  // Finds the next job of a queue without reading those of other queues that wait.
  `CREATE INDEX IF NOT EXISTS quire_jobs_by_task ON graphile_worker._private_jobs (task_id, priority, run_at)
    WHERE is_available`,
];

/**
 * Reorders jobs by share; a share is the jobs of one kind and organization. The first job of each share that has waited
 * for some time moves to the front, so that no job starves behind new organizations. Jobs of one share that became due
 * together, all with position 0, get consecutive positions. Locked jobs are skipped until the next run.
 */
const REORDER = `WITH due AS (
    SELECT id, priority, run_at, row_number() OVER (PARTITION BY flags ORDER BY priority, run_at, id) - 1 AS place
    FROM graphile_worker._private_jobs WHERE is_available AND run_at <= now() AND flags IS NOT NULL
  ), front AS (
    SELECT min(priority) AS priority FROM due
  ), moved AS (
    SELECT jobs.id, CASE WHEN due.place = 0 THEN front.priority ELSE due.place END AS priority
    FROM graphile_worker._private_jobs AS jobs JOIN due ON due.id = jobs.id CROSS JOIN front
    WHERE jobs.is_available AND due.place <= 32767 AND (
      due.place = 0 AND due.priority > front.priority AND due.run_at < now() - interval '${MAX_WAIT_SECONDS} seconds'
      OR due.place > 0 AND due.priority = 0)
    FOR UPDATE OF jobs SKIP LOCKED
  )
  UPDATE graphile_worker._private_jobs AS jobs SET priority = moved.priority FROM moved WHERE jobs.id = moved.id`;

/** Creates the indexes for finding jobs by organization and queue; must run after the migrations of the queue. */
export async function prepareFairOrder(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [INDEX_LOCK]);
    for (const index of INDEXES) await client.query(index);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Moves jobs that have waited long to the front and gives due jobs their positions; runs every few seconds. */
export async function reorderJobs(pool: pg.Pool): Promise<void> {
  await pool.query(REORDER);
}
