import { JOB_TYPES } from './system/job-types.ts';
import type { Hash } from '../domain/content/objects/content-object.ts';
import type { GarbageCollection, SweepCutoffs } from '../ports/garbage-collection.ts';
import type { JobRequest } from '../ports/kernel/jobs.ts';
import { expiryOf } from './insights.ts';
import { findWrongClock } from './instance.clock.ts';
import { job, type JobContext } from './kernel/job.ts';
import { TimeSlices } from './kernel/time-slices.ts';
import { addMilliseconds, HOUR_MS, MINUTE_MS } from '../domain/kernel/time.ts';

/**
 * Grace period before an unreferenced object is deleted, in milliseconds; must exceed any delay between storing and
 * referencing it.
 */
const GRACE_MS = 24 * HOUR_MS;
/** Greatest difference between the clocks of the application and of the blob store, in milliseconds. */
const MAX_CLOCK_SKEW_MS = 15 * MINUTE_MS;
/** Number of blobs checked in one step. */
const BLOB_BATCH_SIZE = 500;
/** Delay until the next run; exceeds the grace period so that the objects condemned last are old enough. */
const NEXT_RUN_MS = GRACE_MS + HOUR_MS / 60;

/** Request for a garbage collection in one hour; the delay groups requests that follow each other. */
export const scheduleGarbageCollection = (now: string): JobRequest => jobRequestAt(addMilliseconds(now, HOUR_MS));
const jobRequestAt = (notBefore: string): JobRequest =>
  JOB_TYPES.collectGarbage.request({}, { queue: 'collection', key: 'collection', notBefore });

/**
 * Condemns content objects and blobs that nothing references (of purged spaces, abandoned imports and unused uploads)
 * and deletes those that were condemned before the grace period. Works in batches and runs again while condemned
 * objects remain. ADR 20 explains why no referenced object is deleted.
 */
export const collectGarbageJob = job(JOB_TYPES.collectGarbage)({
  needs: ['clock', 'collector', 'ids', 'blobs', 'organizationStorage', 'siteEvents', 'insightsRetentionDays'],
  async run(context) {
    const { now, clock, collector, ids } = context;
    const at = { now, condemnedBefore: addMilliseconds(now, -GRACE_MS) };
    const pause = createPause(context.signal);
    const collection = await collector.begin(ids.next());
    // A clock that is a day ahead would end the grace period of what was condemned just now.
    const problem = findWrongClock(collection.clockOffsetMs);
    if (problem !== undefined) throw new Error(problem);
    while (await context.siteEvents.purge(expiryOf(now, context.insightsRetentionDays))) await pause();
    while (await collection.mark()) await pause();
    const found = {
      ...(await sweepObjects(collection, at, pause)),
      ...(await sweepBlobs(context, collection, at, pause)),
    };
    await collection.finish(found, clock.now());
    if (found.condemnedObjects + found.condemnedBlobs === 0) return;
    await context.transact({ organizationId: null, spaceId: null }, (work) =>
      work.jobs.enqueue(jobRequestAt(addMilliseconds(now, NEXT_RUN_MS))),
    );
  },
});

type Pause = () => Promise<void>;
const createPause = (signal: AbortSignal): Pause => {
  const slices = new TimeSlices();
  return async () => {
    signal.throwIfAborted();
    if (slices.isOver) await slices.next();
  };
};

async function sweepObjects(collection: GarbageCollection, at: SweepCutoffs, pause: Pause) {
  let [condemnedObjects, collectedObjects] = [0, 0];
  let after: Hash | undefined;
  for (;;) {
    const { last, condemned, collected } = await collection.sweepObjects(after, at);
    condemnedObjects += condemned;
    collectedObjects += collected;
    if (last === undefined) return { condemnedObjects, collectedObjects };
    after = last;
    await pause();
  }
}

async function sweepBlobs(
  { blobs, organizationStorage }: Pick<JobContext<'blobs' | 'organizationStorage'>, 'blobs' | 'organizationStorage'>,
  collection: GarbageCollection,
  at: SweepCutoffs,
  pause: Pause,
) {
  let [condemnedBlobs, collectedBlobs] = [0, 0];
  let after: string | undefined;
  for (;;) {
    const part = await blobs.list(after, BLOB_BATCH_SIZE);
    if (part.length === 0) return { condemnedBlobs, collectedBlobs };
    const { condemned, deletable } = await collection.sweepBlobs(part, at);
    condemnedBlobs += condemned;
    for (const { blob, condemnedAt } of deletable) {
      // A blob that was stored again since is kept: its uploader may be about to reference it.
      if (await blobs.discard(blob, Date.parse(condemnedAt) - MAX_CLOCK_SKEW_MS)) {
        await organizationStorage.forget(blob);
        collectedBlobs++;
      } else condemnedBlobs++;
      await pause();
    }
    if (deletable.length > 0) await collection.unmarkBlobs(deletable.map(({ blob }) => blob));
    after = part.at(-1);
    await pause();
  }
}
