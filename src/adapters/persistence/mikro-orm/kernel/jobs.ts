import { jobOrganization, type JobRequest, type Jobs } from '../../../../ports/kernel/jobs.ts';
import { statement } from './sql.ts';
import type { Transaction } from './transaction.ts';

/** Priority of the system's own jobs, before all others: the lowest number runs first. */
const SYSTEM_PRIORITY = -1;
const MAX_PRIORITY = 32_767;

/**
 * Adds a job after those of the same kind and organization: its priority is one higher than theirs, so that jobs of
 * different organizations interleave. A job that already waits under the key keeps its place; a job for a later time
 * gets its place then.
 */
const ADD = statement(`SELECT 1 FROM graphile_worker.add_job($1, $2::json, queue_name => $3, max_attempts => $4,
  run_at => $5::timestamptz, job_key => $6, job_key_mode => 'preserve_run_at', flags => $7::text[],
  priority => CASE WHEN $7::text[] IS NULL THEN ${SYSTEM_PRIORITY} ELSE coalesce(
    (SELECT priority::int FROM graphile_worker._private_jobs WHERE key = $6 AND is_available),
    CASE WHEN $5::timestamptz > now() THEN 0 END,
    (SELECT least(coalesce(max(priority) + 1, 0), ${MAX_PRIORITY}) FROM graphile_worker._private_jobs
      WHERE flags = jsonb_build_object($7[1], true) AND is_available)) END)`);
const MAX_ATTEMPTS = 5;

/** Jobs that are enqueued in the same transaction. */
export class PgJobs implements Jobs {
  constructor(private readonly transaction: Transaction) {}

  async enqueue(order: JobRequest): Promise<void> {
    const { name, payload, queue, key, maxAttempts, notBefore } = order;
    const organizationId = jobOrganization(order);
    const flags = organizationId === undefined ? null : [shareFlag(name, organizationId)];
    const attempts = maxAttempts ?? MAX_ATTEMPTS;
    await this.transaction.rows(ADD, [
      name,
      JSON.stringify(payload),
      queue ?? null,
      attempts,
      notBefore ?? null,
      key ?? null,
      flags,
    ]);
  }
}

/** Flag of a job in the queue's tables that names whose share of the workers it takes. */
const shareFlag = (name: string, organizationId: string): string => `${name} ${organizationId}`;
