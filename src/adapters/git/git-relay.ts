import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { RepositoryUrlParts } from '../../domain/git/repository-address.ts';
import { GitError } from '../../ports/git/git-repositories.ts';
import {
  FetchBlocked,
  FetchError,
  type FetchSession,
  type GuardedFetch,
  type StreamingResponse,
} from '../../ports/kernel/guarded-fetch.ts';
import { basicCredentials } from './git-errors.ts';
import type { GitSettings } from './git-program.ts';

/** Hash function of object ids. */
export type ObjectFormat = 'sha1' | 'sha256';

export interface GitRelayOptions {
  readonly web: GuardedFetch;
  readonly address: RepositoryUrlParts;
  /** Maximum time until a response begins, and until more of it arrives, in milliseconds. */
  readonly idleTimeoutMs: number;
}

/** Address of the repository after redirects. */
interface Location {
  /** URL without credentials and without a trailing slash. */
  readonly url: string;
  /** Value of the Authorization header; only set if the credentials were given for this origin. */
  readonly authorization: string | undefined;
}

/** Request of git while it is forwarded. */
interface RelayedRequest {
  readonly message: http.IncomingMessage;
  /** Path below the repository, with the query. */
  readonly path: string;
  /** Asks for the branches or the capabilities of the server; each run of git begins with it. */
  readonly isDiscovery: boolean;
  /** Restarted whenever bytes arrive; aborts the signal when it ends. */
  readonly idleTimer: NodeJS.Timeout;
  readonly signal: AbortSignal;
}

const LOOPBACK = '127.0.0.1';
/** Maximum size of a list of branches. */
export const MAX_REFS_BYTES = 64 * 1024 ** 2;
const MAX_REDIRECTS = 5;
/** Statuses between 400 and 499 after which the same request may succeed: it was late, early or one of too many. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);
/** Longest delay of `setTimeout`; the signal enforces the real limit. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
/** Headers of git that servers need; the user agent tells Git clients from browsers. */
const FORWARDED_HEADERS = ['content-encoding', 'content-length', 'content-type', 'git-protocol', 'user-agent'];

/**
 * HTTP server on loopback that forwards the requests of git to one remote repository through the guarded fetch. It
 * resolves and checks addresses, follows redirects to the repository, adds the credentials, which git never sees, and
 * limits bytes and silence. It answers only git programs that were started with its settings.
 */
export class GitRelay {
  readonly #server = http.createServer({ requestTimeout: 0 }, (message, response) => {
    void this.#respond(message, response);
  });
  readonly #authorization = `Bearer ${randomBytes(24).toString('base64url')}`;
  #url = '';
  readonly #web: FetchSession;
  readonly #requested: Location;
  #found: Location | undefined;
  #objectFormat: ObjectFormat | undefined;
  #failure: unknown;
  #bytesLeft = 0;

  private constructor(private readonly options: GitRelayOptions) {
    const { address } = options;
    this.#web = options.web.session();
    const hasCredentials = address.username !== undefined || address.password !== undefined;
    this.#requested = {
      url: address.url.replace(/\/+$/, ''),
      authorization: hasCredentials ? `Basic ${basicCredentials(address)}` : undefined,
    };
  }

  /** Starts to listen on a free port. */
  static async open(options: GitRelayOptions): Promise<GitRelay> {
    const relay = new GitRelay(options);
    relay.#server.listen(0, LOOPBACK);
    await once(relay.#server, 'listening');
    relay.#url = `http://${LOOPBACK}:${(relay.#server.address() as AddressInfo).port}/`;
    return relay;
  }

  /** URL of the repository for git. */
  get url(): string {
    return this.#url;
  }

  /** Settings with which git reaches the repository; requests for any other host go to the relay too, which denies them. */
  get settings(): GitSettings {
    return [
      ['http.proxy', this.url],
      ['http.extraHeader', `Authorization: ${this.#authorization}`],
    ];
  }

  /** Object format that the server stated; undefined before git asked, and for servers that state none. */
  get objectFormat(): ObjectFormat | undefined {
    return this.#objectFormat;
  }

  /** Reason why the current run of git failed, if it lies with the server; a GitError. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Prepares for a run of git that may receive `maxBytes`. */
  beginRun(maxBytes: number): void {
    this.#bytesLeft = maxBytes;
    this.#failure = undefined;
  }

  /** Stops listening and closes all connections. */
  close(): void {
    this.#web.end();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #respond(message: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const target = URL.canParse(message.url!, this.#url) ? new URL(message.url!, this.#url) : undefined;
    if (
      target?.origin !== new URL(this.#url).origin ||
      message.headers.authorization !== this.#authorization ||
      (message.method !== 'GET' && message.method !== 'POST')
    )
      return void response.writeHead(403).end();
    const stop = new AbortController();
    response.once('close', () => stop.abort()); // Git has ended, or has all that it needs.
    const tooSlow = new GitError('GIT_TIMEOUT', 'the server is too slow');
    const request: RelayedRequest = {
      message,
      path: target.pathname + target.search,
      isDiscovery: target.pathname === '/info/refs',
      idleTimer: setTimeout(() => stop.abort(tooSlow), this.options.idleTimeoutMs),
      signal: stop.signal,
    };
    try {
      const answer = await this.#send(request);
      const type = answer.headers['content-type'];
      response.writeHead(answer.status, type === undefined ? {} : { 'content-type': type });
      await pipeline(this.#receive(request, answer), response);
    } catch (error) {
      this.#recordFailure(error, stop.signal);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    } finally {
      clearTimeout(request.idleTimer);
    }
  }

  async #send({ message, path, isDiscovery, idleTimer, signal }: RelayedRequest): Promise<StreamingResponse> {
    const { url, authorization } = this.#found ?? this.#requested;
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    for (const name of FORWARDED_HEADERS) {
      const value = message.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    const isPost = message.method === 'POST';
    const answer = await this.#web.open(url + path, {
      ...(isPost && { method: 'POST', body: restarting(idleTimer, message) }),
      headers,
      maxBytes: isDiscovery ? Math.min(this.#bytesLeft, MAX_REFS_BYTES) : this.#bytesLeft,
      timeoutMs: MAX_TIMEOUT_MS,
      maxRedirects: this.#found === undefined ? MAX_REDIRECTS : 0,
      signal,
    });
    idleTimer.refresh();
    try {
      if (isDiscovery || isPost) requireSuccess(answer.status, authorization !== undefined);
      if (isDiscovery) this.#found ??= this.#locate(answer, path);
      if (isPost) requireGitResult(answer);
      return answer;
    } catch (error) {
      answer.close();
      throw error;
    }
  }

  /** Derives the address of the repository from the response to the first request. */
  #locate({ url, headers }: StreamingResponse, path: string): Location {
    if (/^\s*(text\/html|application\/xhtml)/i.test(headers['content-type'] ?? ''))
      throw new GitError(
        'GIT_NOT_FOUND',
        'the URL does not lead to a Git repository: the server responds with a web page',
      );
    if (!url.endsWith(path))
      throw new GitError(
        'GIT_NOT_FOUND',
        'the URL does not lead to a Git repository: the server redirects to something else',
      );
    const found = url.slice(0, -path.length);
    const isSameOrigin = new URL(found).origin === new URL(this.#requested.url).origin;
    return { url: found, authorization: isSameOrigin ? this.#requested.authorization : undefined };
  }

  async *#receive(
    { isDiscovery, idleTimer, signal }: RelayedRequest,
    answer: StreamingResponse,
  ): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of restarting(idleTimer, answer.body)) {
        this.#bytesLeft -= chunk.byteLength;
        if (isDiscovery) this.#objectFormat ??= statedObjectFormat(chunk);
        yield chunk;
      }
    } catch (error) {
      this.#recordFailure(error, signal);
      throw error;
    } finally {
      answer.close();
    }
  }

  /** Records why the server cannot be read, unless git itself closed the connection. */
  #recordFailure(error: unknown, signal: AbortSignal): void {
    const reason = signal.aborted ? (signal.reason as unknown) : toGitError(error);
    if (reason instanceof GitError) this.#failure ??= reason;
  }
}

/** Passes chunks on and restarts the timer with each. */
async function* restarting(timer: NodeJS.Timeout, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    timer.refresh();
    yield chunk;
  }
}

/** Finds the capability `object-format` of gitprotocol-capabilities(5) in the first bytes of a list of capabilities. */
function statedObjectFormat(chunk: Uint8Array): ObjectFormat | undefined {
  const [, format] = /object-format=(sha1|sha256)/.exec(Buffer.from(chunk).toString('latin1')) ?? [];
  return format as ObjectFormat | undefined;
}

/** @throws GitError for a status other than 2xx */
function requireSuccess(status: number, hasCredentials: boolean): void {
  if (status === 401 || status === 403)
    throw new GitError(
      'GIT_AUTH',
      hasCredentials
        ? 'the server does not accept the credentials in the URL'
        : 'the server requires credentials, or the repository does not exist',
    );
  if (status === 404 || status === 410)
    throw new GitError('GIT_NOT_FOUND', 'the URL does not lead to a Git repository');
  if (status === 413)
    throw new GitError(
      'GIT_REFUSED',
      'the server does not accept a request of this size (status 413); raise its limit for the size of request bodies',
    );
  const isPermanent = status >= 400 && status <= 499 && !TRANSIENT_STATUSES.has(status);
  if (status < 200 || status > 299)
    throw new GitError(isPermanent ? 'GIT_REFUSED' : 'GIT_NETWORK', `the server responds with status ${status}`);
}

/** @throws GitError for a response that no Git server sends */
function requireGitResult({ headers }: StreamingResponse): void {
  if (!/^application\/x-git-[a-z]+-pack-result\b/i.test(headers['content-type'] ?? ''))
    throw new GitError('GIT_NETWORK', 'the server does not respond as a Git server');
}

/** Converts an error of the guarded fetch. */
function toGitError(error: unknown): unknown {
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
