import type { Hash } from '../domain/content/objects/content-object.ts';
import type { GarbageCollection, SweepCutoffs } from '../ports/garbage-collection.ts';
import type { JobRequest } from '../ports/kernel/jobs.ts';
import { job, type JobContext } from './kernel/job.ts';
import { Turns } from './kernel/time-slices.ts';

const HOUR_MS = 60 * 60 * 1000;
/** So long nothing may have needed what goes: longer than anything takes between putting it and making use of it. */
export const GRACE_MS = 24 * HOUR_MS;
/** As far as the clocks of the machines may differ that keep time for blobs and for this. */
const MAX_CLOCK_SKEW_MS = 15 * 60 * 1000;
/** Blobs that are looked at together. */
const BLOB_BATCH_SIZE = 500;
/** A little after the grace, so that what was condemned last is old enough. */
const NEXT_RUN_MS = GRACE_MS + HOUR_MS / 60;

const addMilliseconds = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

/** Has everything collected that nothing needs, in an hour: what gives rise to it often comes with more of its kind. */
export const scheduleGarbageCollection = (now: string): JobRequest => jobRequestAt(addMilliseconds(now, HOUR_MS));
const jobRequestAt = (notBefore: string): JobRequest => ({
  name: collectGarbageJob.name,
  payload: {},
  queue: 'collection',
  key: 'collection',
  notBefore,
});

/**
 * Finds content objects and blobs that nothing needs any more (of spaces that were purged, imports that were given up,
 * uploads that were never used) and takes away those that were found so a day ago already. The database and the blob store
 * are gone through a part at a time. As long as something waits for its day, the job comes again. Why nothing is lost:
 * docs/adr/0020.
 */
export const collectGarbageJob = job<Record<string, never>>()({
  name: 'collect-unneeded',
  needs: ['clock', 'collector', 'ids', 'blobs', 'organizationStorage'],
  async run(context) {
    const { now, clock, collector, ids } = context;
    const at = { now, condemnedBefore: addMilliseconds(now, -GRACE_MS) };
    const pause = createPause(context.signal);
    const collection = await collector.begin(ids.next());
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
  const turns = new Turns();
  return async () => {
    signal.throwIfAborted();
    if (turns.over) await turns.next();
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
      // One that was put again since starts anew: whoever put it may be about to make use of it.
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
