import type { Hash } from '../../domain/content/objects/content-object.ts';
import { objectBatchFrom, PAUSE, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { TimeSlices } from '../kernel/time-slices.ts';

/**
 * Runs a query of objects against the store. Requests each object at most once, batches requests that are made
 * together, and yields to the event loop at each pause.
 * @throws CorruptContent when the store lacks an object, and the errors of the query
 */
export async function read<T>(store: Pick<ContentStore, 'get'>, reading: ObjectQuery<T>): Promise<T> {
  const known = new Map<Hash, Uint8Array>();
  const objects = objectBatchFrom(known);
  const slices = new TimeSlices();
  let step = reading.next();
  while (!step.done) {
    const missing = step.value === PAUSE ? PAUSE : step.value.filter((hash) => !known.has(hash));
    if (missing.length > 0) for (const [hash, bytes] of await store.get(missing)) known.set(hash, bytes);
    if (slices.isOver) await slices.next();
    step = reading.next(objects);
  }
  return step.value;
}
