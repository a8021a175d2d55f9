import type { Id } from '../../domain/kernel/id.ts';
import { isRestorable, RESTORE_PERIOD_MS, type SpaceState } from '../../domain/spaces.ts';
import type { JobRequest } from '../../ports/kernel/jobs.ts';
import type { UnitOfWork, Work } from '../../ports/kernel/unit-of-work.ts';
import { scheduleGarbageCollection } from '../garbage-collection.ts';
import { job } from '../kernel/job.ts';
import type { Services } from '../kernel/services.ts';

interface Payload {
  readonly organizationId: Id;
  readonly spaceId: Id;
  /** Which deletion is meant: a space that was restored and deleted again has another week. */
  readonly deletedAt: string;
}

/** As far as the clocks of the machines may differ: nobody can restore any more what goes. */
const MAX_CLOCK_SKEW_MS = 15 * 60 * 1000;
/** Tried for days. */
const MAX_ATTEMPTS = 25;
/** What a start takes care of; the next one does the rest. */
const BATCH_SIZE = 1_000;

const payloadOf = ({ id, organizationId }: Pick<SpaceState, 'id' | 'organizationId'>, deletedAt: string) =>
  ({ organizationId, spaceId: id, deletedAt }) satisfies Payload;

/** Has a space removed for good once nobody can restore it any more. */
export const schedulePurge = (
  { id, organizationId }: Pick<SpaceState, 'id' | 'organizationId'>,
  deletedAt: string,
): JobRequest => ({
  name: purgeSpaceJob.name,
  payload: payloadOf({ id, organizationId }, deletedAt),
  key: `purge ${id} ${deletedAt}`,
  notBefore: new Date(Date.parse(deletedAt) + RESTORE_PERIOD_MS + MAX_CLOCK_SKEW_MS).toISOString(),
  maxAttempts: MAX_ATTEMPTS,
});

/** Has spaces removed whose time was over while nothing ran, or whose removal was given up. */
export async function scheduleOverduePurges({
  unitOfWork,
  services,
}: {
  readonly unitOfWork: UnitOfWork;
  readonly services: Pick<Services, 'clock'>;
}): Promise<void> {
  const now = services.clock.now();
  const before = new Date(Date.parse(now) - RESTORE_PERIOD_MS - MAX_CLOCK_SKEW_MS).toISOString();
  await unitOfWork.run(
    { organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null, at: now },
    async (work) => {
      for (const { deletedAt, ...space } of await work.spacePurger.listDeletedBefore(before, BATCH_SIZE))
        await work.jobs.enqueue({
          name: purgeSpaceJob.name,
          payload: payloadOf(space, deletedAt!),
          key: `purge ${space.id} at last`,
          maxAttempts: MAX_ATTEMPTS,
        });
    },
  );
}

/**
 * Removes a deleted space with all that belongs to it, a part at a time, each in a unit of work of its own: whoever is killed
 * leaves the rest to the next one. Content and files may be those of other spaces too: what nothing needs is collected later.
 */
export const purgeSpaceJob = job<Payload>()({
  name: 'purge-space',
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
