import type { LookupAddress } from 'node:dns';
import { isIPv6 } from 'node:net';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { Agent as HttpAgent } from 'undici';
import { DomainError } from '../../domain/kernel/errors.ts';
import { FetchError } from '../../ports/kernel/guarded-fetch.ts';
import type {
  ResolvedHost,
  FetchOptions,
  ResponseHead,
  FetchResponse,
  FetchSession,
  GuardedFetch,
  StreamingResponse,
} from '../../ports/kernel/guarded-fetch.ts';
import { addressPolicy } from './address-policy.ts';
import type { AddressPolicy } from './address-policy.ts';
import { ACCEPTED_ENCODINGS, boundedBody, tooLargeError } from './bounded-body.ts';
import { displayUrl, parseTarget, resolveTarget, systemResolver } from './resolve-target.ts';
import type { HostResolver } from './resolve-target.ts';

export interface GuardedFetchOptions {
  /** ALLOW_PRIVATE_NETWORKS: CIDR blocks that are allowed besides the public internet. */
  readonly allowPrivateNetworks?: readonly string[];
  readonly resolver?: HostResolver;
  /** Origins configured by the operator; allowed at any address. */
  readonly trustedOrigins?: readonly string[];
  /** User-Agent header of requests. */
  readonly userAgent?: string;
}

/** Headers that are forwarded to another origin; any other header may carry credentials of the first. */
const FORWARDED_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'git-protocol',
  'user-agent',
]);
const ALLOW_ALL: AddressPolicy = { allows: () => true };
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface RequestHop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FetchOptions['body'];
}

interface RawResponse extends ResponseHead {
  readonly raw: Readable;
  /** Releases the connection. */
  readonly release: () => void;
}

/** Loads the HTTP client, with the first request only: it takes 5 MB of memory. */
const loadClient = async () => (await import('undici')).default;

/** Options of an agent that connects only to the checked addresses. */
const agentOptions = (addresses: readonly string[]): HttpAgent.Options => ({
  connect: { lookup: pinnedLookup(addresses), timeout: 0, autoSelectFamily: true },
  headersTimeout: 0,
  bodyTimeout: 0,
  connections: 1,
});

const destroyAgent = (agent: HttpAgent): void => void agent.destroy().catch(() => {});

/**
 * GuardedFetch over undici: uses an agent per request, or per origin of a session, which connects only to the checked
 * addresses.
 */
export class UndiciGuardedFetch implements GuardedFetch {
  readonly #policy: AddressPolicy;
  readonly #trusted: ReadonlySet<string>;
  readonly #resolver: HostResolver;
  readonly #userAgent: string;
  readonly #options: GuardedFetchOptions;
  /** Agents of a session by origin. */
  #sessionAgents: Map<string, HttpAgent> | undefined;

  constructor(options: GuardedFetchOptions = {}) {
    this.#options = options;
    this.#policy = addressPolicy(options.allowPrivateNetworks);
    this.#trusted = new Set(options.trustedOrigins);
    this.#resolver = options.resolver ?? systemResolver;
    this.#userAgent = options.userAgent ?? 'Quire';
  }

  async assertAllowed(url: string, signal?: AbortSignal): Promise<ResolvedHost> {
    return this.#resolve(parseTarget(url), signal);
  }

  async fetch(url: string, options: FetchOptions): Promise<FetchResponse> {
    const { body, close, ...head } = await this.open(url, options);
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of body) chunks.push(chunk);
    } finally {
      close();
    }
    return { ...head, body: Buffer.concat(chunks) };
  }

  session(): FetchSession {
    const agents = new Map<string, HttpAgent>();
    const session = new UndiciGuardedFetch(this.#options);
    session.#sessionAgents = agents;
    return Object.assign(session, { end: () => agents.forEach(destroyAgent) });
  }

  async open(url: string, options: FetchOptions): Promise<StreamingResponse> {
    const firstHop = this.#firstHop(url, options);
    const name = displayUrl(firstHop.url);
    const stop = new AbortController();
    const timer = setTimeout(
      () => stop.abort(new FetchError('FETCH_TIMEOUT', `${name} took longer than ${options.timeoutMs} ms`)),
      options.timeoutMs,
    );
    const cancel = () => stop.abort(new FetchError('FETCH_ERROR', `fetching ${name} was cancelled`));
    if (options.signal?.aborted) cancel();
    options.signal?.addEventListener('abort', cancel, { once: true });
    let response: RawResponse | undefined;
    const close = () => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', cancel);
      response?.release();
    };
    const toError = (error: unknown) => toFetchError(error, stop.signal, name);
    try {
      response = await this.#followRedirects(firstHop, options, stop.signal);
      const { raw, release: _, ...head } = response;
      raw.on('error', () => {}); // The reader receives the error, unless the body was closed.
      const length = Number(head.headers['content-length'] ?? 0);
      if (length > options.maxBytes && firstHop.method !== 'HEAD') throw tooLargeError(name, options.maxBytes);
      const encoding = firstHop.method === 'HEAD' ? undefined : head.headers['content-encoding'];
      return { ...head, body: closeAfter(boundedBody(raw, encoding, options.maxBytes, name), close, toError), close };
    } catch (error) {
      close();
      throw toError(error);
    }
  }

  #firstHop(text: string, options: FetchOptions): RequestHop {
    const url = parseTarget(text);
    const headers: Record<string, string> = { 'user-agent': this.#userAgent, accept: options.accept ?? '*/*' };
    for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = value;
    headers['accept-encoding'] = ACCEPTED_ENCODINGS;
    if (url.username !== '' || url.password !== '') headers.authorization = basicAuthorization(url);
    return { url: withoutCredentials(url), method: options.method ?? 'GET', headers, body: options.body };
  }

  async #followRedirects(first: RequestHop, options: FetchOptions, signal: AbortSignal): Promise<RawResponse> {
    const maxRedirects = isStream(options.body) ? 0 : (options.maxRedirects ?? 5);
    let hop = first;
    for (let redirects = 0; ; redirects++) {
      const response = await this.#send(hop, signal);
      const location = response.headers.location;
      if (!REDIRECTS.has(response.status) || location === undefined) return response;
      response.release();
      if (redirects >= maxRedirects)
        throw new FetchError(
          'FETCH_ERROR',
          maxRedirects === 0
            ? `${displayUrl(first.url)} redirects with status ${response.status}, and redirects are not followed`
            : `${displayUrl(first.url)} redirects more than ${maxRedirects} times`,
        );
      hop = redirectHop(hop, response.status, parseTarget(location, hop.url));
    }
  }

  async #send(hop: RequestHop, signal: AbortSignal): Promise<RawResponse> {
    const keepAlive = this.#sessionAgents !== undefined;
    const agent = await this.#agentFor(hop.url, signal);
    try {
      const { request } = await loadClient();
      const response = await request(hop.url, {
        method: hop.method as 'GET',
        headers: { ...hop.headers },
        body: isStream(hop.body) ? Readable.from(hop.body) : (hop.body ?? null),
        dispatcher: agent,
        signal,
      });
      response.body.on('error', () => {});
      const release = keepAlive ? () => void response.body.destroy() : () => destroyAgent(agent);
      return {
        url: hop.url.href,
        status: response.statusCode,
        headers: flattenHeaders(response.headers),
        raw: response.body,
        release,
      };
    } catch (error) {
      if (!keepAlive) destroyAgent(agent);
      throw error;
    }
  }

  async #agentFor(url: URL, signal: AbortSignal): Promise<HttpAgent> {
    const agents = this.#sessionAgents;
    const known = agents?.get(url.origin);
    if (known !== undefined) return known;
    const { addresses } = await this.#resolve(url, signal);
    const { Agent } = await loadClient();
    if (agents === undefined) return new Agent({ ...agentOptions(addresses), pipelining: 0 });
    // Another request of the session may have created it while this one waited.
    const agent = agents.get(url.origin) ?? new Agent(agentOptions(addresses));
    agents.set(url.origin, agent);
    return agent;
  }

  async #resolve(url: URL, signal?: AbortSignal): Promise<ResolvedHost> {
    const resolved = resolveTarget(url, this.#trusted.has(url.origin) ? ALLOW_ALL : this.#policy, this.#resolver);
    if (signal === undefined) return resolved;
    resolved.catch(() => {}); // Ignores a failure after the caller has aborted.
    const abortion = rejectOnAbort(signal);
    return Promise.race([resolved, abortion.up]).finally(abortion.forget);
  }
}

const isStream = (body: FetchOptions['body']): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && Symbol.asyncIterator in body;

function redirectHop(from: RequestHop, status: number, to: URL): RequestHop {
  const url = withoutCredentials(to);
  const turnsToGet = from.method === 'POST' && status !== 307 && status !== 308;
  const dropped = (name: string) =>
    (url.origin !== from.url.origin && !FORWARDED_HEADERS.has(name)) || (turnsToGet && name.startsWith('content-'));
  const headers = Object.fromEntries(Object.entries(from.headers).filter(([name]) => !dropped(name)));
  return { url, method: turnsToGet ? 'GET' : from.method, headers, body: turnsToGet ? undefined : from.body };
}

async function* closeAfter(
  body: AsyncIterable<Uint8Array>,
  close: () => void,
  explain: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw explain(error);
  } finally {
    close();
  }
}

function toFetchError(error: unknown, signal: AbortSignal, name: string): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof DomainError) return error;
  const { code } = error as NodeJS.ErrnoException;
  return new FetchError('FETCH_ERROR', `${name} could not be fetched${typeof code === 'string' ? ` (${code})` : ''}`, {
    cause: error,
  });
}

/** Rejects as soon as the signal is aborted; `forget` removes the listener. */
function rejectOnAbort(signal: AbortSignal): { readonly up: Promise<never>; readonly forget: () => void } {
  let rejectNow = (): void => {};
  const up = new Promise<never>((_resolve, reject) => {
    rejectNow = () => reject(signal.reason as Error);
    if (signal.aborted) rejectNow();
    signal.addEventListener('abort', rejectNow, { once: true });
  });
  up.catch(() => {});
  return { up, forget: () => signal.removeEventListener('abort', rejectNow) };
}

function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const all: LookupAddress[] = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, options, callback) => {
    const fitting =
      options.family === 4 || options.family === 6 ? all.filter(({ family }) => family === options.family) : all;
    const [one] = fitting;
    if (one === undefined)
      callback(Object.assign(new Error('no address of that family'), { code: 'ENOTFOUND' }), '', 4);
    else if (options.all) callback(null, fitting);
    else callback(null, one.address, one.family);
  };
}

function flattenHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

function withoutCredentials(url: URL): URL {
  const copy = new URL(url);
  copy.username = '';
  copy.password = '';
  copy.hash = '';
  return copy;
}

function basicAuthorization(url: URL): string {
  try {
    return `Basic ${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64')}`;
  } catch {
    throw new FetchError('FETCH_ERROR', `the credentials for ${url.host} are not properly encoded`);
  }
}
