import type { Hash } from '../../domain/content/objects.ts';
import { objectsFrom, type Reading } from '../../domain/content/reading.ts';
import type { ContentStore } from '../../ports/content-store.ts';

/** How long one computation keeps everybody else waiting, about. */
const TURN_MS = 10;

/** Lets whatever else waits go on: requests, answers of the database. */
export const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs a reading over the store. Each object is asked for at most once, and demands that arrive together go out together.
 * A long one gives way to others wherever it yields.
 * @throws CorruptContent when the store lacks an object, and whatever the reading throws.
 */
export async function read<T>(store: Pick<ContentStore, 'get'>, reading: Reading<T>): Promise<T> {
  const known = new Map<Hash, Uint8Array>();
  const objects = objectsFrom(known);
  let since = performance.now();
  let step = reading.next();
  while (!step.done) {
    const missing = step.value.filter((hash) => !known.has(hash));
    if (missing.length > 0) for (const [hash, bytes] of await store.get(missing)) known.set(hash, bytes);
    if (performance.now() - since > TURN_MS) {
      await othersTurn();
      since = performance.now();
    }
    step = reading.next(objects);
  }
  return step.value;
}
