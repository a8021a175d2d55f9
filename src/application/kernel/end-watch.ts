/** Period of looking whether the work was ended, in milliseconds. */
const CHECK_MS = 1_000;

/** The work of a job was ended by somebody else, such as a user who cancelled it; nothing is left to do. */
export class WorkEnded extends Error {}

/** Watches the work of a running job, and aborts when it was ended elsewhere or the process stops. */
export class EndWatch {
  /** Aborts with `WorkEnded` when the work was ended, and with the reason of the job's signal when the process stops. */
  readonly signal: AbortSignal;
  readonly #ended = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #pending: Promise<void> = Promise.resolve();

  /**
   * @param jobSignal signal of the job
   * @param isActive tells whether the work still goes on, in the stored state
   */
  constructor(
    jobSignal: AbortSignal,
    private readonly isActive: () => Promise<boolean>,
  ) {
    this.signal = AbortSignal.any([jobSignal, this.#ended.signal]);
    this.#timer = setInterval(() => {
      // A read that fails is repeated with the next look.
      this.#pending = this.#pending.then(() => this.#check()).catch(() => {});
    }, CHECK_MS);
  }

  get isEnded(): boolean {
    return this.#ended.signal.aborted;
  }

  /** Ends the watch, and waits for a look that is under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#pending;
  }

  async #check(): Promise<void> {
    if (!this.isEnded && !(await this.isActive())) this.#ended.abort(new WorkEnded('the work has ended'));
  }
}
