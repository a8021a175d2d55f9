import type { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, request, type Dispatcher } from 'undici';
import { BlobStoreError } from '../../ports/uploads/blob-store.ts';

export interface S3Settings {
  /** Undefined: Amazon's of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket stands in the path rather than in the host name. */
  readonly pathStyle: boolean;
  /** What the names of all objects begin with. */
  readonly prefix: string;
}

export interface S3Body {
  /** In hexadecimal; signed along, so that the storage refuses other bytes. */
  readonly sha256: string;
  readonly size: number;
  /** The bytes from their beginning; asked for anew at every try. */
  readonly open: () => Uint8Array | Readable;
}
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** An object's name without the prefix; left out: the bucket itself. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
}
export interface S3Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** To be read to its end, dumped or destroyed. */
  readonly body: Dispatcher.ResponseData['body'];
}

/** Milliseconds. */
export interface S3Timeouts {
  readonly connectMs: number;
  /** Without a byte, either way. */
  readonly idleMs: number;
  /** The first pause between two tries; the next ones are twice as long each. */
  readonly retryMs: number;
}

const DEFAULT_TIMEOUTS: S3Timeouts = { connectMs: 5_000, idleMs: 30_000, retryMs: 100 };
const MAX_ATTEMPTS = 4;
/** What may go better the next time. */
const TRANSIENT_STATUSES = new Set([408, 429, 500, 502, 503, 504]);
/** The SHA-256 of no bytes. */
export const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const MAX_ERROR_BYTES = 64 * 1024;

/** The storage refuses us; trying again does not help. */
export class S3Error extends Error {}

/** Talks to one bucket: signs (AWS Signature Version 4), tries again what may pass, never holds a whole object in memory. */
export class S3Client {
  readonly #agent: Agent;
  readonly #base: string;
  /** Signing keys by day. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(
    private readonly settings: S3Settings,
    private readonly timeouts: S3Timeouts = DEFAULT_TIMEOUTS,
  ) {
    const { connectMs, idleMs } = timeouts;
    this.#agent = new Agent({ connect: { timeout: connectMs }, headersTimeout: idleMs, bodyTimeout: idleMs });
    this.#base = bucketUrl(settings);
  }

  /**
   * Any answer but one that may pass, such as 404.
   * @throws BlobStoreError (`BLOB_UNREACHABLE`, `BLOB_NO_SPACE`) when all tries failed
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

  /** @throws BlobStoreError, or S3Refused in words for whoever runs this, when the bucket cannot be used */
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

  /** Forgets all connections. */
  close(): Promise<void> {
    return this.#agent.destroy();
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
    // Whoever reads it is told; whoever has stopped reading must not be brought down by it.
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

/** As signatures have it (RFC 3986). */
const encodeQuery = (query: S3Request['query'] = {}): string =>
  Object.entries(query)
    .map(
      ([name, value], i) =>
        `${i === 0 ? '?' : '&'}${name}=${encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`,
    )
    .join('');

/** What an answer says is wrong, in one line; reads it. */
export async function describeFailure({ method }: S3Request, { status, body }: S3Response): Promise<string> {
  return `the S3 storage answered ${[status, await readErrorCode(body)].filter(Boolean).join(' ')} to ${method}`;
}

/** The `Code` of an error in XML; undefined where there is none. */
export async function readErrorCode(body: S3Response['body']): Promise<string | undefined> {
  let text = '';
  try {
    for await (const chunk of body) if (text.length < MAX_ERROR_BYTES) text += (chunk as Buffer).toString('latin1');
  } catch {
    return undefined;
  }
  return /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1];
}
