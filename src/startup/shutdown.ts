import { setTimeout as delay } from 'node:timers/promises';

type Step = () => Promise<void> | void;

/** Stops what a start has started. */
export class Shutdown {
  readonly #steps: Step[] = [];
  #isDraining = false;
  #delayMs = 0;
  #startedAt: number | undefined;
  #stopped: Promise<void> | undefined;

  /** True as soon as the instance is being stopped. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Registers how something is stopped: before everything that was registered earlier. */
  add(step: Step): void {
    this.#steps.push(step);
  }

  /** Delays the first step, so that load balancers learn from `/readyz` that no more requests are to be sent here. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** Returns what is left of a period that begins with the first step, in milliseconds. */
  timeLeft(periodMs: number): number {
    return this.#startedAt === undefined ? periodMs : Math.max(0, this.#startedAt + periodMs - performance.now());
  }

  /**
   * Runs the steps, each once, however often it is called. A step that fails does not keep the others from running.
   * @throws the error of the first step that failed, after all have run
   */
  run(): Promise<void> {
    return (this.#stopped ??= this.#run());
  }

  async #run(): Promise<void> {
    this.#isDraining = true;
    if (this.#delayMs > 0) await delay(this.#delayMs);
    this.#startedAt = performance.now();
    const failures: unknown[] = [];
    for (const step of this.#steps.splice(0).reverse())
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }
}
