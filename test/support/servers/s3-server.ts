import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const S3_KEY = { accessKeyId: 'AKIDQUIRE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY' };
const REGION = 'eu-test-1';
/** Tolerated difference between clocks. */
const SKEW_MS = 15 * 60 * 1000;

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

export interface SignedRequest {
  readonly method: string;
  /** URL as sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signedHeaders: readonly string[];
  readonly region: string;
}

/** Computes the AWS Signature Version 4 of a request to S3, from its definition. */
export function signatureOf({ method, url, headers, signedHeaders, region }: SignedRequest, secret: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters =
    query === ''
      ? []
      : query
          .split('&')
          .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
          .sort();
  const canonical = [
    method,
    path,
    parameters.join('&'),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const time = headers['x-amz-date'] ?? '';
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [region, 's3', 'aws4_request'].reduce((above, part) => hmac(above, part), hmac(`AWS4${secret}`, day));
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
}

/** Object storage in memory that verifies every signature and every hash. */
export class S3Server {
  /** Name of the only bucket. */
  bucket = 'docs';
  readonly objects = new Map<string, Buffer>();
  /** Parts of unfinished uploads. */
  readonly uploads = new Map<string, Buffer[]>();
  /** Time of each upload, in milliseconds since 1970. */
  readonly dates = new Map<string, number>();
  /** `METHOD /path` of all requests. */
  readonly requests: string[] = [];
  /** Failures of the next requests, one each; `undefined` for a normal response. */
  readonly troubles: (number | 'hang up' | 'stay silent' | undefined)[] = [];
  /** Runs before each response. */
  meanwhile: ((method: string, name: string) => Promise<void>) | undefined;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<S3Server> {
    const started = new S3Server();
    await new Promise<void>((resolve) => started.#server.listen(0, '127.0.0.1', resolve));
    return started;
  }
  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  get settings() {
    return { endpoint: this.url, region: REGION, bucket: this.bucket, pathStyle: true, prefix: '', ...S3_KEY };
  }

  /** Response of ListObjectsV2. */
  #listed(query: URLSearchParams): string {
    const [prefix, after, most] = [
      query.get('prefix') ?? '',
      query.get('start-after') ?? '',
      Math.min(Number(query.get('max-keys') ?? 1000), 1000),
    ];
    const keys = [...this.objects.keys()]
      .map(decodeURIComponent)
      .filter((key) => key.startsWith(prefix) && key > after)
      .sort();
    const shown = keys
      .slice(0, most)
      .map((key) => `<Contents><Key>${encodeURIComponent(key)}</Key><Size>1</Size></Contents>`);
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${keys.length > most}</IsTruncated>${shown.join('')}</ListBucketResult>`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    this.requests.push(`${method} ${url}`);
    const trouble = this.troubles.shift();
    if (trouble === 'stay silent') return;
    if (trouble === 'hang up') return void request.socket.destroy();
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;
    const refused = findSignatureProblem(request, body);
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(method === 'HEAD' ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    if (typeof trouble === 'number') return void refuse(trouble, 'Trouble');
    if (refused !== undefined) return void refuse(...refused);
    const [address = '', query = ''] = url.split('?', 2);
    const [, bucket, ...rest] = address.split('/');
    if (bucket !== this.bucket) return void refuse(404, 'NoSuchBucket');
    const name = rest.join('/');
    await this.meanwhile?.(method, name);
    if (name === '' && method === 'GET')
      return void response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(this.#listed(new URLSearchParams(query)));
    if (name === '') return void response.writeHead(200).end();
    const object = this.objects.get(name);
    const parameters = new URLSearchParams(query);
    if (method === 'POST' && parameters.has('uploads')) {
      const id = `upload-${this.uploads.size + 1}`;
      this.uploads.set(id, []);
      return void response.writeHead(200).end(`<Result><UploadId>${id}</UploadId></Result>`);
    }
    const upload = this.uploads.get(parameters.get('uploadId') ?? '');
    if (parameters.has('uploadId') && upload === undefined) return void refuse(404, 'NoSuchUpload');
    if (upload !== undefined && method === 'PUT') {
      upload[Number(parameters.get('partNumber')) - 1] = body;
      return void response.writeHead(200, { etag: `"${sha256(body).slice(0, 32)}"` }).end();
    }
    if (upload !== undefined) {
      this.uploads.delete(parameters.get('uploadId')!);
      if (method === 'DELETE') return void response.writeHead(204).end();
      const tags = upload.map((part) => `&quot;${sha256(part).slice(0, 32)}&quot;`);
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
      // The error follows the status of success, as it does at Amazon.
      if (named.map(([, , tag]) => tag).join() !== tags.join())
        return void response.writeHead(200).end('<Error><Code>InvalidPart</Code></Error>');
      this.objects.set(name, Buffer.concat(upload));
      this.dates.set(name, Date.now());
      return void response.writeHead(200).end('<CompleteMultipartUploadResult/>');
    }
    if (method === 'PUT') {
      this.objects.set(name, body);
      this.dates.set(name, Date.now());
      return void response.writeHead(200, { etag: `"${sha256(body).slice(0, 32)}"` }).end();
    }
    if (method === 'DELETE') {
      this.objects.delete(name);
      return void response.writeHead(204).end();
    }
    if (object === undefined) return void refuse(404, 'NoSuchKey');
    response.setHeader('last-modified', new Date(this.dates.get(name) ?? Date.now()).toUTCString());
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    if (first === undefined)
      return void response
        .writeHead(200, { 'content-length': object.length })
        .end(method === 'HEAD' ? undefined : object);
    const end = Math.min(last ? Number(last) : Infinity, object.length - 1);
    if (Number(first) > end) return void refuse(416, 'InvalidRange');
    const part = object.subarray(Number(first), end + 1);
    response
      .writeHead(206, { 'content-length': part.length, 'content-range': `bytes ${first}-${end}/${object.length}` })
      .end(part);
  }
}

/** Returns the status and error code for a request with an invalid signature. */
function findSignatureProblem(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
): [number, string] | undefined {
  const headerValues = headers as Record<string, string>;
  const [, id, day, region, signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (id !== S3_KEY.accessKeyId) return [403, 'InvalidAccessKeyId'];
  const time = headerValues['x-amz-date'] ?? '';
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - at) <= SKEW_MS) || day !== time.slice(0, 8)) return [403, 'RequestTimeTooSkewed'];
  if (region !== REGION) return [400, 'AuthorizationHeaderMalformed'];
  const signedHeaders = signed.split(';');
  const mustBeSigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!mustBeSigned.every((name) => signedHeaders.includes(name))) return [403, 'AccessDenied'];
  if (signature !== signatureOf({ method, url, headers: headerValues, signedHeaders, region }, S3_KEY.secretAccessKey))
    return [403, 'SignatureDoesNotMatch'];
  if (method === 'PUT' && headerValues['content-length'] === undefined) return [411, 'MissingContentLength'];
  return headerValues['x-amz-content-sha256'] === sha256(body) ? undefined : [400, 'XAmzContentSHA256Mismatch'];
}
