import type { GitSync } from '../../domain/git-sync/git-sync.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { JobContext } from '../kernel/job.ts';

/** One operation of one space, and on whose behalf it runs. */
export interface RunningOperation {
  readonly operation: Id;
  readonly spaceId: Id;
  readonly organizationId: Id;
  readonly actorId: Id;
}

/** Runs a task in a unit of work that holds the sync, if the operation still is what it is busy with; else does nothing. */
export async function whileRunning<T>(
  context: Pick<JobContext, 'transact'>, { spaceId, organizationId, actorId, operation }: RunningOperation, task: (sync: GitSync, work: Work) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await context.transact({ organizationId, spaceId, actorId }, async (work) => {
      await work.guard('gitSyncs', spaceId);
      const sync = await work.gitSyncs.get({ id: spaceId, organizationId });
      return sync.isRunning(operation) ? task(sync, work) : undefined;
    });
  } catch (error) {
    if (error instanceof NotFound) return undefined; // the space is gone, with everything in it
    throw error;
  }
}
