import { PAUSE } from '../../kernel/pausable.ts';
import { CorruptContent, type Hash } from './content-object.ts';

export { PAUSE };

/** The answer to a demand. */
export interface ObjectBatch {
  /** @throws CorruptContent when the object is missing. */
  get(hash: Hash): Uint8Array;
}

/**
 * A pure computation over objects that live elsewhere: yields the hashes it needs next, is answered with those objects,
 * and returns its result. Whoever drives it does the I/O; a batch costs one round trip. Whenever it yields, the driver may
 * do something else first: a long computation yields `PAUSE` now and then.
 */
export type ObjectQuery<T> = Generator<readonly Hash[], T, ObjectBatch>;

/** Reads one object. */
export function* fetchObject(hash: Hash): ObjectQuery<Uint8Array> {
  return (yield [hash]).get(hash);
}

/** A reading that needs nothing. */
export function* constantQuery<T>(value: T): ObjectQuery<T> {
  return value;
}

/** About so many objects are asked for at a time. */
const MAX_BATCH_OBJECTS = 250;

/**
 * Runs readings side by side: their demands are joined into one batch per step, so that many cost as many round trips as
 * the longest of them; where a batch would grow too large, the last ones wait until the first are done. Results are in the
 * order of the readings; the first error ends all.
 */
export function* all<T>(queries: Iterable<ObjectQuery<T>>): ObjectQuery<T[]> {
  const list = [...queries];
  if (list.length === 1) return [yield* list[0]!];
  const results = new Array<T>(list.length);
  let waiting: { readonly index: number; readonly needs: readonly Hash[] }[] = [];
  for (const [index, reading] of list.entries()) {
    const step = yield* forwardPauses(reading, reading.next());
    if (step.done) results[index] = step.value;
    else waiting.push({ index, needs: step.value });
  }
  while (waiting.length > 0) {
    const demand = new Set<Hash>();
    let count = 0;
    for (; count < waiting.length && demand.size < MAX_BATCH_OBJECTS; count++)
      for (const hash of waiting[count]!.needs) demand.add(hash);
    const objects = yield [...demand];
    const next: typeof waiting = [];
    for (const { index } of waiting.slice(0, count)) {
      const step = yield* forwardPauses(list[index]!, list[index]!.next(objects));
      if (step.done) results[index] = step.value;
      else next.push({ index, needs: step.value });
    }
    waiting = count === waiting.length ? next : next.concat(waiting.slice(count));
  }
  return results;
}

/** Passes the pauses of one reading on, so that readings side by side do not add up to a long step. */
function* forwardPauses<T>(
  query: ObjectQuery<T>,
  first: IteratorResult<readonly Hash[], T>,
): ObjectQuery<typeof first> {
  let step = first;
  while (!step.done && step.value === PAUSE) step = query.next(yield PAUSE);
  return step;
}

/** So many of a long list are read side by side before others have their turn. */
const ITEMS_PER_BATCH = 1_000;

/** Like `all`, for a list that may be of any length: a thousand at a time, with a pause between. */
export function* allInBatches<I, T>(items: readonly I[], read: (item: I) => ObjectQuery<T>): ObjectQuery<T[]> {
  const results: T[] = [];
  for (let from = 0; from < items.length; from += ITEMS_PER_BATCH) {
    if (from > 0) yield PAUSE;
    for (const result of yield* all(items.slice(from, from + ITEMS_PER_BATCH).map(read))) results.push(result);
  }
  return results;
}

/** Like `all`, for two readings of different kinds. */
export function* both<A, B>(a: ObjectQuery<A>, b: ObjectQuery<B>): ObjectQuery<[A, B]> {
  return (yield* all<A | B>([a, b])) as [A, B];
}

/** Objects out of a map, as a driver answers with. */
export const objectBatchFrom = (found: ReadonlyMap<Hash, Uint8Array>): ObjectBatch => ({
  get(hash) {
    const bytes = found.get(hash);
    if (bytes === undefined) throw new CorruptContent(`content object ${hash} is missing`);
    return bytes;
  },
});

/** Runs a reading over objects that are all at hand. @throws CorruptContent when one is missing. */
export function runSync<T>(found: ReadonlyMap<Hash, Uint8Array>, query: ObjectQuery<T>): T {
  const objects = objectBatchFrom(found);
  let step = query.next();
  while (!step.done) step = query.next(objects);
  return step.value;
}
