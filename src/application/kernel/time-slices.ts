import type { Pausable } from '../../domain/kernel/pausable.ts';

/** How long one computation keeps everybody else waiting, in milliseconds, about. */
const TURN_MS = 10;

/** The turns of a long computation: between two of them, requests and answers of the database are served. */
export class Turns {
  #since = performance.now();

  /** Whether the others have waited long enough. */
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
