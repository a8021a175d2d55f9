import type { GitSync } from '../../domain/git/git-sync.ts';
import { Conflict, NotFound } from '../../domain/kernel/errors.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { JOB_TYPES } from '../system/job-types.ts';
import type { RunningOperation } from './git-job.ts';
import type { JobContext } from '../kernel/job.ts';
import { requireInitiatorRights } from '../permissions/initiator-rights.ts';

/**
 * Runs a task in a unit of work that locks the sync, if the operation is still current. Verifies the permissions of the
 * operation's user as the last step, so that nothing is written after they were lost.
 * @returns undefined when the operation is not current
 * @throws InitiatorRightsLost
 */
export function withRunningOperation<T>(
  context: Pick<JobContext, 'read' | 'transact'>,
  operation: RunningOperation,
  task: (sync: GitSync, work: Work) => Promise<T>,
): Promise<T | undefined> {
  return withLockedSync(context, operation, async (sync, work) => {
    const done = await task(sync, work);
    await requireOperationRights(context, operation);
    return done;
  });
}

/** Does the same as `withRunningOperation` without verifying permissions, for ending and rescheduling an operation. */
export async function withLockedSync<T>(
  context: Pick<JobContext, 'transact'>,
  { spaceId, organizationId, actorId, operation }: RunningOperation,
  task: (sync: GitSync, work: Work) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await context.transact({ organizationId, spaceId, actorId }, async (work) => {
      await work.lock('gitSyncs', spaceId);
      const sync = await work.gitSyncs.get({ id: spaceId, organizationId });
      return sync.isRunning(operation) ? task(sync, work) : undefined;
    });
  } catch (error) {
    if (error instanceof NotFound) return undefined; // the space was deleted together with its sync
    throw error;
  }
}

/**
 * Requires that the user who started an import or export still has the permission.
 * @throws InitiatorRightsLost, Conflict for a deleted space
 */
export async function requireOperationRights(
  { read }: Pick<JobContext, 'read'>,
  { actorId: userId, via = null, organizationId, spaceId }: RunningOperation,
): Promise<void> {
  try {
    await requireInitiatorRights(read, { userId, via }, OPERATION_PERMISSION, { organizationId, spaceId });
  } catch (error) {
    throw error instanceof NotFound ? new Conflict('the space has been deleted') : error;
  }
}

/** Permission of imports and of exports. */
const OPERATION_PERMISSION = JOB_TYPES.importRepository.permission;
