import {
  FetchError,
  FetchBlocked,
  type FetchOptions,
  type GuardedFetch,
  type StreamingResponse,
} from '../../../ports/kernel/guarded-fetch.ts';
import { GitError } from '../../../ports/git/git-repositories.ts';

/** Request to a Git server. */
export interface GitHttpRequest extends Pick<FetchOptions, 'method' | 'body' | 'maxRedirects'> {
  readonly url: string;
  /** Value of the Authorization header; must not appear in messages. */
  readonly authorization: string | undefined;
  readonly contentType?: string;
  readonly maxBytes: number;
  /** Maximum time until the response begins, and until more of it arrives, in milliseconds. */
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal;
}

/** User agent by which servers distinguish Git clients from browsers. */
const USER_AGENT = 'git/2.40 (Quire)';
/** Longest delay of `setTimeout`; the signal enforces the real limit. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Sends a request to a Git server through the guarded fetch and returns a response of any status.
 *
 * @throws GitError for an unreachable, forbidden or silent server
 */
export async function openGitResponse(
  web: GuardedFetch,
  { url, authorization, contentType, idleTimeoutMs, signal, ...options }: GitHttpRequest,
): Promise<StreamingResponse> {
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(), idleTimeoutMs);
  const ended = AbortSignal.any([signal, idle.signal]);
  const toError = (error: unknown): unknown => {
    if (signal.aborted) return signal.reason;
    return idle.signal.aborted ? new GitError('GIT_TIMEOUT', 'the server is too slow') : fetchErrorToGitError(error);
  };
  const headers = {
    'git-protocol': 'version=2',
    'user-agent': USER_AGENT,
    ...(authorization !== undefined && { authorization }),
    ...(contentType !== undefined && { 'content-type': contentType }),
  };
  try {
    const answer = await web.open(url, {
      ...options,
      headers,
      accept: '*/*',
      timeoutMs: MAX_TIMEOUT_MS,
      signal: ended,
    });
    timer.refresh();
    return {
      ...answer,
      body: withIdleTimer(answer.body, timer, toError),
      close: () => (clearTimeout(timer), answer.close()),
    };
  } catch (error) {
    clearTimeout(timer);
    throw toError(error);
  }
}

async function* withIdleTimer(
  body: AsyncIterable<Uint8Array>,
  timer: NodeJS.Timeout,
  toError: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) {
      timer.refresh();
      yield chunk;
    }
  } catch (error) {
    throw toError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Converts an error of the guarded fetch into a GitError. */
export function fetchErrorToGitError(error: unknown): unknown {
  if (error instanceof FetchBlocked) return new GitError('GIT_REFUSED', error.message, { cause: error });
  if (!(error instanceof FetchError)) return error;
  if (error.code === 'FETCH_TOO_LARGE')
    return new GitError('GIT_REFUSED', `the repository is too large: ${error.message}`, { cause: error });
  return new GitError(
    error.code === 'FETCH_TIMEOUT' ? 'GIT_TIMEOUT' : 'GIT_NETWORK',
    `the server could not be reached: ${error.message}`,
    { cause: error },
  );
}

/**
 * @param hasCredentials the request was sent with credentials
 * @throws GitError for a status other than 2xx
 */
export function requireSuccess(status: number, hasCredentials: boolean): void {
  if (status === 401 || status === 403)
    throw new GitError(
      'GIT_AUTH',
      hasCredentials
        ? 'the server does not accept the credentials in the URL'
        : 'the server requires credentials, or the repository does not exist',
    );
  if (status === 404 || status === 410)
    throw new GitError('GIT_NOT_FOUND', 'the URL does not lead to a Git repository');
  if (status < 200 || status > 299) throw new GitError('GIT_NETWORK', `the server responds with status ${status}`);
}
