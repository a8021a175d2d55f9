import { MAX_SPEC_BYTES, type ProcessErrorCode } from '../../domain/openapi-specs/openapi-spec.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { FetchError, FetchBlocked, type GuardedFetch } from '../../ports/kernel/guarded-fetch.ts';
import type { FetchedDocument } from '../../ports/openapi-specs.ts';

/** A source could not be processed. */
export class SpecProcessingFailed extends DomainError {
  readonly category = 'invalid';
  /** @param mayPass true if a later attempt may succeed */
  constructor(
    readonly code: ProcessErrorCode,
    message: string,
    readonly mayPass = false,
  ) {
    super(message);
  }
}

/** Time limits of one document and of one specification in total, in milliseconds. */
const FETCH_MS = 20_000;
const ALL_MS = 60_000;
const ACCEPT = 'application/json, application/yaml, application/x-yaml, text/yaml, text/plain;q=0.9, */*;q=0.5';

/** Fetches the documents of one specification within a total time limit. */
export class SourceFetcher {
  readonly #until: number;

  constructor(
    private readonly web: Pick<GuardedFetch, 'fetch'>,
    private readonly signal: AbortSignal,
    private readonly times: { readonly fetchMs: number; readonly allMs: number } = { fetchMs: FETCH_MS, allMs: ALL_MS },
  ) {
    this.#until = performance.now() + times.allMs;
  }

  /** Fetches a document. @throws SpecProcessingFailed */
  readonly get = async (url: string): Promise<FetchedDocument> => {
    const left = Math.floor(this.#until - performance.now());
    if (left <= 0)
      throw new SpecProcessingFailed(
        'FETCH_TIMEOUT',
        `fetching the referenced documents took longer than ${this.times.allMs} ms`,
        true,
      );
    const found = await this.web
      .fetch(url, {
        maxBytes: MAX_SPEC_BYTES,
        timeoutMs: Math.min(this.times.fetchMs, left),
        accept: ACCEPT,
        signal: this.signal,
      })
      .catch((error: unknown) => {
        throw failureOf(error);
      });
    const { status } = found;
    if (status < 200 || status > 299)
      throw new SpecProcessingFailed(
        'FETCH_ERROR',
        `${found.url.slice(0, 200)} answered ${status}`,
        status === 429 || status >= 500,
      );
    return { url: found.url, body: found.body };
  };
}

function failureOf(error: unknown): unknown {
  if (error instanceof FetchBlocked) return new SpecProcessingFailed('FETCH_ERROR', error.message);
  if (!(error instanceof FetchError)) return error;
  return new SpecProcessingFailed(
    error.code === 'FETCH_TIMEOUT' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR',
    error.message,
    error.code !== 'FETCH_TOO_LARGE',
  );
}
