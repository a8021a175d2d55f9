import { Writable, type Readable } from 'node:stream';
import type { BackupTarget } from './backup-target.ts';
import { sha256 } from './blob-meter.ts';
import { describeFailure, S3Client, S3Error, type S3Request, type S3Response, type S3Settings } from './s3-client.ts';

/** Bytes of one part of an upload. S3 takes 10,000 parts of at least 5 MiB. */
const PART_BYTES = 32 * 1024 * 1024;
/** Number of names that are listed at a time. */
const LISTED = 1_000;

/** Archives in a bucket of an S3-compatible storage, uploaded in parts while they are written. */
export class S3BackupTarget implements BackupTarget {
  readonly #client: S3Client;

  constructor(
    private readonly settings: S3Settings,
    private readonly partBytes = PART_BYTES,
  ) {
    this.#client = new S3Client(settings);
  }

  /** Has no effect: each request names what keeps it from the bucket. */
  async prepare(): Promise<void> {}

  async write(name: string, source: (target: Writable) => Promise<void>): Promise<void> {
    const upload = await this.#begin(name);
    const parts = new UploadParts(this.partBytes, (number, bytes) => this.#putPart(name, upload, number, bytes));
    try {
      await source(parts);
      await this.#complete(name, upload, parts.tags());
    } catch (error) {
      // A part that arrives after the deletion would stay.
      await parts.abandon();
      await this.#send({ method: 'DELETE', name, query: { uploadId: upload } }).catch(() => {});
      throw error;
    }
  }

  async read(name: string): Promise<Readable> {
    return (await this.#send({ method: 'GET', name })).body;
  }

  async list(): Promise<readonly string[]> {
    const names: string[] = [];
    for (let after = ''; ;) {
      const { keys, isLast } = await this.#client.list(after, LISTED);
      names.push(...keys.map((key) => key.slice(this.settings.prefix.length)));
      if (isLast) return names.filter((name) => !name.includes('/'));
      after = keys.at(-1)!;
    }
  }

  async delete(name: string): Promise<void> {
    await (await this.#send({ method: 'DELETE', name })).body.dump();
  }

  async #begin(name: string): Promise<string> {
    const answer = await this.#send({ method: 'POST', name, query: { uploads: '' }, body: bodyOf(new Uint8Array()) });
    const id = /<UploadId>([^<]{1,1000})<\/UploadId>/.exec(await answer.body.text())?.[1];
    if (id === undefined) throw new S3Error('the S3 storage began an upload without an id');
    return id;
  }

  async #putPart(name: string, upload: string, number: number, bytes: Uint8Array): Promise<string> {
    const query = { partNumber: String(number), uploadId: upload };
    const answer = await this.#send({ method: 'PUT', name, query, body: bodyOf(bytes) });
    await answer.body.dump();
    return String(answer.headers['etag']);
  }

  async #complete(name: string, upload: string, etags: readonly string[]): Promise<void> {
    const parts = etags.map(
      (etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
    );
    const text = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const answer = await this.#send({
      method: 'POST',
      name,
      query: { uploadId: upload },
      headers: { 'content-type': 'application/xml' },
      body: bodyOf(Buffer.from(text)),
    });
    // The storage sends the status before it knows the result.
    const code = /<Error>.*?<Code>(\w{1,100})<\/Code>/s.exec(await answer.body.text())?.[1];
    if (code !== undefined) throw new S3Error(`the S3 storage could not complete the upload: ${code}`);
  }

  /** @throws S3Error unless the storage succeeds */
  async #send(request: S3Request): Promise<S3Response> {
    const answer = await this.#client.send(request);
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw new S3Error(await describeFailure(request, answer));
  }
}

const bodyOf = (bytes: Uint8Array): NonNullable<S3Request['body']> => ({
  sha256: sha256(bytes),
  size: bytes.byteLength,
  open: () => bytes,
});

/** Stream that uploads what is written to it in parts of one size; the last part may be smaller. */
class UploadParts extends Writable {
  readonly #etags: string[] = [];
  #pending: Buffer[] = [];
  #bytes = 0;
  /** Upload of the latest part, which may still run. */
  #upload: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly partBytes: number,
    private readonly put: (number: number, bytes: Uint8Array) => Promise<string>,
  ) {
    super();
    // An error that nobody listens for would end the process; `tags` throws it as well.
    this.on('error', () => {});
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#pending.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes < this.partBytes) return done();
    this.#flush().then(() => done(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    const rest = this.#bytes > 0 || this.#etags.length === 0 ? this.#flush() : Promise.resolve();
    rest.then(() => done(), done);
  }

  /** Returns the tags of all parts. Throws unless everything was written. */
  tags(): readonly string[] {
    if (this.errored !== null) throw this.errored;
    if (!this.writableFinished) throw new Error('the archive ended before all of it was uploaded');
    return this.#etags;
  }

  /** Uploads no further parts, and waits for the present one. */
  async abandon(): Promise<void> {
    this.destroy();
    await this.#upload.catch(() => {});
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#bytes = 0;
    const upload = this.put(this.#etags.length + 1, bytes);
    this.#upload = upload;
    this.#etags.push(await upload);
  }
}
