import { MAX_OPERATION_MS } from '../../domain/git/git-sync.ts';
import { GitError } from '../../ports/git/git-repositories.ts';
import type { JobRequest } from '../../ports/kernel/jobs.ts';
import type { JobContext } from '../kernel/job.ts';
import { withLockedSync, type RunningOperation } from './running-operation.ts';

/** So often a repository that cannot be reached is asked again, each time after four times as long. */
export const MAX_RETRIES = 4;
const DELAY_FACTOR = 4;

/** Whether it may go better a little later: the server could not be reached, broke off, or was too slow. */
export const isTransientFault = (error: unknown): error is GitError =>
  error instanceof GitError && (error.code === 'GIT_NETWORK' || error.code === 'GIT_TIMEOUT');

/**
 * Puts an operation off that could not reach its repository, and has `again` run when it is time.
 * @returns false when it was put off often enough, or would be too late then: it is for the caller to end it
 */
export async function retryFetch(
  context: Pick<JobContext<'clock' | 'gitRetryMs'>, 'transact' | 'clock' | 'gitRetryMs'>,
  operation: RunningOperation,
  fault: GitError,
  again: Omit<JobRequest, 'notBefore'>,
): Promise<boolean> {
  const now = Date.parse(context.clock.now());
  const postponed = await withLockedSync(context, operation, async (sync, work) => {
    const { faults = 0, startedAt } = sync.snapshot().lastOperation!;
    const at = now + context.gitRetryMs * DELAY_FACTOR ** faults;
    if (faults >= MAX_RETRIES || at - Date.parse(startedAt) >= MAX_OPERATION_MS) return false;
    const retryAt = new Date(at).toISOString();
    sync.scheduleRetry(fault.message, retryAt);
    await work.gitSyncs.save(sync);
    await work.jobs.enqueue({ ...again, notBefore: retryAt });
    return true;
  });
  // Of an operation that does not run any more nothing is left to be done.
  return postponed ?? true;
}
