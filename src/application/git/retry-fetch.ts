import { MAX_OPERATION_MS } from '../../domain/git/git-sync.ts';
import { GitError } from '../../ports/git/git-repositories.ts';
import type { JobRequest } from '../../ports/kernel/jobs.ts';
import type { JobContext } from '../kernel/job.ts';
import type { RunningOperation } from './git-job.ts';
import { withLockedSync } from './running-operation.ts';

/** Number of times an unreachable repository is tried again; each delay is four times the previous one. */
const MAX_RETRIES = 4;
const DELAY_FACTOR = 4;

/** Tells whether an error may go away by itself: the server was unreachable, slow, or closed the connection. */
export const isTransientFault = (error: unknown): error is GitError =>
  error instanceof GitError && (error.code === 'GIT_NETWORK' || error.code === 'GIT_TIMEOUT');

/**
 * Schedules a retry of an operation whose repository was unreachable: enqueues `requestAt` of the time of the retry.
 * @returns false when no attempt or time is left; the caller must end the operation
 */
export async function retryFetch(
  context: Pick<JobContext<'clock' | 'gitRetryMs'>, 'transact' | 'clock' | 'gitRetryMs'>,
  operation: RunningOperation,
  fault: GitError,
  requestAt: (notBefore: string) => JobRequest,
): Promise<boolean> {
  const now = Date.parse(context.clock.now());
  const postponed = await withLockedSync(context, operation, async (sync, work) => {
    const { faults = 0, startedAt } = sync.snapshot().lastOperation!;
    const at = now + context.gitRetryMs * DELAY_FACTOR ** faults;
    if (faults >= MAX_RETRIES || at - Date.parse(startedAt) >= MAX_OPERATION_MS) return false;
    const retryAt = new Date(at).toISOString();
    sync.scheduleRetry(fault.message, retryAt);
    await work.gitSyncs.save(sync);
    await work.jobs.enqueue(requestAt(retryAt));
    return true;
  });
  // An operation that no longer runs needs no retry.
  return postponed ?? true;
}
