import type { JobId } from '../../../../domain/kernel/id.ts';
import {
  DEFAULT_JOB_ATTEMPTS,
  jobOrganization,
  type JobRequest,
  type Jobs,
  type JobState,
} from '../../../../ports/kernel/jobs.ts';
import { statement } from './sql.ts';
import { JOB_COLUMNS, JOB_TABLES, jobFrom, jobNumber } from './stored-jobs.ts';
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

// Workers skip locked rows, so that none takes the job before the transaction ends.
const LOCK = statement(`SELECT ${JOB_COLUMNS} FROM ${JOB_TABLES} WHERE jobs.id = $1::bigint FOR UPDATE OF jobs`);
const REMOVE = statement(`DELETE FROM graphile_worker._private_jobs WHERE id = $1::bigint AND locked_at IS NULL`);
const REQUEST_CANCELLATION = statement(`UPDATE graphile_worker._private_jobs
  SET flags = coalesce(flags, '{}') || '{"cancel-requested": true}' WHERE id = $1::bigint`);
const RESTART = statement(`WITH restarted AS (
    UPDATE graphile_worker._private_jobs SET attempts = 0, max_attempts = greatest(max_attempts, ${DEFAULT_JOB_ATTEMPTS}),
      run_at = now(), last_error = NULL, updated_at = now(), payload = coalesce($2::json, payload)
    WHERE id = $1::bigint AND locked_at IS NULL RETURNING 1)
  SELECT pg_notify('jobs:insert', json_build_object('r', random()::text, 'count', 1)::text) FROM restarted`);

/** Jobs that are enqueued and changed in the same transaction. */
export class PgJobs implements Jobs {
  constructor(private readonly transaction: Transaction) {}

  async enqueue(order: JobRequest): Promise<void> {
    const { name, payload, queue, key, maxAttempts, notBefore } = order;
    const organizationId = jobOrganization(order);
    const flags = organizationId === undefined ? null : [shareFlag(name, organizationId)];
    const attempts = maxAttempts ?? DEFAULT_JOB_ATTEMPTS;
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

  async lock(id: JobId): Promise<JobState | undefined> {
    const number = jobNumber(id);
    const [row] = number === undefined ? [] : await this.transaction.rows(LOCK, [number]);
    return row && jobFrom(row);
  }

  async remove(id: JobId): Promise<void> {
    await this.transaction.rows(REMOVE, [id]);
  }

  async requestCancellation(id: JobId): Promise<void> {
    await this.transaction.rows(REQUEST_CANCELLATION, [id]);
  }

  async restart(id: JobId, payload?: JobRequest['payload']): Promise<void> {
    await this.transaction.rows(RESTART, [id, payload === undefined ? null : JSON.stringify(payload)]);
  }
}

/** Flag of a job in the queue's tables that names whose share of the workers it takes. */
const shareFlag = (name: string, organizationId: string): string => `${name} ${organizationId}`;
