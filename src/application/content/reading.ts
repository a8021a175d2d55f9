import type { Hash } from '../../domain/content/objects/content-object.ts';
import { objectBatchFrom, PAUSE, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { Turns } from '../kernel/time-slices.ts';

/**
 * Runs a reading over the store. Each object is asked for at most once, and demands that arrive together go out together.
 * A long one gives way to others wherever it yields.
 * @throws CorruptContent when the store lacks an object, and whatever the reading throws.
 */
export async function read<T>(store: Pick<ContentStore, 'get'>, reading: ObjectQuery<T>): Promise<T> {
  const known = new Map<Hash, Uint8Array>();
  const objects = objectBatchFrom(known);
  const turns = new Turns();
  let step = reading.next();
  while (!step.done) {
    const missing = step.value === PAUSE ? PAUSE : step.value.filter((hash) => !known.has(hash));
    if (missing.length > 0) for (const [hash, bytes] of await store.get(missing)) known.set(hash, bytes);
    if (turns.over) await turns.next();
    step = reading.next(objects);
  }
  return step.value;
}
