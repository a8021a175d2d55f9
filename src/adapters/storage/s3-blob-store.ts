import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { BlobStoreError, isBlobHash } from '../../ports/uploads.ts';
import type { BlobContent, BlobStore, ByteRange, PutOptions, StoredBlob } from '../../ports/uploads.ts';
import { UploadDrafts } from './upload-drafts.ts';
import { BlobMeter, sha256 } from './blob-meter.ts';
import {
  readErrorCode,
  EMPTY_SHA256,
  describeFailure,
  S3Client,
  S3Error,
  type S3Response,
  type S3Body,
  type S3Timeouts,
  type S3Request,
  type S3Settings,
} from './s3-client.ts';

export interface S3StoreOptions extends S3Settings {
  /** Local folder for incoming streams: a blob is named by its hash, which is known only at the end of the stream. */
  readonly draftsDir: string;
  readonly timeouts?: S3Timeouts;
}

/** Object with the id of the storage. */
const ID_OBJECT = 'storage-id';
/** Suffix of the object that marks a blob as being deleted. */
const DELETION_MARK = '.leaving';
/** Time limit of a deletion in milliseconds; an older mark was left by a process that died. */
const MAX_DELETION_MS = 5 * 60 * 1000;
/** Number of checks for the mark of a deletion during an upload, and the pause between them in milliseconds. */
const MAX_MARK_CHECKS = 25;
const MARK_CHECK_MS = 200;

/** Error code of a missing bucket, as opposed to a missing object. */
const NO_BUCKET = 'NoSuchBucket';

/**
 * Stores blobs as objects `<prefix><hash>` in a bucket of an S3-compatible storage. The hash is part of the signature
 * of every upload, so the storage rejects bytes that were changed on the way, and an object exists completely or not at
 * all.
 *
 * Putting the same bytes again uploads them again, which renews their date. S3 has no conditional deletion by date;
 * therefore a deletion first writes a mark, then checks the date, deletes the object and removes the mark, while an
 * upload checks for the mark and then for the object. One of the two always notices the other.
 */
export class S3BlobStore implements BlobStore {
  private constructor(
    private readonly client: S3Client,
    private readonly drafts: UploadDrafts,
    private readonly prefix: string,
    /** Pause between two checks for a mark, in milliseconds. */
    private readonly markCheckMs: number,
  ) {}

  /** @throws BlobStoreError; S3Error when the bucket cannot be used */
  static async open({ draftsDir, timeouts, ...settings }: S3StoreOptions): Promise<S3BlobStore> {
    const client = new S3Client(settings, timeouts);
    try {
      await client.check();
      return new S3BlobStore(
        client,
        await UploadDrafts.open(draftsDir),
        settings.prefix,
        timeouts?.retryMs ?? MARK_CHECK_MS,
      );
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  async put(source: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StoredBlob> {
    const measure = new BlobMeter(options);
    if (!(source instanceof Uint8Array))
      return this.drafts.withDraft(source, measure, (draft) =>
        this.#store(measure.finish(), () => createReadStream(draft)),
      );
    measure.add(source);
    return this.#store(measure.finish(), () => source);
  }

  async get(hash: string, range: ByteRange = { start: 0 }): Promise<BlobContent | undefined> {
    if (!isBlobHash(hash)) return undefined;
    const { start, end } = range;
    if (end !== undefined && end < start) return this.#emptyContent(hash);
    const whole = start === 0 && end === undefined;
    const request: S3Request = {
      method: 'GET',
      name: hash,
      ...(!whole && { headers: { range: `bytes=${start}-${end ?? ''}` } }),
    };
    const answer = await this.client.send(request);
    const length = Number(answer.headers['content-length']);
    if (answer.status === 206) return { size: totalSize(answer), stream: answer.body };
    // Some storages ignore ranges of an empty object.
    if (answer.status === 200 && (whole || length === 0)) return { size: length, stream: answer.body };
    if (answer.status === 416) {
      await answer.body.dump();
      return this.#emptyContent(hash);
    }
    if (answer.status === 404) return requireBucket(request, answer);
    if (answer.status === 200) answer.body.destroy();
    throw new S3Error(
      answer.status === 200 ? 'the S3 storage does not support range requests' : await describeFailure(request, answer),
    );
  }

  async has(hash: string): Promise<boolean> {
    return (await this.#size(hash)) !== undefined;
  }

  async list(after: string | undefined, limit: number): Promise<readonly string[]> {
    const found: string[] = [];
    let startAfter = after === undefined ? '' : this.prefix + after;
    for (;;) {
      const { keys, isLast } = await this.client.list(startAfter, limit);
      for (const key of keys) {
        const name = key.slice(this.prefix.length);
        if (found.length < limit && isBlobHash(name)) found.push(name);
      }
      if (isLast || found.length === limit) return found;
      startAfter = keys.at(-1)!;
    }
  }

  async discard(hash: string, putSince: number): Promise<boolean> {
    const startedAt = performance.now();
    if (!isBlobHash(hash)) return true;
    const before = await this.#headOf(hash);
    if (before === undefined || before.putAt >= putSince) return before === undefined;
    await this.#write(`${hash}${DELETION_MARK}`, { sha256: EMPTY_SHA256, size: 0, open: () => new Uint8Array() });
    try {
      const found = await this.#headOf(hash);
      if (found === undefined) return true;
      if (found.putAt >= putSince || performance.now() - startedAt > MAX_DELETION_MS / 10) return false;
      await this.#remove(hash);
      return true;
    } finally {
      await this.#remove(`${hash}${DELETION_MARK}`);
    }
  }

  async identity(): Promise<string | undefined> {
    const request: S3Request = { method: 'GET', name: ID_OBJECT };
    const answer = await this.client.send(request);
    if (answer.status === 404) return requireBucket(request, answer);
    if (answer.status !== 200) throw new S3Error(await describeFailure(request, answer));
    return (await answer.body.text()).trim();
  }

  async claim(id: string): Promise<string> {
    const known = await this.identity();
    if (known !== undefined) return known;
    const bytes = Buffer.from(`${id}\n`);
    await this.#write(ID_OBJECT, { sha256: sha256(bytes), size: bytes.length, open: () => bytes });
    return (await this.identity()) ?? id;
  }

  /** Uploads until no concurrent deletion can have removed the object. */
  async #store(stored: StoredBlob, open: () => Uint8Array | Readable): Promise<StoredBlob> {
    await this.#upload(stored, open);
    for (let check = 0; check < MAX_MARK_CHECKS; check++) {
      const mark = await this.#headOf(`${stored.hash}${DELETION_MARK}`);
      if (mark === undefined || mark.putAt < Date.now() - MAX_DELETION_MS) {
        if (await this.has(stored.hash)) return stored;
        await this.#upload(stored, open);
      } else await new Promise((resolve) => setTimeout(resolve, this.markCheckMs));
    }
    throw new BlobStoreError('BLOB_UNREACHABLE', 'the same content is being deleted; retry the request');
  }

  async #upload(stored: StoredBlob, open: () => Uint8Array | Readable): Promise<StoredBlob> {
    const { hash, size } = stored;
    await this.#write(hash, { sha256: hash, size, open });
    return stored;
  }

  async #write(name: string, body: S3Body): Promise<void> {
    const request: S3Request = { method: 'PUT', name, headers: { 'content-type': 'application/octet-stream' }, body };
    const answer = await this.client.send(request);
    if (answer.status < 200 || answer.status > 299) throw new S3Error(await describeFailure(request, answer));
    await answer.body.dump();
  }

  /** Deletes an object; S3 responds alike whether the object existed or not. */
  async #remove(name: string): Promise<void> {
    const request: S3Request = { method: 'DELETE', name };
    const answer = await this.client.send(request);
    if (answer.status !== 404 && (answer.status < 200 || answer.status > 299))
      throw new S3Error(await describeFailure(request, answer));
    await answer.body.dump();
  }

  async #size(hash: string): Promise<number | undefined> {
    return isBlobHash(hash) ? (await this.#headOf(hash))?.size : undefined;
  }

  /**
   * Reads the size of an object and the time of its upload, in milliseconds since 1970; undefined if the object does
   * not exist.
   */
  async #headOf(name: string): Promise<{ readonly size: number; readonly putAt: number } | undefined> {
    const request: S3Request = { method: 'HEAD', name };
    const answer = await this.client.send(request);
    await answer.body.dump();
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw new S3Error(await describeFailure(request, answer));
    const putAt = Date.parse(String(answer.headers['last-modified']));
    return { size: Number(answer.headers['content-length']), putAt: Number.isNaN(putAt) ? Infinity : putAt };
  }

  async #emptyContent(hash: string): Promise<BlobContent | undefined> {
    const size = await this.#size(hash);
    return size === undefined ? undefined : { size, stream: Readable.from([], { objectMode: false }) };
  }
}

function totalSize({ headers, body }: S3Response): number {
  const size = /\/(\d+)$/.exec(String(headers['content-range']))?.[1];
  if (size !== undefined) return Number(size);
  body.destroy();
  throw new S3Error('the S3 storage sent a range without a Content-Range header');
}

/** @throws S3Error when the bucket is missing */
async function requireBucket(request: S3Request, answer: S3Response): Promise<undefined> {
  if ((await readErrorCode(answer.body)) === NO_BUCKET)
    throw new S3Error(`the S3 storage answered 404 ${NO_BUCKET} to ${request.method}`);
  return undefined;
}
