import type { Pausable } from '../../domain/kernel/pausable.ts';

/** Approximate time for which one computation holds the event loop, in milliseconds. */
const TIME_SLICE_MS = 10;

/** Lets the event loop serve everything that waits, between two steps of a long computation. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Time slices of a long computation: between two of them, the event loop serves requests and database answers. */
export class TimeSlices {
  #since = performance.now();

  /** Tells whether the time slice is used up. */
  get isOver(): boolean {
    return performance.now() - this.#since > TIME_SLICE_MS;
  }

  /** Yields to the event loop and begins the next time slice. */
  async next(): Promise<void> {
    await yieldToEventLoop();
    this.#since = performance.now();
  }
}

/** Runs a pausable computation in time slices, and yields to the event loop between them. */
export async function inTimeSlices<T>(computation: Pausable<T>): Promise<T> {
  const slices = new TimeSlices();
  for (;;) {
    const step = computation.next();
    if (step.done) return step.value;
    if (slices.isOver) await slices.next();
  }
}
