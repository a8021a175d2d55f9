import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { Tokens } from '../../src/composition/tokens.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { atTheEnd, QUICK_START, testEnvironment } from '../support/backends.ts';
import { S3_KEY, S3Server } from '../support/servers/s3-server.ts';
import { download, Uploads } from '../support/files/uploads.ts';
import { World } from '../support/world.ts';
import { until } from '../support/until.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

describe('the lifetime of an upload', () => {
  let ahead = 0;
  let instance: Instance;
  let uploads: Uploads;
  before(async () => {
    const clock = { now: () => new Date(Date.now() + ahead).toISOString() };
    instance = await startInstance(readConfig(testEnvironment({ PERSISTENCE: 'memory' })), {
      clock,
      welcome: false,
      ...QUICK_START,
      drainMs: 1_000,
    });
    atTheEnd(() => instance.stop());
    uploads = new Uploads(await World.create(instance));
  });
  beforeEach(() => void (ahead = 0));
  const insert = async (space: string, key: string) =>
    (await uploads.edit(space, [{ operation: 'insert_files', files: [{ name: 'x', key }] }])).status;

  it('is the time in which its key can be used', async () => {
    const [space, early, late] = [await uploads.space(), await uploads.sent('x'), await uploads.sent('y')];
    ahead = DAY - HOUR;
    expect(await insert(space, early)).to.equal(200);
    ahead = DAY;
    expect(await insert(space, late)).to.equal(400);
  });

  it('ends with its deletion, without any request', async () => {
    // The day begins so early that it is over in half a second.
    ahead = 500 - DAY;
    const key = await uploads.sent('x');
    const { uploads: stored } = instance.container.get(Tokens.Reads);
    expect(await stored.find({ id: key })).to.not.equal(undefined);
    await until(async () => (await stored.find({ id: key })) === undefined);
  });
});

describe('S3-compatible storage', () => {
  let server: S3Server;
  let instance: Instance;
  let uploads: Uploads;
  before(async () => {
    server = await S3Server.start();
    const settings = {
      BLOB_STORE: 's3',
      S3_ENDPOINT: server.url,
      S3_REGION: server.settings.region,
      S3_BUCKET: server.bucket,
      S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
    };
    instance = await startInstance(readConfig(testEnvironment({ PERSISTENCE: 'memory', ...settings })), {
      welcome: false,
      ...QUICK_START,
      drainMs: 1_000,
    });
    atTheEnd(() => instance.stop());
    atTheEnd(() => server.stop());
    uploads = new Uploads(await World.create(instance));
  });

  it('stores uploads and serves them, whole and in ranges', async () => {
    const bytes = randomBytes(300_000);
    const { downloadURL } = await uploads.insert(await uploads.space(), { name: 'x', key: await uploads.sent(bytes) });
    expect([...server.objects.values()].some((object) => object.equals(bytes))).to.equal(true);
    expect((await download(downloadURL)).equals(bytes)).to.equal(true);
    const part = await fetch(downloadURL, { headers: { range: 'bytes=299990-' } });
    expect([part.status, part.headers.get('content-range')]).to.deep.equal([206, 'bytes 299990-299999/300000']);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(299_990))).to.equal(true);
  });

  it('answers 503 while the storage is unavailable, and accepts the same upload later', async () => {
    const { url } = await uploads.announce('x');
    server.troubles.push(503, 503, 503, 503);
    const { status, headers } = await uploads.send(url, 'x');
    expect([status, headers['retry-after']]).to.deep.equal([503, '1']);
    expect((await uploads.send(url, 'x')).status).to.equal(200);
  });
});
