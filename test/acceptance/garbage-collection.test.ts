import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { Tokens } from '../../src/composition/tokens.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { afterSuite, backends, QUICK_START, testEnvironment } from '../support/backends.ts';
import { S3_KEY, S3Server } from '../support/servers/s3-server.ts';
import { download, Uploads } from '../support/files/uploads.ts';
import { must, World } from '../support/world.ts';

const HOUR = 60 * 60 * 1000;

/** Storage of an instance: rows on a backend, files on the disk (in memory: there) or in S3-compatible storage. */
const kinds = [
  ...backends.map((backend) => ({ name: backend.name, settings: backend.database })),
  { name: 'S3-compatible storage', settings: undefined },
];

for (const { name, settings } of kinds)
  describe(`garbage collection (${name})`, () => {
    let ahead = 0;
    let instance: Instance;
    let world: World;
    let uploads: Uploads;
    before(async () => {
      const server = settings === undefined ? await S3Server.start() : undefined;
      if (server !== undefined) afterSuite(() => server.stop());
      const url = await settings?.();
      const s3 = server && {
        BLOB_STORE: 's3',
        S3_ENDPOINT: server.url,
        S3_REGION: server.settings.region,
        S3_BUCKET: server.bucket,
        S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
        S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
      };
      const clock = { now: () => new Date(Date.now() + ahead).toISOString() };
      instance = await startInstance(
        readConfig(
          testEnvironment({ ...s3, ...(url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url }) }),
        ),
        { clock, welcome: false, ...QUICK_START, drainMs: 1_000 },
      );
      afterSuite(() => instance.stop());
      world = await World.create(instance);
      uploads = new Uploads(world);
    });
    beforeEach(() => void (ahead = 0));

    const run = (job: string, payload: object = {}) =>
      instance.container
        .get(Tokens.JobRunner)
        .run({ name: job, payload, attempt: 1, lastAttempt: false, signal: new AbortController().signal });
    const collect = (after: number) => {
      ahead = after;
      return run('collect-unneeded');
    };
    const forget = (uploadId: string) => run('remove-upload', { organizationId: world.organizationId, uploadId });
    const waiting = async () => (await instance.container.get(Tokens.Queue).status()).waiting;
    const blobs = () => instance.container.get(Tokens.Services).blobs;
    const blobOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const bytesOf = () => randomBytes(10_000);

    it('deletes the bytes of unused uploads a day after they were found, and no others', async () => {
      const [abandoned, used, deleted, pending] = [bytesOf(), bytesOf(), bytesOf(), bytesOf()];
      const space = await uploads.space();
      const key = await uploads.sent(abandoned);
      const { downloadURL } = await uploads.insert(space, { name: 'used', key: await uploads.sent(used) });
      const { id } = await uploads.insert(space, { name: 'deleted', key: await uploads.sent(deleted) });
      must(await uploads.edit(space, [{ operation: 'delete_file', file: id }]), 200);
      await uploads.sent(pending);

      const before = await waiting();
      await forget(key);
      expect(await waiting(), 'a collection is on its way').to.equal(before + 1);
      const kept = [used, deleted, pending];
      await collect(HOUR);
      expect(await blobs().has(blobOf(abandoned))).to.equal(true);
      await collect(24 * HOUR);
      expect(await blobs().has(blobOf(abandoned))).to.equal(true);
      await collect(26 * HOUR);
      expect(await blobs().has(blobOf(abandoned))).to.equal(false);
      for (const bytes of kept) expect(await blobs().has(blobOf(bytes))).to.equal(true);
      expect(await waiting(), 'one waits at most').to.equal(before + 1);
      ahead = 0;
      expect((await download(downloadURL)).equals(used)).to.equal(true);
      const metrics = await (await fetch(`${instance.url}/metrics`)).text();
      expect(metrics)
        .to.match(/quire_unneeded\{kind="files",state="collected"\} 1\n/)
        .and.match(/quire_unneeded\{kind="files",state="condemned"\} 0\n/);
    });

    it('spares bytes that are stored again, which can then be used', async () => {
      const bytes = bytesOf();
      await forget(await uploads.sent(bytes));
      await collect(0);
      ahead = 0;
      const key = await uploads.sent(bytes);
      const stored = await instance.container.get(Tokens.Reads).uploads.get({ id: key });
      await collect(25 * HOUR);
      await collect(50 * HOUR);
      ahead = 0;
      expect(stored.snapshot().blob).to.equal(blobOf(bytes));
      expect(
        (await download((await uploads.insert(await uploads.space(), { name: 'x', key })).downloadURL)).equals(bytes),
      ).to.equal(true);
    });

    it('spares bytes that were stored since they were found, whether or not they are named yet', async () => {
      const bytes = bytesOf();
      await blobs().put(bytes);
      await collect(0);
      await blobs().put(bytes);
      await collect(25 * HOUR);
      expect(await blobs().has(blobOf(bytes))).to.equal(true);
      await collect(51 * HOUR);
      await collect(77 * HOUR);
      expect(await blobs().has(blobOf(bytes))).to.equal(false);
    });
  });
