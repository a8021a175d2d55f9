import type { JobOrder, Jobs } from '../../../../ports/kernel/jobs.ts';
import { statement } from './sql.ts';
import type { Transaction } from './transaction.ts';

const ADD = statement("SELECT 1 FROM graphile_worker.add_job($1, $2::json, queue_name => $3, max_attempts => $4, run_at => $5::timestamptz, job_key => $6, job_key_mode => 'preserve_run_at')");
const MAX_ATTEMPTS = 5;

/** Puts jobs into the queue's tables in the same transaction. */
export class PgJobs implements Jobs {
  constructor(private readonly transaction: Transaction) {}

  async enqueue({ name, payload, queue, key, maxAttempts, notBefore }: JobOrder): Promise<void> {
    await this.transaction.rows(ADD, [name, JSON.stringify(payload), queue ?? null, maxAttempts ?? MAX_ATTEMPTS, notBefore ?? null, key ?? null]);
  }
}
