import { AnotherUserError, ApiError, sentence } from './api-error.ts';
import { m } from '../messages/messages.ts';
import { forgetToken, hasSession, sessionLoss, token, userId } from './session.ts';

export interface CallOptions {
  /** Revision or ETag that the caller has seen; the operation fails with 412 if the resource has changed. */
  readonly ifMatch?: string;
  /** Key with which a repeated request has no second effect. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

interface Input {
  readonly path?: object;
  readonly query?: object;
  readonly body?: unknown;
}

/** Operation of the API. @throws ApiError */
export type Operation<In, Out> = (input: In, options?: CallOptions) => Promise<Out>;

/** Creates the function that calls an operation. */
export const operation =
  <In extends Input, Out>(method: string, path: string): Operation<In, Out> =>
  (input, options = {}) =>
    call(method, addressOf(path, input), input.body, options) as Promise<Out>;

function addressOf(path: string, { path: parameters = {}, query = {} }: Input): string {
  const values = parameters as Record<string, string | number>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query as Record<string, unknown>))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

async function call(
  method: string,
  address: string,
  body: unknown,
  { ifMatch, idempotencyKey, signal }: CallOptions,
): Promise<unknown> {
  const secret = token.value;
  const headers = new Headers({ Accept: 'application/json', 'Quire-App': '1' });
  if (secret !== null) headers.set('Authorization', `Bearer ${secret}`);
  // The server refuses a request in the name of another user, who may have signed in in another tab.
  if (userId.value !== undefined) headers.set('Quire-User', userId.value);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (ifMatch !== undefined) headers.set('If-Match', ifMatch.includes('"') ? ifMatch : `"${ifMatch}"`);
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  let response: Response;
  try {
    response = await fetch(secret === null ? `/app/~${address}` : address, {
      method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(signal && { signal }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'the server cannot be reached', undefined);
  }
  const text = await response.text();
  const answer = text === '' ? undefined : parse(text);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (!isOfSameUser(response)) {
    sessionLoss.value = 'replaced';
    throw new AnotherUserError(409, m.session.titles.replaced, requestId);
  }
  if (response.ok) {
    // The user has signed in again in another tab.
    if (secret === null) sessionLoss.value = undefined;
    return noteVersion(answer, response.headers.get('etag'));
  }
  // The answer to a merge with conflicts lists them beside the error.
  const { error, ...beside } = (answer ?? {}) as { readonly error?: Record<string, unknown> };
  const details: Record<string, unknown> = { ...beside, ...error };
  if (response.status === 401) {
    if (secret !== null) forgetToken(sentence(String(details['message'] ?? response.statusText)));
    else if (hasSession.value) sessionLoss.value = 'ended';
  }
  throw new ApiError(response.status, String(details['message'] ?? response.statusText), requestId, details);
}

/** Notes the user whom the first answer names. Returns false for an answer to another one. */
function isOfSameUser(response: Response): boolean {
  const answered = response.headers.get('quire-user');
  if (answered === null) return true;
  userId.value ??= answered;
  return userId.value === answered;
}

/** ETags of the resources that were read. */
const versions = new WeakMap<object, string>();

function noteVersion(answer: unknown, version: string | null): unknown {
  if (typeof answer === 'object' && answer !== null && version !== null) versions.set(answer, version);
  return answer;
}

/** Options of a write that fails with 412 when a resource has changed since it was read. */
export function unchangedSince(resource: object): CallOptions {
  const ifMatch = versions.get(resource);
  return ifMatch === undefined ? {} : { ifMatch };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
