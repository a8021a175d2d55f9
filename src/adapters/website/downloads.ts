import { FetchError, FetchBlocked, type FetchResponse, type GuardedFetch } from '../../ports/kernel/guarded-fetch.ts';
import type { WebsiteImportLimits } from './limits.ts';

/** Web requests of one import, within its limits. */
export class Downloads {
  readonly #deadline: number;
  readonly #signal: AbortSignal;
  #nextRequest: Promise<unknown> = Promise.resolve();

  /** Pause between two requests to the site. */
  delayMs = 0;

  constructor(
    private readonly web: GuardedFetch,
    readonly limits: WebsiteImportLimits,
    /** Stops the import when aborted. */
    private readonly cancellation?: AbortSignal,
  ) {
    this.#deadline = performance.now() + limits.timeMs;
    const timeout = AbortSignal.timeout(limits.timeMs);
    this.#signal = cancellation === undefined ? timeout : AbortSignal.any([timeout, cancellation]);
  }

  get isTimeUp(): boolean {
    return performance.now() >= this.#deadline || this.cancellation?.aborted === true;
  }

  /**
   * Sends a request and returns the response of any status.
   *
   * @throws FetchBlocked, FetchError
   */
  async get(url: string, maxBytes: number, accept: string): Promise<FetchResponse> {
    await this.#waitForDelay();
    if (this.isTimeUp) throw new FetchError('FETCH_TIMEOUT', 'the time limit of this import is exceeded');
    return this.web.fetch(url, { maxBytes, accept, timeoutMs: this.limits.requestMs, signal: this.#signal });
  }

  /** Sends a request; undefined if it fails or is not successful. */
  async tryGet(url: string, maxBytes: number, accept: string): Promise<FetchResponse | undefined> {
    try {
      const found = await this.get(url, maxBytes, accept);
      return found.status >= 200 && found.status < 300 ? found : undefined;
    } catch (error) {
      if (error instanceof FetchError || error instanceof FetchBlocked) return undefined;
      throw error;
    }
  }

  /** Waits for the pause between requests that the site demands. */
  #waitForDelay(): Promise<unknown> {
    if (this.delayMs === 0) return Promise.resolve();
    const mine = this.#nextRequest;
    this.#nextRequest = mine.then(() => new Promise((resolve) => setTimeout(resolve, this.delayMs)));
    return mine;
  }
}

/** Runs a task for each item, with at most `concurrency` tasks at a time. */
export async function inParallel<T>(
  items: Iterable<T>,
  concurrency: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) await task(next.value);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
