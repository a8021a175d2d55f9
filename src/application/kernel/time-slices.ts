import type { Pausable } from '../../domain/kernel/pausable.ts';

/** Approximate time for which one computation holds the event loop, in milliseconds. */
const TURN_MS = 10;

/** The turns of a long computation: between two of them, requests and answers of the database are served. */
export class Turns {
  #since = performance.now();

  /** Tells whether the time slice is over. */
  get over(): boolean {
    return performance.now() - this.#since > TURN_MS;
  }

  /** Lets the others go first. */
  async next(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }
}

/** Runs a pausable computation; others have their turn at its pauses. */
export async function inTurns<T>(computation: Pausable<T>): Promise<T> {
  const turns = new Turns();
  for (;;) {
    const step = computation.next();
    if (step.done) return step.value;
    if (turns.over) await turns.next();
  }
}
