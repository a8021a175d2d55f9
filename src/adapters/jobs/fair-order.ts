import type pg from 'pg';

/** Seconds for which the next job of a share may wait before it goes to the front. */
const MAX_WAIT_SECONDS = 10;
/** Key of the lock under which one process at a time prepares the index; any number that nothing else uses. */
const INDEX_LOCK = 5_517_026;

/** Finds the last place in the order of one organization without reading the others. */
const INDEX = `CREATE INDEX IF NOT EXISTS quire_jobs_by_share ON graphile_worker._private_jobs (flags, priority)
  WHERE is_available AND flags IS NOT NULL`;

/**
 * A share is the jobs of one kind and organization. The next of each share that has waited for a while goes to the front:
 * nothing waits for ever behind organizations that are new. Jobs of one share that became due together, all of which have
 * the number 0, are put one behind the other. Jobs that somebody holds are left for the next time.
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

/** Prepares what ordering jobs by organization needs; after the queue's own tables are up to date. */
export async function prepareFairOrder(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [INDEX_LOCK]);
    await client.query(INDEX);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Brings jobs to the front that have waited long, and those to their places whose time has come; called every few seconds. */
export async function reorderJobs(pool: pg.Pool): Promise<void> {
  await pool.query(REORDER);
}
