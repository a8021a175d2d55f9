import { DomainError } from '../../domain/kernel/errors.ts';
import type { ErrorCategory } from '../../domain/kernel/errors.ts';

export interface FetchOptions {
  /** `GET` unless told. */
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a POST; sent again where a redirect keeps the method (307, 308). */
  readonly body?: Uint8Array | string;
  /** The value of `Accept`. */
  readonly accept?: string;
  /** The most bytes of body that are taken, counted after decompression; exactly this many are still fine. */
  readonly maxBytes: number;
  /** For everything together: name resolution, redirects and the last byte of the body. */
  readonly timeoutMs: number;
  /** 5 unless told; 0 takes a redirect for a failure. */
  readonly maxRedirects?: number;
  readonly signal?: AbortSignal;
}

/** An answer of any status. Its names are in lower case; repeated headers are joined by `, `. */
export interface ResponseHead {
  /** Where the answer came from in the end, without credentials. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface FetchResponse extends ResponseHead {
  /** Decompressed. */
  readonly body: Buffer;
}

export interface StreamingResponse extends ResponseHead {
  /** Decompressed, under the same limits while it is read; to be read once. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Lets the rest go; needed when the body is not read to its end. */
  close(): void;
}

/** A host that may be connected to, and the only addresses that may be used for it. */
export interface ResolvedHost {
  readonly hostname: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

/**
 * The one way out to addresses that a user names. Only http and https; only to addresses of the public internet or of
 * networks the operator opened; each name is resolved once and connected to where it was checked, each redirect is checked
 * again; credentials and cookies stay with the origin they were given for. Throws FetchBlocked and FetchError.
 */
export interface GuardedFetch {
  /** The whole body at once. */
  fetch(url: string, options: FetchOptions): Promise<FetchResponse>;
  /** Resolves with the head; the body follows as it is read. */
  open(url: string, options: FetchOptions): Promise<StreamingResponse>;
  /** For programs that connect themselves: they must be held to the addresses in the answer. */
  assertAllowed(url: string, signal?: AbortSignal): Promise<ResolvedHost>;
  /** For several requests to one server: connections stay open in between, and a name that was resolved stays what it was. */
  session(): FetchSession;
}

export interface FetchSession extends GuardedFetch {
  /** Closes its connections, also those still in use. */
  end(): void;
}

/** The address is not one that may be fetched for a user. The message names at most host and path. */
export class FetchBlocked extends DomainError {
  readonly category = 'invalid';
  readonly code = 'FETCH_REFUSED';
}

/** Fetching was tried and did not work out. The message names at most host and path. */
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
