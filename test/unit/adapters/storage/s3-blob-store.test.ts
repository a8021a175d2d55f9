import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { S3BlobStore, type S3StoreOptions } from '../../../../src/adapters/storage/s3-blob-store.ts';
import { BlobStoreError } from '../../../../src/ports/uploads.ts';
import { temporaryFolder } from '../../../support/backends.ts';
import { S3Server, signatureOf } from '../../../support/servers/s3-server.ts';

const failure = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => expect.fail('it worked'),
    (error: unknown) => error,
  );
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
async function* inPieces(bytes: Uint8Array, length = 1000) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

describe('S3 server of the tests', () => {
  it('computes the signature of the example in the documentation of Amazon S3', () => {
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': hashOf(Buffer.alloc(0)),
      'x-amz-date': '20130524T000000Z',
    };
    const request = {
      method: 'GET',
      url: '/test.txt',
      headers,
      signedHeaders: Object.keys(headers),
      region: 'us-east-1',
    };
    expect(signatureOf(request, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).to.equal(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });
});

describe('S3BlobStore', () => {
  const timeouts = { connectMs: 1_000, idleMs: 300, retryMs: 1 };
  let server: S3Server;
  let draftsDir: string;
  before(async () => {
    server = await S3Server.start();
    draftsDir = path.join(temporaryFolder(), 'drafts');
  });
  after(() => server.stop());
  beforeEach(() => {
    server.objects.clear();
    server.troubles.length = 0;
    server.meanwhile = undefined;
  });
  const open = (more: Partial<S3StoreOptions> = {}) =>
    S3BlobStore.open({ ...server.settings, draftsDir, timeouts, ...more });

  it('stores blobs as objects under their hash, with the prefix', async () => {
    const { hash } = await (await open({ prefix: 'a b/ü/' })).put(Buffer.from('x'));
    expect([...server.objects.keys()]).to.deep.equal([
      `${encodeURIComponent('a b')}/${encodeURIComponent('ü')}/${hash}`,
    ]);
  });

  it('does not open an unusable bucket, and names the remedy', async () => {
    for (const [wrong, says] of [
      [{ bucket: 'other' }, /the bucket other does not exist: create the bucket, or set S3_BUCKET/],
      [{ secretAccessKey: 'wrong' }, /403.*check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY/],
      [{ accessKeyId: 'wrong' }, /403.*check S3_ACCESS_KEY_ID/],
      [{ region: 'eu-other-1' }, /400.*S3_REGION/],
    ] as const)
      expect((await failure(open(wrong))).message)
        .to.match(says)
        .and.not.include(server.settings.secretAccessKey);
    server.troubles.push(301);
    expect((await failure(open())).message).to.match(/set S3_REGION/);
    const nobody = await failure(open({ endpoint: 'http://127.0.0.1:9' }));
    expect(nobody).to.be.instanceOf(BlobStoreError).and.include({ code: 'BLOB_UNREACHABLE', category: 'unavailable' });
  });

  it('puts the bucket into the host name without path style', async () => {
    const { port } = new URL(server.url);
    const error = await failure(open({ pathStyle: false, endpoint: `http://localhost.invalid:${port}` }));
    expect(error.code).to.equal('BLOB_UNREACHABLE');
    expect(error.cause.hostname).to.equal('docs.localhost.invalid');
  });

  it('retries transient failures with the same bytes from the start', async () => {
    const store = await open();
    const bytes = randomBytes(200_000);
    for (const trouble of [500, 503, 429, 'hang up', 'stay silent'] as const) {
      for (const source of trouble === 'stay silent' ? [inPieces(bytes, 50_000)] : [bytes, inPieces(bytes, 50_000)]) {
        server.objects.clear();
        server.troubles.push(trouble);
        const { hash } = await store.put(source);
        expect(server.objects.get(hash)?.equals(bytes), String(trouble)).to.equal(true);
      }
    }
    server.troubles.push(503, 'hang up', undefined);
    expect(await store.has(hashOf(bytes))).to.equal(true);
  });

  it('gives up after four attempts with a retryable error, and leaves no draft', async () => {
    const store = await open();
    server.requests.length = 0;
    server.troubles.push(503, 503, 503, 503);
    expect(await failure(store.put(inPieces(randomBytes(5_000)))))
      .to.be.instanceOf(BlobStoreError)
      .and.include({ code: 'BLOB_UNREACHABLE', category: 'unavailable' });
    expect(server.requests).to.have.length(4);
    server.troubles.push('hang up', 'hang up', 'hang up', 'hang up');
    expect(await failure(store.get(hashOf(Buffer.from('x'))))).to.include({ code: 'BLOB_UNREACHABLE' });
    expect(fs.readdirSync(draftsDir)).to.deep.equal([]);
  });

  it('does not retry permanent failures', async () => {
    const store = await open();
    for (const [status, says] of [
      [403, /403 Trouble to PUT/],
      [507, /no space left/],
    ] as const) {
      server.requests.length = 0;
      server.troubles.push(status);
      expect((await failure(store.put(Buffer.from('x')))).message).to.match(says);
      expect(server.requests).to.have.length(1);
    }
    server.troubles.push(403);
    expect((await failure(store.has(hashOf(Buffer.from('x'))))).message).to.match(/403 to HEAD/);
  });

  it('distinguishes a removed bucket from a missing blob', async () => {
    const store = await open();
    expect(await store.get(hashOf(Buffer.from('x')))).to.equal(undefined);
    server.bucket = 'another';
    try {
      expect((await failure(store.get(hashOf(Buffer.from('x'))))).message).to.match(/404 NoSuchBucket/);
    } finally {
      server.bucket = 'docs';
    }
  });

  it('loses no bytes that are put at any moment of their deletion', async () => {
    const store = await open();
    const bytes = Buffer.from('wanted again');
    const hash = hashOf(bytes);
    const HOUR = 60 * 60 * 1000;
    const outcomes: boolean[] = [];
    for (let moment = 0; moment < 5; moment++) {
      await store.put(bytes);
      server.dates.set(hash, Date.now() - 2 * HOUR);
      let requestCount = 0;
      let put: Promise<unknown> | undefined;
      let looked = (): void => {};
      server.meanwhile = async (method, name) => {
        // The upload is done, and the store checks for a concurrent deletion.
        if (put !== undefined && method === 'HEAD' && name.endsWith('.leaving')) looked();
        if (put !== undefined || requestCount++ !== moment) return;
        const itLooks = new Promise<void>((resolve) => (looked = resolve));
        put = store.put(bytes);
        await itLooks;
      };
      outcomes.push(await store.discard(hash, Date.now() - HOUR));
      await put;
      server.meanwhile = undefined;
      expect(server.objects.get(hash)?.equals(bytes), `put before request ${moment}`).to.equal(true);
      expect([...server.objects.keys()]).to.deep.equal([hash]);
    }
    expect(outcomes).to.deep.equal([false, false, false, true, true]);
  });

  it('ignores the mark of a deletion whose process died', async () => {
    const store = await open();
    const { hash } = await store.put(Buffer.from('x'));
    server.objects.set(`${hash}.leaving`, Buffer.alloc(0));
    server.dates.set(`${hash}.leaving`, Date.now() - 6 * 60 * 1000);
    await store.put(Buffer.from('x'));
    server.dates.set(`${hash}.leaving`, Date.now() - 4 * 60 * 1000);
    expect(await failure(store.put(Buffer.from('x')))).to.include({
      code: 'BLOB_UNREACHABLE',
      category: 'unavailable',
    });
    expect(await store.list(undefined, 10)).to.deep.equal([hash]);
  });

  it('lists only its own blobs in a shared bucket', async () => {
    const store = await open({ prefix: 'a b/' });
    const { hash } = await store.put(Buffer.from('x'));
    for (const name of [
      hashOf(Buffer.from('y')),
      `a%20b/c/${hash}`,
      `a%20c/${hash}`,
      'a%20b/readme',
      `a%20b/${hash}.leaving`,
    ])
      server.objects.set(name, Buffer.from('x'));
    expect(await store.list(undefined, 1)).to.deep.equal([hash]);
    expect(await store.list(hash, 1)).to.deep.equal([]);
  });

  it('passes an error to the reader of a blob, not to the process, when the storage falls silent', async () => {
    const dying = await S3Server.start();
    const store = await open({ endpoint: dying.url });
    const size = 16_000_000;
    const { hash } = await store.put(Buffer.alloc(size, 'x'));
    (await store.get(hash))!.stream.destroy();
    const { stream } = (await store.get(hash))!;
    await dying.stop();
    let read = 0;
    const error = await failure(
      (async () => {
        for await (const chunk of stream) read += (chunk as Buffer).length;
      })(),
    );
    expect(error).to.be.instanceOf(Error);
    expect(read).to.be.below(size);
  });
});
