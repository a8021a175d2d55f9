import {
  FetchBlocked,
  FetchError,
  type GuardedFetch,
  type StreamingResponse,
} from '../../ports/kernel/guarded-fetch.ts';
import { isObject } from '../../domain/kernel/is-object.ts';

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

/** Time after which a retry may succeed; undefined when it cannot. */
export type Retry = { readonly afterMs: number } | undefined;

/** Makes the errors of one kind of engine. Messages contain no part of a request. */
export interface EngineFailures {
  /** Prefix of the settings of the engine, such as `TRANSLATION`. */
  readonly settings: string;
  /** The engine cannot be reached, refuses the credentials or answers with nonsense. */
  failed(message: string, retry: Retry, options?: ErrorOptions): Error;
  /** The engine rejects this request. */
  rejected(message: string): Error;
}

/**
 * Sends JSON or a form to an engine and returns its response of status 200, whose body must be read or closed.
 *
 * @throws errors of `failures`, and the reason of the signal
 */
export async function openRequest(
  { web, url, headers = {} }: EngineAddress,
  path: string,
  body: unknown,
  failures: EngineFailures,
  { accept, signal }: { readonly accept: string; readonly signal: AbortSignal },
): Promise<StreamingResponse> {
  const host = new URL(url).host;
  const response = await web
    .open(url + path, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json',
      },
      accept,
      body: body instanceof URLSearchParams ? body.toString() : JSON.stringify(body),
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
      signal,
    })
    .catch((error: unknown) => {
      throw engineError(error, failures, signal);
    });
  const { status } = response;
  if (status === 200) return response;
  response.close();
  if (status === 429 || status >= 500)
    throw failures.failed(`${host} answered ${status}`, { afterMs: retryDelay(response.headers['retry-after']) });
  const hint = hintOf(status, failures.settings);
  throw hint === undefined
    ? failures.rejected(`${host} answered ${status}`)
    : failures.failed(`${host} answered ${status}: ${hint}`, undefined);
}

/** Sends JSON or a form to an engine and returns the parsed JSON response. @throws as `openRequest` */
export async function requestJson(
  address: EngineAddress,
  path: string,
  body: unknown,
  failures: EngineFailures,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await openRequest(address, path, body, failures, { accept: 'application/json', signal });
  return parseJson(await readText(response, failures, signal), address, failures);
}

/** Reads the whole body of a response. @throws errors of `failures` */
export async function readText(
  { body, close }: StreamingResponse,
  failures: EngineFailures,
  signal: AbortSignal,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    throw engineError(error, failures, signal);
  } finally {
    close();
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses the JSON of an engine. @throws errors of `failures` */
export function parseJson(text: string, { url }: Pick<EngineAddress, 'url'>, failures: EngineFailures): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failures.failed(`${new URL(url).host} did not answer with JSON`, { afterMs: DEFAULT_RETRY_MS }, { cause });
  }
}

/** Converts an error of the fetch to one of the engine; the reason of an aborted signal is thrown. */
export function engineError(error: unknown, failures: EngineFailures, signal: AbortSignal): unknown {
  signal.throwIfAborted();
  if (error instanceof FetchBlocked) return failures.failed(error.message, undefined, { cause: error });
  if (error instanceof FetchError)
    return failures.failed(error.message, isTransient(error) ? { afterMs: DEFAULT_RETRY_MS } : undefined, {
      cause: error,
    });
  return error;
}

/**
 * Reports whether a retry may succeed: network failures are transient, while a response that is invalid, such as a
 * redirect, will be repeated.
 */
const isTransient = ({ code, cause }: FetchError): boolean =>
  code === 'FETCH_TIMEOUT' || (code === 'FETCH_ERROR' && cause !== undefined);

function hintOf(status: number, settings: string): string | undefined {
  switch (status) {
    case 401:
    case 403:
      return `check ${settings}_API_KEY`;
    case 404:
      return `check ${settings}_URL and ${settings}_MODEL`;
    // Status specific to DeepL.
    case 456:
      return 'the quota is used up';
    default:
      return undefined;
  }
}

const MAX_RETRY_MS = 60_000;
function retryDelay(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return DEFAULT_RETRY_MS;
  const ms = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) ? Math.min(MAX_RETRY_MS, Math.max(0, ms)) : DEFAULT_RETRY_MS;
}

/** Returns the member of an object, or of the object at an index of an array; undefined for anything else. */
export function memberOf(value: unknown, name: string | number): unknown {
  if (typeof name === 'number') return Array.isArray(value) ? (value[name] as unknown) : undefined;
  return isObject(value) ? value[name] : undefined;
}
