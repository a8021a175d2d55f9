import { JOB_TYPES } from '../system/job-types.ts';
import { isRestorable, RESTORE_PERIOD_MS, type SpaceState } from '../../domain/spaces.ts';
import type { JobRequest } from '../../ports/kernel/jobs.ts';
import type { UnitOfWork, Work } from '../../ports/kernel/unit-of-work.ts';
import { scheduleGarbageCollection } from '../garbage-collection.ts';
import { job } from '../kernel/job.ts';
import type { Services } from '../kernel/services.ts';
import { addMilliseconds, MINUTE_MS } from '../../domain/kernel/time.ts';

/** Greatest difference between the clocks of the machines, in milliseconds; a purged space cannot be restored. */
const MAX_CLOCK_SKEW_MS = 15 * MINUTE_MS;
/** Attempts of a purge, spread over days. */
const MAX_ATTEMPTS = 25;
/** Number of overdue spaces scheduled at one start; later starts schedule the rest. */
const BATCH_SIZE = 1_000;

/** Schedules the purge of a deleted space for the time when it can no longer be restored. */
export const schedulePurge = (
  { id, organizationId }: Pick<SpaceState, 'id' | 'organizationId'>,
  deletedAt: string,
): JobRequest =>
  JOB_TYPES.purgeSpace.request(
    { organizationId, spaceId: id, deletedAt },
    {
      key: `purge ${id} ${deletedAt}`,
      notBefore: addMilliseconds(deletedAt, RESTORE_PERIOD_MS + MAX_CLOCK_SKEW_MS),
      maxAttempts: MAX_ATTEMPTS,
    },
  );

/** Schedules purges that were due while the instance was stopped, or that had failed. */
export async function scheduleOverduePurges({
  unitOfWork,
  services,
}: {
  readonly unitOfWork: UnitOfWork;
  readonly services: Pick<Services, 'clock'>;
}): Promise<void> {
  const now = services.clock.now();
  const before = addMilliseconds(now, -(RESTORE_PERIOD_MS + MAX_CLOCK_SKEW_MS));
  await unitOfWork.run(
    { organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null, at: now },
    async (work) => {
      for (const { id, organizationId, deletedAt } of await work.spacePurger.listDeletedBefore(before, BATCH_SIZE))
        await work.jobs.enqueue(
          JOB_TYPES.purgeSpace.request(
            { organizationId, spaceId: id, deletedAt: deletedAt! },
            { key: `purge ${id} at last`, maxAttempts: MAX_ATTEMPTS },
          ),
        );
    },
  );
}

/**
 * Purges a deleted space with everything that belongs to it, in batches of one unit of work each, so that an
 * interrupted purge continues where it stopped. Garbage collection deletes content and files that no other space
 * references.
 */
export const purgeSpaceJob = job(JOB_TYPES.purgeSpace)({
  needs: ['clock'],
  async run({ transact, clock, signal }, { organizationId, spaceId, deletedAt }) {
    const step = async (work: Work): Promise<boolean> => {
      const space = await work.spaces.find({ id: spaceId, deletedAt });
      if (space === undefined) return false;
      if (isRestorable(deletedAt, clock.now()))
        throw new Error('the space can still be restored: the clock of this machine is behind');
      if (await work.spacePurger.purgeBatch(spaceId)) return true;
      space.purge();
      await work.spaces.delete(space);
      await work.jobs.enqueue(scheduleGarbageCollection(clock.now()));
      return false;
    };
    while (await transact({ organizationId, spaceId }, step)) signal.throwIfAborted();
  },
});
