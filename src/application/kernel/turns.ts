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
