import type { GitSync } from '../../domain/git/git-sync.ts';
import { Conflict, NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { BACKGROUND_WORK } from '../system/background-work.ts';
import type { JobContext } from '../kernel/job.ts';
import { requireInitiatorRights } from '../permissions/initiator-rights.ts';

/** One operation of one space, and the grounds on which it runs. */
export interface RunningOperation {
  readonly operation: Id;
  readonly spaceId: Id;
  readonly organizationId: Id;
  readonly actorId: Id;
  /** Origin of the credential that it was ordered with; absent from orders that were queued before it was recorded. */
  readonly via?: string | null;
}

/**
 * Runs a task in a unit of work that holds the sync, if the operation is still what it is busy with; else does nothing. Asks
 * for the rights of whoever ordered the operation as the last step, so that nothing is written after they were lost.
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

/** The same without asking for rights: for ending an operation, and for putting it off. */
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
    if (error instanceof NotFound) return undefined; // the space is gone, with everything in it
    throw error;
  }
}

/** Requires that whoever ordered an import or an export could order it now. @throws InitiatorRightsLost, Conflict for a deleted space */
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

/** Imports and exports ask for the same. */
const OPERATION_PERMISSION = BACKGROUND_WORK['import-git-repository'].permission;
