import { JOB_TYPES } from '../../system/job-types.ts';
import { NotFound } from '../../../domain/kernel/errors.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { UnitOfWork } from '../../../ports/kernel/unit-of-work.ts';
import type { Services } from '../../kernel/services.ts';
import { job, type JobContext } from '../../kernel/job.ts';
import { REBUILD_PROJECTIONS } from './build-projections.ts';
import { updateProjections } from './update-projections.ts';

/**
 * Builds the deferred projections of all spaces, one space after the other. A space that fails does not stop the
 * others.
 */
export const rebuildProjectionsJob = job(JOB_TYPES.rebuildProjections)({
  needs: ['content'],
  async run(context) {
    const failures: unknown[] = [];
    for (
      let spaceId = await findNextSpace(context);
      spaceId !== undefined;
      spaceId = await findNextSpace(context, spaceId)
    ) {
      try {
        await updateProjections(context, spaceId);
      } catch (error) {
        context.signal.throwIfAborted();
        // The space was purged while the job ran, which also removed it from the backlog.
        if (!(error instanceof NotFound)) failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  },
});

const findNextSpace = (context: JobContext, after?: Id): Promise<Id | undefined> =>
  context.transact({ organizationId: null, spaceId: null }, (work) => work.projectionBacklog.next(after));

/** Enqueues the job when there are deferred projections. */
export async function scheduleOverdueProjections({
  unitOfWork,
  services,
}: {
  readonly unitOfWork: UnitOfWork;
  readonly services: Pick<Services, 'clock'>;
}): Promise<void> {
  await unitOfWork.run(
    { organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null, at: services.clock.now() },
    async (work) => {
      if ((await work.projectionBacklog.next()) !== undefined) await work.jobs.enqueue(REBUILD_PROJECTIONS);
    },
  );
}
