import {
  TranslationEngineError,
  type EngineResponse,
  type EngineRequest,
  type TranslationEngine,
} from '../../ports/translations/translation-engine.ts';

export interface PacingOptions {
  /** Undefined for no limit. */
  readonly requestsPerMinute: number | undefined;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly now?: () => number;
}

const MAX_ATTEMPTS = 6;
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });

/** Limits the concurrency and request rate of an engine, and retries transient failures with growing pauses. */
export class PacedEngine implements TranslationEngine {
  readonly #wait: NonNullable<PacingOptions['wait']>;
  readonly #now: () => number;
  readonly #queue: (() => void)[] = [];
  #running = 0;
  #nextSlotAt = 0;

  constructor(
    private readonly engine: TranslationEngine,
    private readonly pace: PacingOptions,
  ) {
    this.#wait = pace.wait ?? pause;
    this.#now = pace.now ?? Date.now;
  }

  get name(): string {
    return this.engine.name;
  }
  get maxTexts(): number {
    return this.engine.maxTexts;
  }
  get maxCharacters(): number {
    return this.engine.maxCharacters;
  }
  get followsInstructions(): boolean {
    return this.engine.followsInstructions;
  }
  get concurrency(): number {
    return this.engine.concurrency;
  }

  async translate(request: EngineRequest, signal: AbortSignal): Promise<EngineResponse> {
    if (this.#running >= this.engine.concurrency) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#running += 1;
    try {
      return await this.#translateWithRetries(request, signal);
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  async #translateWithRetries(request: EngineRequest, signal: AbortSignal): Promise<EngineResponse> {
    for (let attempt = 1; ; attempt++) {
      await this.#waitForSlot(signal);
      try {
        const answer = await this.engine.translate(request, signal);
        return { ...answer, requests: answer.requests + attempt - 1 };
      } catch (error) {
        if (!(error instanceof TranslationEngineError) || error.retry === undefined || attempt >= MAX_ATTEMPTS)
          throw error;
        const { afterMs } = error.retry;
        await this.#wait(
          afterMs === 0 ? 0 : Math.min(MAX_PAUSE_MS, Math.max(afterMs, MIN_PAUSE_MS * 2 ** (attempt - 1))),
          signal,
        );
      }
    }
  }

  /** Spreads requests evenly over the minute. */
  async #waitForSlot(signal: AbortSignal): Promise<void> {
    const { requestsPerMinute } = this.pace;
    if (requestsPerMinute === undefined) return;
    const now = this.#now();
    const at = Math.max(now, this.#nextSlotAt);
    this.#nextSlotAt = at + 60_000 / requestsPerMinute;
    if (at > now) await this.#wait(at - now, signal);
  }
}
