import { currentClient } from './abandonment.ts';
import type { Pausable } from '../../domain/kernel/pausable.ts';

/** Approximate time for which one computation holds the event loop, in milliseconds. */
const TIME_SLICE_MS = 10;

/** Lets the event loop serve everything that waits, between two steps of a long computation. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let turnStartedAt: number | undefined;

/**
 * Returns when the computations of the current turn of the event loop began: one that follows others without a pause,
 * such as the next page of a list, continues their time slice.
 */
function startOfTurn(): number {
  if (turnStartedAt === undefined) {
    turnStartedAt = performance.now();
    setImmediate(() => (turnStartedAt = undefined));
  }
  return turnStartedAt;
}

/**
 * Time slices of a long computation: between two of them, the event loop serves requests and database answers. The
 * computation belongs to the client that it is created for.
 */
export class TimeSlices {
  readonly #client = currentClient();
  #since = startOfTurn();

  /** Tells whether the time slice is used up. */
  get isOver(): boolean {
    return performance.now() - this.#since > TIME_SLICE_MS;
  }

  /**
   * Yields to the event loop and begins the next time slice.
   * @throws ClientGone
   */
  async next(): Promise<void> {
    await yieldToEventLoop();
    this.#client?.throwIfGone();
    this.#since = performance.now();
  }
}

/** Runs a pausable computation in time slices, and yields to the event loop between them. @throws ClientGone */
export async function inTimeSlices<T>(computation: Pausable<T>): Promise<T> {
  const slices = new TimeSlices();
  for (;;) {
    const step = computation.next();
    if (step.done) return step.value;
    if (slices.isOver) await slices.next();
  }
}
