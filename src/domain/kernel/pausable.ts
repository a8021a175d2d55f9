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
