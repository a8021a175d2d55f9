import type { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import type { Agent, Dispatcher } from 'undici';
import { BlobStoreError } from '../../ports/uploads.ts';

export interface S3Settings {
  /** Undefined for the Amazon endpoint of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Puts the bucket in the path rather than in the host name. */
  readonly pathStyle: boolean;
  /** Prefix of all object names. */
  readonly prefix: string;
}

export interface S3Body {
  /** SHA-256 in hexadecimal; part of the signature, so that the storage rejects other bytes. */
  readonly sha256: string;
  readonly size: number;
  /** Opens the body from the start; called for each attempt. */
  readonly open: () => Uint8Array | Readable;
}
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Object name without the prefix; absent for the bucket itself. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
}
export interface S3Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Must be read to the end, dumped or destroyed. */
  readonly body: Dispatcher.ResponseData['body'];
}

/** Timeouts in milliseconds. */
export interface S3Timeouts {
  readonly connectMs: number;
  /** Maximum time without a byte in either direction. */
  readonly idleMs: number;
  /** First pause between two attempts; each further pause is twice as long. */
  readonly retryMs: number;
}

const DEFAULT_TIMEOUTS: S3Timeouts = { connectMs: 5_000, idleMs: 30_000, retryMs: 100 };
const MAX_ATTEMPTS = 4;
/** Statuses after which a retry may succeed. */
const TRANSIENT_STATUSES = new Set([408, 429, 500, 502, 503, 504]);
/** SHA-256 of empty content. */
export const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const MAX_ERROR_BYTES = 64 * 1024;

/** The storage rejected a request; a retry does not help. */
export class S3Error extends Error {}

/**
 * Client of one bucket: signs requests (AWS Signature Version 4), retries transient failures and never buffers a whole
 * object.
 */
export class S3Client {
  #agent: Agent | undefined;
  readonly #base: string;
  /** Signing keys by day. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(
    private readonly settings: S3Settings,
    private readonly timeouts: S3Timeouts = DEFAULT_TIMEOUTS,
  ) {
    this.#base = bucketUrl(settings);
  }

  /**
   * Sends a request; returns any response that is not transient, including 404.
   *
   * @throws BlobStoreError (`BLOB_UNREACHABLE`, `BLOB_NO_SPACE`) when all attempts failed
   */
  async send(request: S3Request): Promise<S3Response> {
    for (let attempt = 1; ; attempt++) {
      const problem = await this.#try(request).then(
        async (answer) => {
          if (answer.status === 507)
            return new BlobStoreError(
              'BLOB_NO_SPACE',
              `no space left to store the content: ${await describeFailure(request, answer)}`,
            );
          return TRANSIENT_STATUSES.has(answer.status)
            ? new BlobStoreError('BLOB_UNREACHABLE', await describeFailure(request, answer))
            : answer;
        },
        (error: NodeJS.ErrnoException) =>
          new BlobStoreError('BLOB_UNREACHABLE', `the S3 storage cannot be reached (${error.code ?? error.name})`, {
            cause: error,
          }),
      );
      if (!(problem instanceof BlobStoreError)) return problem;
      if (attempt === MAX_ATTEMPTS || problem.code === 'BLOB_NO_SPACE') throw problem;
      await new Promise((resolve) =>
        setTimeout(resolve, this.timeouts.retryMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)),
      );
    }
  }

  /**
   * Checks that the bucket can be used.
   *
   * @throws BlobStoreError; S3Error with a message for the operator
   */
  async check(): Promise<void> {
    const { bucket } = this.settings;
    const { status, headers, body } = await this.send({ method: 'HEAD' });
    await body.dump();
    if (status >= 200 && status < 300) return;
    const region = headers['x-amz-bucket-region'];
    if (status === 404) throw new S3Error(`the bucket ${bucket} does not exist: create the bucket, or set S3_BUCKET`);
    if ((status >= 300 && status < 400) || (status === 400 && region !== undefined)) {
      throw new S3Error(
        `the bucket ${bucket} is ${region === undefined ? 'in another region: set S3_REGION and S3_ENDPOINT' : `in the region ${String(region)}: set S3_REGION`}`,
      );
    }
    throw new S3Error(
      `the storage answers ${status} for the bucket ${bucket}: check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION, the rights of the key, and the clock of this machine`,
    );
  }

  /** Lists names of objects, with the prefix, after one. */
  async list(
    startAfter: string,
    limit: number,
  ): Promise<{ readonly keys: readonly string[]; readonly isLast: boolean }> {
    const query = {
      'list-type': '2',
      'max-keys': String(limit),
      prefix: this.settings.prefix,
      'start-after': startAfter,
      'encoding-type': 'url',
    };
    const request: S3Request = { method: 'GET', query };
    const answer = await this.send(request);
    if (answer.status !== 200) throw new S3Error(await describeFailure(request, answer));
    const text = await answer.body.text();
    const keys = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) =>
      decodeURIComponent(key!.replaceAll('+', ' ')),
    );
    return { keys, isLast: keys.length === 0 || !/<IsTruncated>\s*true\s*</.test(text) };
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.#agent?.destroy();
  }

  async #try({ method, name, query, headers = {}, body }: S3Request): Promise<S3Response> {
    const { region, accessKeyId, secretAccessKey, prefix } = this.settings;
    const url = (name === undefined ? this.#base : `${this.#base}/${encodeName(prefix + name)}`) + encodeQuery(query);
    const signer = new AwsV4Signer({
      method,
      url,
      region,
      accessKeyId,
      secretAccessKey,
      service: 's3',
      cache: this.#signingKeys,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
    });
    const signed = Object.fromEntries((await signer.sign()).headers);
    if (this.#signingKeys.size > 8) this.#signingKeys.clear();
    const bytes = body === undefined || body.size > 0 ? body?.open() : new Uint8Array();
    // Loaded with the first request only: it takes 5 MB of memory.
    const { Agent, request } = (await import('undici')).default;
    const { connectMs, idleMs } = this.timeouts;
    this.#agent ??= new Agent({ connect: { timeout: connectMs }, headersTimeout: idleMs, bodyTimeout: idleMs });
    const {
      statusCode,
      headers: answered,
      body: stream,
    } = await request(url, {
      method,
      headers: { ...signed, ...(body !== undefined && { 'content-length': String(body.size) }) },
      body: bytes ?? null,
      dispatcher: this.#agent,
    });
    // The reader of the stream receives the error; without a reader the error must not end the process.
    stream.on('error', () => {});
    return { status: statusCode, headers: answered, body: stream };
  }
}

function bucketUrl({ endpoint, region, bucket, pathStyle }: S3Settings): string {
  const root = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (pathStyle) return `${root.href.replace(/\/+$/, '')}/${bucket}`;
  root.host = `${bucket}.${root.host}`;
  return root.href.replace(/\/+$/, '');
}

const encodeName = (name: string): string => name.split('/').map(encodeURIComponent).join('/');

/** Encodes a query as signatures require (RFC 3986). */
const encodeQuery = (query: S3Request['query'] = {}): string =>
  Object.entries(query)
    .map(
      ([name, value], i) =>
        `${i === 0 ? '?' : '&'}${name}=${encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`,
    )
    .join('');

/** Describes a failed response in one line; reads its body. */
export async function describeFailure({ method }: S3Request, { status, body }: S3Response): Promise<string> {
  return `the S3 storage answered ${[status, await readErrorCode(body)].filter(Boolean).join(' ')} to ${method}`;
}

/** Reads the `Code` of an XML error; undefined if there is none. */
export async function readErrorCode(body: S3Response['body']): Promise<string | undefined> {
  let text = '';
  try {
    for await (const chunk of body) if (text.length < MAX_ERROR_BYTES) text += (chunk as Buffer).toString('latin1');
  } catch {
    return undefined;
  }
  return /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1];
}
