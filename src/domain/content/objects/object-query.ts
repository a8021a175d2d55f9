import { PAUSE } from '../../kernel/pausable.ts';
import { CorruptContent, type Hash } from './content-object.ts';

export { PAUSE };

/** Objects that answer a request of a query. */
export interface ObjectBatch {
  /**
   * Returns the bytes of an object.
   * @throws CorruptContent if the object is missing
   */
  get(hash: Hash): Uint8Array;
}

/**
 * Pure computation over stored objects: yields the hashes that it needs next, receives those objects, and returns its
 * result. The driver does the I/O; a batch costs one round trip. At each yield the driver may run other work first: a
 * long computation yields `PAUSE` now and then.
 */
export type ObjectQuery<T> = Generator<readonly Hash[], T, ObjectBatch>;

/** Reads one object. */
export function* fetchObject(hash: Hash): ObjectQuery<Uint8Array> {
  return (yield [hash]).get(hash);
}

/** Query that reads nothing and returns a value. */
export function* constantQuery<T>(value: T): ObjectQuery<T> {
  return value;
}

/** Approximate maximum number of objects in a batch. */
const MAX_BATCH_OBJECTS = 250;

/**
 * Runs queries in parallel: their requests are joined into one batch per step, so that all of them take as many round
 * trips as the longest one. If a batch would become too large, the last queries wait for the first. Results are in the
 * order of the queries; the first error ends all.
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

/** Forwards the pauses of one query, so that parallel queries do not add up to a long step. */
function* forwardPauses<T>(
  query: ObjectQuery<T>,
  first: IteratorResult<readonly Hash[], T>,
): ObjectQuery<typeof first> {
  let step = first;
  while (!step.done && step.value === PAUSE) step = query.next(yield PAUSE);
  return step;
}

/** Number of items of a long list that are read in parallel. */
const ITEMS_PER_BATCH = 1_000;

/** Runs queries like `all` for a list of any length: a thousand at a time, with a pause between. */
export function* allInBatches<I, T>(items: readonly I[], read: (item: I) => ObjectQuery<T>): ObjectQuery<T[]> {
  const results: T[] = [];
  for (let from = 0; from < items.length; from += ITEMS_PER_BATCH) {
    if (from > 0) yield PAUSE;
    for (const result of yield* all(items.slice(from, from + ITEMS_PER_BATCH).map(read))) results.push(result);
  }
  return results;
}

/** Runs two queries of different types like `all`. */
export function* both<A, B>(a: ObjectQuery<A>, b: ObjectQuery<B>): ObjectQuery<[A, B]> {
  return (yield* all<A | B>([a, b])) as [A, B];
}

/** Wraps a map of objects as the answer of a driver. */
export const objectBatchFrom = (found: ReadonlyMap<Hash, Uint8Array>): ObjectBatch => ({
  get(hash) {
    const bytes = found.get(hash);
    if (bytes === undefined) throw new CorruptContent(`content object ${hash} is missing`);
    return bytes;
  },
});

/**
 * Runs a query on objects in memory.
 * @throws CorruptContent if one is missing
 */
export function runSync<T>(found: ReadonlyMap<Hash, Uint8Array>, query: ObjectQuery<T>): T {
  const objects = objectBatchFrom(found);
  let step = query.next();
  while (!step.done) step = query.next(objects);
  return step.value;
}
