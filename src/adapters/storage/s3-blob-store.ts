import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { isBlobHash } from '../../ports/blob-store.ts';
import type { BlobContent, BlobStore, ByteRange, PutOptions, StoredBlob } from '../../ports/blob-store.ts';
import { Drafts } from './drafts.ts';
import { Measure } from './measure.ts';
import { codeOf, problemOf, S3Client, S3Refused, type S3Answer, type S3Patience, type S3Request, type S3Settings } from './s3-client.ts';

export interface S3StoreOptions extends S3Settings {
  /** A local folder for streams while they come in: their hash is their name, and is known only at their end. */
  readonly draftsDir: string;
  readonly patience?: S3Patience;
}

/** The mark of a bucket that is not there, which is not the same as an object that is not. */
const NO_BUCKET = 'NoSuchBucket';

/**
 * Blobs as objects `<prefix><hash>` of one bucket of an S3-compatible storage. The hash is signed with every upload, so the
 * storage itself refuses bytes that were changed on the way; an object is there whole or not at all. The same bytes are
 * uploaded again when they are put again: one request, and their date says that they are wanted anew.
 */
export class S3BlobStore implements BlobStore {
  private constructor(
    private readonly client: S3Client,
    private readonly drafts: Drafts,
  ) {}

  /** @throws BlobRefused, S3Refused when the bucket cannot be used */
  static async open({ draftsDir, patience, ...settings }: S3StoreOptions): Promise<S3BlobStore> {
    const client = new S3Client(settings, patience);
    try {
      await client.check();
      return new S3BlobStore(client, await Drafts.open(draftsDir));
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  async put(source: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StoredBlob> {
    const measure = new Measure(options);
    if (!(source instanceof Uint8Array)) return this.drafts.with(source, measure, (draft) => this.#upload(measure.finish(), () => createReadStream(draft)));
    measure.add(source);
    return this.#upload(measure.finish(), () => source);
  }

  async get(hash: string, range: ByteRange = { start: 0 }): Promise<BlobContent | undefined> {
    if (!isBlobHash(hash)) return undefined;
    const { start, end } = range;
    if (end !== undefined && end < start) return this.#nothingOf(hash);
    const whole = start === 0 && end === undefined;
    const request: S3Request = { method: 'GET', name: hash, ...(!whole && { headers: { range: `bytes=${start}-${end ?? ''}` } }) };
    const answer = await this.client.send(request);
    const length = Number(answer.headers['content-length']);
    if (answer.status === 206) return { size: sizeOfWhole(answer), stream: answer.body };
    // A storage need not know ranges of what is empty.
    if (answer.status === 200 && (whole || length === 0)) return { size: length, stream: answer.body };
    if (answer.status === 416) {
      await answer.body.dump();
      return this.#nothingOf(hash);
    }
    if (answer.status === 404) return missing(request, answer);
    if (answer.status === 200) answer.body.destroy();
    throw new S3Refused(answer.status === 200 ? 'the S3 storage does not know ranges' : await problemOf(request, answer));
  }

  async has(hash: string): Promise<boolean> {
    return (await this.#size(hash)) !== undefined;
  }

  async delete(hash: string): Promise<boolean> {
    // A deletion is answered alike whether there was anything or not.
    if (!(await this.has(hash))) return false;
    const request: S3Request = { method: 'DELETE', name: hash };
    const answer = await this.client.send(request);
    if (answer.status !== 404 && (answer.status < 200 || answer.status > 299)) throw new S3Refused(await problemOf(request, answer));
    await answer.body.dump();
    return true;
  }

  async #upload(stored: StoredBlob, open: () => Uint8Array | Readable): Promise<StoredBlob> {
    const { hash, size } = stored;
    const request: S3Request = { method: 'PUT', name: hash, headers: { 'content-type': 'application/octet-stream' }, body: { sha256: hash, size, open } };
    const answer = await this.client.send(request);
    if (answer.status < 200 || answer.status > 299) throw new S3Refused(await problemOf(request, answer));
    await answer.body.dump();
    return stored;
  }

  async #size(hash: string): Promise<number | undefined> {
    if (!isBlobHash(hash)) return undefined;
    const request: S3Request = { method: 'HEAD', name: hash };
    const answer = await this.client.send(request);
    await answer.body.dump();
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw new S3Refused(await problemOf(request, answer));
    return Number(answer.headers['content-length']);
  }

  async #nothingOf(hash: string): Promise<BlobContent | undefined> {
    const size = await this.#size(hash);
    return size === undefined ? undefined : { size, stream: Readable.from([], { objectMode: false }) };
  }
}

function sizeOfWhole({ headers, body }: S3Answer): number {
  const size = /\/(\d+)$/.exec(String(headers['content-range']))?.[1];
  if (size !== undefined) return Number(size);
  body.destroy();
  throw new S3Refused('the S3 storage sent a range without saying of what');
}

/** @throws S3Refused when it is the bucket that is missing */
async function missing(request: S3Request, answer: S3Answer): Promise<undefined> {
  if ((await codeOf(answer.body)) === NO_BUCKET) throw new S3Refused(`the S3 storage answered 404 ${NO_BUCKET} to ${request.method}`);
  return undefined;
}
