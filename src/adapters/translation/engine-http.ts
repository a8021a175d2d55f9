import { languageName } from '../../domain/translations/languages.ts';
import { TranslationEngineError, type EngineRequest } from '../../ports/translations/translation-engine.ts';
import { FetchError, FetchBlocked, type GuardedFetch } from '../../ports/kernel/guarded-fetch.ts';

const MAX_BYTES = 4 * 1024 * 1024;
/** Long enough for models on small machines. */
const TIMEOUT_MS = 180_000;
/** Pause before a retry when the engine names none. */
const DEFAULT_RETRY_MS = 1_000;

/** Connection settings of an engine. */
export interface EngineAddress {
  readonly web: GuardedFetch;
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reports that the engine rejected the request. */
export class EngineRejectionError extends TranslationEngineError {}

/**
 * Sends JSON or a form to an engine and returns the parsed JSON response.
 *
 * @param pair languages of the translation, for messages
 * @throws TranslationEngineError, EngineRejectionError; messages contain no part of the request body
 */
export async function requestJson(
  { web, url, headers = {} }: EngineAddress,
  path: string,
  body: unknown,
  pair: Pick<EngineRequest, 'from' | 'to'>,
  signal: AbortSignal,
): Promise<unknown> {
  const host = new URL(url).host;
  const response = await web
    .fetch(url + path, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json',
      },
      accept: 'application/json',
      body: body instanceof URLSearchParams ? body.toString() : JSON.stringify(body),
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
      signal,
    })
    .catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof FetchBlocked) throw new TranslationEngineError(error.message, undefined, { cause: error });
      if (error instanceof FetchError)
        throw new TranslationEngineError(
          error.message,
          isTransient(error) ? { afterMs: DEFAULT_RETRY_MS } : undefined,
          {
            cause: error,
          },
        );
      throw error;
    });
  if (response.status === 429 || response.status >= 500)
    throw new TranslationEngineError(`${host} answered ${response.status}`, {
      afterMs: retryDelay(response.headers['retry-after']),
    });
  if (response.status !== 200) {
    const meaning = STATUS_HINTS[response.status];
    if (meaning !== undefined)
      throw new TranslationEngineError(`${host} answered ${response.status}: ${meaning}`, undefined);
    throw new EngineRejectionError(
      `${host} answered ${response.status}: the engine rejects the request; check TRANSLATION_URL, TRANSLATION_MODEL and support for translation from ${languageName(pair.from)} to ${languageName(pair.to)}`,
      undefined,
    );
  }
  try {
    return JSON.parse(response.body.toString('utf8'));
  } catch (cause) {
    throw new TranslationEngineError(`${host} did not answer with JSON`, { afterMs: DEFAULT_RETRY_MS }, { cause });
  }
}

/**
 * Reports whether a retry may succeed: network failures are transient, while a response that is invalid, such as a
 * redirect, will be repeated.
 */
const isTransient = ({ code, cause }: FetchError): boolean =>
  code === 'FETCH_TIMEOUT' || (code === 'FETCH_ERROR' && cause !== undefined);

const STATUS_HINTS: Readonly<Record<number, string>> = {
  401: 'check TRANSLATION_API_KEY',
  403: 'check TRANSLATION_API_KEY',
  404: 'check TRANSLATION_URL and TRANSLATION_MODEL',
  // Status specific to DeepL.
  456: 'the quota is used up',
};

const MAX_RETRY_MS = 60_000;
function retryDelay(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return DEFAULT_RETRY_MS;
  const ms = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) ? Math.min(MAX_RETRY_MS, Math.max(0, ms)) : DEFAULT_RETRY_MS;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const countCharacters = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/**
 * Assigns answers to texts by position; returns undefined for each text when the numbers differ, since the assignment
 * is uncertain then.
 */
export function alignTexts(answers: readonly unknown[], count: number): readonly (string | undefined)[] {
  return Array.from({ length: count }, (_, i) =>
    answers.length === count && typeof answers[i] === 'string' ? answers[i] : undefined,
  );
}
