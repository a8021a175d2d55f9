/** Value yielded by a computation where it may be interrupted. */
export const PAUSE: readonly never[] = [];

/**
 * Pure computation over a text or list of any length that yields `PAUSE` about every millisecond, so that its driver
 * may run other work. An `ObjectQuery` may delegate to one.
 */
export type Pausable<T> = Generator<typeof PAUSE, T, unknown>;

/** Runs a computation without interruption. */
export function runToCompletion<T>(computation: Pausable<T>): T {
  for (;;) {
    const step = computation.next();
    if (step.done) return step.value;
  }
}

/** Number of cheap steps, such as lines or tokens, between two pauses. */
const STEPS_PER_PAUSE = 256;

/** Counts the steps of a computation and tells when its next pause is due. */
export class PauseCounter {
  #steps = 0;

  /** Counts one step. */
  isDue(): boolean {
    return ++this.#steps % STEPS_PER_PAUSE === 0;
  }
}

/** Maps a list of any length, with pauses. */
export function* mapInSteps<T, U>(items: readonly T[], map: (item: T) => U): Pausable<U[]> {
  const pauses = new PauseCounter();
  const mapped: U[] = [];
  for (const item of items) {
    if (pauses.isDue()) yield PAUSE;
    mapped.push(map(item));
  }
  return mapped;
}

/** Number of items that are sorted without a pause. */
const SORTED_AT_ONCE = 512;

/** Sorts a list of any length, with pauses; equal items keep their order. */
export function* sortInSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Pausable<T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += SORTED_AT_ONCE) {
    if (from > 0) yield PAUSE;
    runs.push(items.slice(from, from + SORTED_AT_ONCE).sort(compare));
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* mergeSorted(runs[i]!, runs[i + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Merges two sorted lists; of equal items, those of the first list come first. */
function* mergeSorted<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): Pausable<T[]> {
  const pauses = new PauseCounter();
  const merged: T[] = [];
  for (let i = 0, k = 0; i < a.length || k < b.length;) {
    if (pauses.isDue()) yield PAUSE;
    merged.push(k === b.length || (i < a.length && compare(a[i]!, b[k]!) <= 0) ? a[i++]! : b[k++]!);
  }
  return merged;
}
