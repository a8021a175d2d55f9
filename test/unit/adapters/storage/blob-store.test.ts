import { expect } from 'chai';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DiskBlobStore } from '../../../../src/adapters/storage/disk-blob-store.ts';
import { MemoryBlobStore } from '../../../../src/adapters/storage/memory-blob-store.ts';
import { S3BlobStore } from '../../../../src/adapters/storage/s3-blob-store.ts';
import { BlobStoreError } from '../../../../src/ports/uploads.ts';
import type { BlobStore, ByteRange } from '../../../../src/ports/uploads.ts';
import { S3Server } from '../../../support/servers/s3-server.ts';

const HOUR = 60 * 60 * 1000;
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const failure = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => expect.fail('it was taken'),
    (error: unknown) => error,
  );

async function* inPieces(bytes: Uint8Array, length = 1000) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function bytesOf(store: BlobStore, hash: string, range?: ByteRange): Promise<Buffer | undefined> {
  const content = await store.get(hash, range);
  if (content === undefined) return undefined;
  return buffer(content.stream);
}

const files = (dir: string) =>
  fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => path.relative(dir, path.join(each.parentPath, each.name)));

let dir: string;
let s3: S3Server;
const stores: Record<string, () => Promise<BlobStore>> = {
  MemoryBlobStore: async () => new MemoryBlobStore(),
  DiskBlobStore: () => DiskBlobStore.open(path.join(dir, 'blobs')),
  S3BlobStore: () =>
    S3BlobStore.open({ ...s3.settings, prefix: `${path.basename(dir)}/`, draftsDir: path.join(dir, 'drafts') }),
};

describe('blob store contract', () => {
  before(async () => (s3 = await S3Server.start()));
  after(() => s3.stop());
  beforeEach(() => (dir = fs.mkdtempSync(path.join(os.tmpdir(), 'quire-blobs-'))));
  afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

  for (const [name, make] of Object.entries(stores)) {
    describe(`${name} as a BlobStore`, () => {
      let store: BlobStore;
      beforeEach(async () => (store = await make()));

      it('returns stored content by its SHA-256, from bytes and from a stream', async () => {
        for (const bytes of [randomBytes(0), randomBytes(1), randomBytes(300_001)]) {
          for (const source of [bytes, inPieces(bytes)]) {
            expect(await store.put(source)).to.deep.equal({ hash: hashOf(bytes), size: bytes.length });
            expect((await bytesOf(store, hashOf(bytes)))?.equals(bytes)).to.equal(true);
            expect(await store.has(hashOf(bytes))).to.equal(true);
          }
        }
      });

      it('accepts concurrent puts of the same bytes', async () => {
        const bytes = randomBytes(50_000);
        const all = await Promise.all(
          Array.from({ length: 10 }, (_, i) => store.put(i % 2 === 0 ? bytes : inPieces(bytes, 777))),
        );
        expect(new Set(all.map(({ hash }) => hash))).to.deep.equal(new Set([hashOf(bytes)]));
        expect((await bytesOf(store, hashOf(bytes)))?.equals(bytes)).to.equal(true);
      });

      it('returns ranges with the semantics of HTTP', async () => {
        const { hash } = await store.put(Buffer.from('0123456789'));
        const cases: [ByteRange, string][] = [
          [{ start: 0 }, '0123456789'],
          [{ start: 0, end: 0 }, '0'],
          [{ start: 3, end: 5 }, '345'],
          [{ start: 9 }, '9'],
          [{ start: 9, end: 99 }, '9'],
          [{ start: 10 }, ''],
          [{ start: 5, end: 4 }, ''],
        ];
        for (const [range, expected] of cases) {
          expect((await bytesOf(store, hash, range))?.toString(), JSON.stringify(range)).to.equal(expected);
          const content = await store.get(hash, range);
          expect(content?.size).to.equal(10);
          content?.stream.destroy();
        }
      });

      it('accepts content of exactly the limit, and stores nothing of larger content', async () => {
        const bytes = randomBytes(5000);
        for (const source of [() => bytes, () => inPieces(bytes)]) {
          const error = await failure(store.put(source(), { maxBytes: 4999 }));
          expect(error).to.be.instanceOf(BlobStoreError).and.include({ code: 'BLOB_TOO_LARGE', category: 'too-large' });
          expect(await store.has(hashOf(bytes))).to.equal(false);
        }
        await store.put(inPieces(bytes), { maxBytes: 5000 });
        expect(await failure(store.put(bytes, { maxBytes: 4999 })), 'also when they are there already').to.include({
          code: 'BLOB_TOO_LARGE',
        });
        expect(await store.has(hashOf(bytes))).to.equal(true);
      });

      it('rejects bytes with another hash than expected', async () => {
        const bytes = randomBytes(10);
        expect(await failure(store.put(bytes, { expectedHash: hashOf(Buffer.from('others')) }))).to.include({
          code: 'BLOB_HASH_MISMATCH',
          category: 'invalid',
        });
        expect(await store.has(hashOf(bytes))).to.equal(false);
        await store.put(bytes, { expectedHash: hashOf(bytes) });
      });

      it('stores nothing of a failing source, and passes its error on', async () => {
        const broken = async function* () {
          yield randomBytes(100);
          throw new Error('the line went dead');
        };
        expect(await failure(store.put(broken()))).to.have.property('message', 'the line went dead');
      });

      it('copies chunks of a source that reuses its buffer', async () => {
        const reusing = async function* () {
          const buffer = Buffer.alloc(3);
          for (const text of ['abc', 'def']) {
            buffer.write(text);
            yield buffer;
          }
        };
        const { hash } = await store.put(reusing());
        expect((await bytesOf(store, hash))?.toString()).to.equal('abcdef');
      });

      it('reads from a source only as fast as it stores', async () => {
        let reads = 0;
        let chunks = 0;
        const source: AsyncIterable<Uint8Array> = {
          [Symbol.asyncIterator]: () => ({
            next: async () => {
              reads++;
              expect(reads).to.equal(chunks + 1);
              chunks++;
              return chunks > 50 ? { done: true, value: undefined } : { done: false, value: Buffer.from([chunks]) };
            },
          }),
        };
        expect((await store.put(source)).size).to.equal(50);
      });

      it('discards a blob put before a time, but not one put since', async () => {
        const { hash } = await store.put(Buffer.from('x'));
        const open = await store.get(hash);
        expect(await store.discard(hash, Date.now() - HOUR)).to.equal(false);
        expect(await store.has(hash)).to.equal(true);
        expect(await store.discard(hash, Date.now() + HOUR)).to.equal(true);
        expect(await store.discard(hash, Date.now() + HOUR), 'it is not there').to.equal(true);
        expect(await store.has(hash)).to.equal(false);
        expect(await store.get(hash)).to.equal(undefined);
        for await (const chunk of open?.stream ?? []) expect(String(chunk)).to.equal('x');
        await store.put(Buffer.from('x'));
        expect((await bytesOf(store, hash))?.toString()).to.equal('x');
      });

      it('lists blobs in the order of names, page by page', async () => {
        expect(await store.list(undefined, 10)).to.deep.equal([]);
        const hashes = await Promise.all(
          Array.from({ length: 25 }, async (_, i) => (await store.put(Buffer.from(`blob ${i}`))).hash),
        );
        const listed: string[] = [];
        for (let part = await store.list(undefined, 7); part.length > 0; part = await store.list(part.at(-1), 7)) {
          expect(part.length).to.be.at.most(7);
          listed.push(...part);
        }
        expect(listed).to.deep.equal([...hashes].sort());
        expect(await store.list(listed.at(-1), 7)).to.deep.equal([]);
      });

      it('keeps the first id that it is given, which is no blob', async () => {
        expect(await store.identity()).to.equal(undefined);
        const ids = await Promise.all(['one', 'two'].map((id) => store.claim(id)));
        const id = await store.identity();
        expect(['one', 'two']).to.include(id);
        if (name !== 'S3BlobStore') expect(ids).to.deep.equal([id, id]);
        expect(await store.claim('three')).to.equal(id);
        expect(await store.list(undefined, 10)).to.deep.equal([]);
        if (name !== 'MemoryBlobStore') expect(await (await make()).identity()).to.equal(id);
      });

      it('returns nothing for a name that is not a hash', async () => {
        const { hash } = await store.put(Buffer.from('x'));
        for (const name of [
          '',
          '..',
          '../../etc/passwd',
          hash.toUpperCase(),
          hash.slice(1),
          `${hash}0`,
          `${hash}\n`,
          'drafts',
          `${'../'.repeat(21)}x`,
        ]) {
          expect(await store.get(name), name).to.equal(undefined);
          expect(await store.has(name), name).to.equal(false);
          expect(await store.discard(name, Infinity), name).to.equal(true);
        }
      });
    });
  }

  describe('DiskBlobStore', () => {
    it('keeps blobs for the next process, in files that only the owner can read', async () => {
      const at = path.join(dir, 'blobs');
      const { hash } = await (await DiskBlobStore.open(at)).put(inPieces(Buffer.from('kept')));
      const file = path.join(hash.slice(0, 2), hash.slice(2, 4), hash);
      expect(files(at)).to.deep.equal([file]);
      expect(fs.statSync(path.join(at, file)).mode & 0o777).to.equal(0o600);
      expect((await bytesOf(await DiskBlobStore.open(at), hash))?.toString()).to.equal('kept');
    });

    it('leaves no draft after a rejection, a failing source, or the same bytes again', async () => {
      const at = path.join(dir, 'blobs');
      const store = await DiskBlobStore.open(at);
      await failure(store.put(inPieces(randomBytes(5000)), { maxBytes: 4000 }));
      await failure(store.put(inPieces(randomBytes(5000)), { expectedHash: '0'.repeat(64) }));
      expect(files(at)).to.deep.equal([]);
      await store.put(inPieces(Buffer.from('same')));
      await store.put(inPieces(Buffer.from('same')));
      expect(files(at)).to.have.length(1);
    });

    it('deletes drafts older than an hour when opened, and no others', async () => {
      const at = path.join(dir, 'blobs');
      await DiskBlobStore.open(at);
      const old = path.join(at, 'drafts', 'old');
      const young = path.join(at, 'drafts', 'young');
      for (const file of [old, young]) fs.writeFileSync(file, 'x');
      fs.utimesSync(old, 1000, 1000);
      fs.utimesSync(young, 1001, 1001);
      await DiskBlobStore.open(at, () => 1000_000 + 3600_001);
      expect(fs.existsSync(old)).to.equal(false);
      expect(fs.existsSync(young)).to.equal(true);
    });

    it('renews the date of bytes that are put again', async () => {
      const at = path.join(dir, 'blobs');
      const store = await DiskBlobStore.open(at);
      await store.put(Buffer.from('again'));
      const file = path.join(at, files(at)[0] as string);
      for (const source of [Buffer.from('again'), inPieces(Buffer.from('again'))]) {
        fs.utimesSync(file, 1000, 1000);
        await store.put(source);
        expect(fs.statSync(file).mtimeMs).to.be.greaterThan(1000_000);
      }
    });

    it('loses no bytes that are put during their deletion', async () => {
      const at = path.join(dir, 'blobs');
      const [store, other] = [await DiskBlobStore.open(at), await DiskBlobStore.open(at)];
      const bytes = Buffer.from('wanted again');
      const { hash } = await store.put(bytes);
      const file = path.join(at, files(at)[0] as string);
      let taken = 0;
      for (let round = 0; round < 300; round++) {
        fs.utimesSync(file, 1000, 1000);
        const since = Date.now() - HOUR;
        const put = () => store.put(round % 3 === 0 ? inPieces(bytes) : bytes);
        const [gone] =
          round % 2 === 0
            ? await Promise.all([other.discard(hash, since), put()])
            : await Promise.all([put(), other.discard(hash, since)]).then(([, discarded]) => [discarded]);
        if (gone) taken++;
        expect((await bytesOf(store, hash))?.equals(bytes), `round ${round}`).to.equal(true);
      }
      expect(taken, 'the race was run').to.be.greaterThan(0);
      expect(files(at)).to.have.length(1);
    });

    it('restores blobs whose deletion was interrupted', async () => {
      const at = path.join(dir, 'blobs');
      const { hash } = await (await DiskBlobStore.open(at)).put(Buffer.from('half way out'));
      fs.renameSync(path.join(at, files(at)[0] as string), path.join(at, 'aside', hash));
      const again = await DiskBlobStore.open(at);
      expect((await bytesOf(again, hash))?.toString()).to.equal('half way out');
      expect(files(path.join(at, 'aside'))).to.deep.equal([]);
    });
  });
});
