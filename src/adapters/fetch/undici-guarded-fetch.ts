import type { LookupAddress } from 'node:dns';
import { isIPv6 } from 'node:net';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
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
import { ACCEPTED_ENCODINGS, boundedBody, tooLarge } from './bounded-body.ts';
import { nameOf, parseTarget, resolveTarget, systemResolver } from './resolve-target.ts';
import type { Resolver } from './resolve-target.ts';

export interface GuardedFetchOptions {
  /** ALLOW_PRIVATE_NETWORKS: CIDR blocks that may be reached besides the public internet. */
  readonly allowPrivateNetworks?: readonly string[];
  readonly resolver?: Resolver;
  /** Origins that the operator chose: they may be anywhere. */
  readonly trustedOrigins?: readonly string[];
  /** How we present ourselves. */
  readonly userAgent?: string;
}

/** All that is carried along to another origin: anything else may speak for the user at the first one. */
const HARMLESS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'git-protocol',
  'user-agent',
]);
const ANYWHERE: AddressPolicy = { allows: () => true };
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | undefined;
}

interface Answer extends ResponseHead {
  readonly raw: Readable;
  /** Lets go of the connection that it comes over. */
  readonly release: () => void;
}

/** A connection to the addresses that were checked, and to no others. @param isKept whether it stays open for the next request */
const connectionTo = (addresses: readonly string[], isKept: boolean): Agent =>
  new Agent({
    connect: { lookup: pinned(addresses), timeout: 0, autoSelectFamily: true },
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: isKept ? 1 : 0,
    connections: 1,
  });

const destroy = (agent: Agent): void => void agent.destroy().catch(() => {});

/** GuardedFetch over undici: an agent per request, or per origin of a session, whose every connection goes to the addresses that were checked. */
export class UndiciGuardedFetch implements GuardedFetch {
  readonly #policy: AddressPolicy;
  readonly #trusted: ReadonlySet<string>;
  readonly #resolver: Resolver;
  readonly #userAgent: string;
  readonly #options: GuardedFetchOptions;
  /** Of a session: its connections by origin. */
  #kept: Map<string, Agent> | undefined;

  constructor(options: GuardedFetchOptions = {}) {
    this.#options = options;
    this.#policy = addressPolicy(options.allowPrivateNetworks);
    this.#trusted = new Set(options.trustedOrigins);
    this.#resolver = options.resolver ?? systemResolver;
    this.#userAgent = options.userAgent ?? 'Quire';
  }

  async assertAllowed(url: string, signal?: AbortSignal): Promise<ResolvedHost> {
    return this.#target(parseTarget(url), signal);
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
    const kept = new Map<string, Agent>();
    const session = new UndiciGuardedFetch(this.#options);
    session.#kept = kept;
    return Object.assign(session, { end: () => kept.forEach(destroy) });
  }

  async open(url: string, options: FetchOptions): Promise<StreamingResponse> {
    const first = this.#firstHop(url, options);
    const name = nameOf(first.url);
    const stop = new AbortController();
    const timer = setTimeout(
      () => stop.abort(new FetchError('FETCH_TIMEOUT', `${name} took longer than ${options.timeoutMs} ms`)),
      options.timeoutMs,
    );
    const giveUp = () => stop.abort(new FetchError('FETCH_ERROR', `fetching ${name} was cancelled`));
    if (options.signal?.aborted) giveUp();
    options.signal?.addEventListener('abort', giveUp, { once: true });
    let answer: Answer | undefined;
    const close = () => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', giveUp);
      answer?.release();
    };
    const explain = (error: unknown) => failure(error, stop.signal, name);
    try {
      answer = await this.#follow(first, options, stop.signal);
      const { raw, release: _, ...head } = answer;
      raw.on('error', () => {}); // told to the reader, or to nobody once closed
      const length = Number(head.headers['content-length'] ?? 0);
      if (length > options.maxBytes && first.method !== 'HEAD') throw tooLarge(name, options.maxBytes);
      const encoding = first.method === 'HEAD' ? undefined : head.headers['content-encoding'];
      return { ...head, body: finishing(boundedBody(raw, encoding, options.maxBytes, name), close, explain), close };
    } catch (error) {
      close();
      throw explain(error);
    }
  }

  #firstHop(text: string, options: FetchOptions): Hop {
    const url = parseTarget(text);
    const headers: Record<string, string> = { 'user-agent': this.#userAgent, accept: options.accept ?? '*/*' };
    for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = value;
    headers['accept-encoding'] = ACCEPTED_ENCODINGS;
    if (url.username !== '' || url.password !== '') headers.authorization = basic(url);
    return { url: bare(url), method: options.method ?? 'GET', headers, body: options.body };
  }

  async #follow(first: Hop, options: FetchOptions, signal: AbortSignal): Promise<Answer> {
    const most = options.maxRedirects ?? 5;
    let hop = first;
    for (let redirects = 0; ; redirects++) {
      const answer = await this.#ask(hop, signal);
      const location = answer.headers.location;
      if (!REDIRECTS.has(answer.status) || location === undefined) return answer;
      answer.release();
      if (redirects >= most)
        throw new FetchError('FETCH_ERROR', `${nameOf(first.url)} redirects more than ${most} times`);
      hop = next(hop, answer.status, parseTarget(location, hop.url));
    }
  }

  async #ask(hop: Hop, signal: AbortSignal): Promise<Answer> {
    const isKept = this.#kept !== undefined;
    const agent =
      this.#kept?.get(hop.url.origin) ?? connectionTo((await this.#target(hop.url, signal)).addresses, isKept);
    this.#kept?.set(hop.url.origin, agent);
    try {
      const answer = await request(hop.url, {
        method: hop.method as 'GET',
        headers: { ...hop.headers },
        body: hop.body ?? null,
        dispatcher: agent,
        signal,
      });
      answer.body.on('error', () => {});
      const release = isKept ? () => void answer.body.destroy() : () => destroy(agent);
      return { url: hop.url.href, status: answer.statusCode, headers: flat(answer.headers), raw: answer.body, release };
    } catch (error) {
      if (!isKept) destroy(agent);
      throw error;
    }
  }

  async #target(url: URL, signal?: AbortSignal): Promise<ResolvedHost> {
    const resolved = resolveTarget(url, this.#trusted.has(url.origin) ? ANYWHERE : this.#policy, this.#resolver);
    if (signal === undefined) return resolved;
    resolved.catch(() => {}); // may fail after we gave up on it
    const given = aborted(signal);
    return Promise.race([resolved, given.up]).finally(given.forget);
  }
}

function next(from: Hop, status: number, to: URL): Hop {
  const url = bare(to);
  const turnsToGet = from.method === 'POST' && status !== 307 && status !== 308;
  const dropped = (name: string) =>
    (url.origin !== from.url.origin && !HARMLESS.has(name)) || (turnsToGet && name.startsWith('content-'));
  const headers = Object.fromEntries(Object.entries(from.headers).filter(([name]) => !dropped(name)));
  return { url, method: turnsToGet ? 'GET' : from.method, headers, body: turnsToGet ? undefined : from.body };
}

async function* finishing(
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

function failure(error: unknown, signal: AbortSignal, name: string): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof DomainError) return error;
  const { code } = error as NodeJS.ErrnoException;
  return new FetchError('FETCH_ERROR', `${name} could not be fetched${typeof code === 'string' ? ` (${code})` : ''}`, {
    cause: error,
  });
}

/** Fails as soon as the signal says so; to be forgotten when it no longer matters. */
function aborted(signal: AbortSignal): { readonly up: Promise<never>; readonly forget: () => void } {
  let giveUp = (): void => {};
  const up = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(signal.reason as Error);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
  });
  up.catch(() => {});
  return { up, forget: () => signal.removeEventListener('abort', giveUp) };
}

function pinned(addresses: readonly string[]): LookupFunction {
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

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

function bare(url: URL): URL {
  const copy = new URL(url);
  copy.username = '';
  copy.password = '';
  copy.hash = '';
  return copy;
}

function basic(url: URL): string {
  try {
    return `Basic ${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64')}`;
  } catch {
    throw new FetchError('FETCH_ERROR', `the credentials for ${url.host} are not properly encoded`);
  }
}
