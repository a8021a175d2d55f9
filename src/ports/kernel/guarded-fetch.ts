import { DomainError } from '../../domain/kernel/errors.ts';
import type { ErrorCategory } from '../../domain/kernel/errors.ts';

export interface FetchOptions {
  /** HTTP method; default `GET`. */
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of a POST; sent again if a redirect keeps the method (307, 308). A stream is sent once. */
  readonly body?: Uint8Array | string | AsyncIterable<Uint8Array>;
  /** Value of the `Accept` header. */
  readonly accept?: string;
  /** Maximum size of the body in bytes after decompression, inclusive. */
  readonly maxBytes: number;
  /** Time limit in milliseconds for the whole request: name resolution, redirects and the last byte of the body. */
  readonly timeoutMs: number;
  /** Default 5, and 0 for a streamed body; with 0 every redirect is an error. */
  readonly maxRedirects?: number;
  readonly signal?: AbortSignal;
}

/** Response head of any status. Header names are in lower case; repeated headers are joined by `, `. */
export interface ResponseHead {
  /** Final URL after redirects, without credentials. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface FetchResponse extends ResponseHead {
  /** Body, decompressed. */
  readonly body: Buffer;
}

export interface StreamingResponse extends ResponseHead {
  /** Body, decompressed and under the same limits while it is read; can be read once. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Discards the rest; required if the body is not read to its end. */
  close(): void;
}

/** Host that may be connected to, with the only addresses that may be used. */
export interface ResolvedHost {
  readonly hostname: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

/**
 * Sole access to URLs that users provide. Allows only http and https, and only addresses of the public internet or of
 * networks that the operator has opened. Resolves each name once and connects to the checked address; checks each
 * redirect again. Credentials and cookies stay with the origin they were given for. Throws FetchBlocked and FetchError.
 */
export interface GuardedFetch {
  /** Fetches the whole body. */
  fetch(url: string, options: FetchOptions): Promise<FetchResponse>;
  /** Resolves with the head; the body is streamed. */
  open(url: string, options: FetchOptions): Promise<StreamingResponse>;
  /** Checks a URL for programs that connect themselves; they must use only the returned addresses. */
  assertAllowed(url: string, signal?: AbortSignal): Promise<ResolvedHost>;
  /**
   * Opens a session for several requests to one server: connections stay open, and resolved names keep their addresses.
   */
  session(): FetchSession;
}

export interface FetchSession extends GuardedFetch {
  /** Closes all connections of the session, including those in use. */
  end(): void;
}

/** The URL may not be fetched on behalf of a user. The message contains at most host and path. */
export class FetchBlocked extends DomainError {
  readonly category = 'invalid';
  readonly code = 'FETCH_REFUSED';
}

/** The fetch failed. The message contains at most host and path. */
export class FetchError extends DomainError {
  readonly category: ErrorCategory;
  constructor(
    readonly code: 'FETCH_TIMEOUT' | 'FETCH_TOO_LARGE' | 'FETCH_ERROR',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.category = code === 'FETCH_TOO_LARGE' ? 'too-large' : 'unavailable';
  }
}
