import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { backupTo, restoreFrom, verify } from '../../src/cli/backup.ts';
import { adoptFileStorage } from '../../src/cli/file-storage.ts';
import { exportOrganizationTo, importOrganizationFrom } from '../../src/cli/organization-archive.ts';
import { adoptSecretKey, rotateSecretKey } from '../../src/cli/secret-key.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { backends, QUICK_START, temporaryFolder, testEnvironment } from '../support/backends.ts';
import { S3_KEY, S3Server } from '../support/servers/s3-server.ts';
import { publish, GUIDE } from '../support/sites/published-site.ts';
import { poll } from '../support/until.ts';
import { apiOf, must, World, type Answer } from '../support/world.ts';

const [KEY, OTHER_KEY] = ['k'.repeat(40), 'o'.repeat(40)];

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`fingerprints of an instance (${backend.name})`, () => {
    let url: string;
    let folder: string;
    let instance: Instance | undefined;
    beforeEach(async () => {
      url = (await backend.database())!;
      folder = temporaryFolder();
    });
    afterEach(async () => {
      await instance?.stop();
      instance = undefined;
    });

    /** Settings of a node; a folder of its own and the shared key and files, unless given. */
    const settings = (more: Record<string, string> = {}): Record<string, string> =>
      testEnvironment({
        DATABASE_URL: url,
        SECRET_KEY: KEY,
        ADMIN_TOKEN: 'an-operator-token-0123456789',
        PUBLIC_URL: 'http://docs.example.org',
        DATA_DIR: join(folder, 'data'),
        BLOB_DIR: join(folder, 'blobs'),
        ...more,
      });
    const ofSecondNode = (more: Record<string, string> = {}): Record<string, string> =>
      settings({ DATA_DIR: join(folder, 'second'), ...more });
    const start = async (environment = settings()): Promise<Instance> =>
      (instance = await startInstance(readConfig(environment), { welcome: false, ...QUICK_START, drainMs: 500 }));
    const restart = async (environment = settings()): Promise<Instance> => {
      await instance!.stop();
      return start(environment);
    };
    const refusal = (environment: Record<string, string>): Promise<string> =>
      startInstance(readConfig(environment), { welcome: false, ...QUICK_START }).then(
        async (started) => {
          await started.stop();
          return expect.fail('the instance started');
        },
        (error: Error) => error.message,
      );
    const problemOf = (command: Promise<unknown>): Promise<string> =>
      command.then(
        () => expect.fail('the command ended without an error'),
        (error: Error) => error.message,
      );
    const sql = async (text: string): Promise<any[]> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client
        .query(text)
        .then(({ rows }) => rows)
        .finally(() => client.end());
    };
    const readiness = (isMet: (answer: Answer) => boolean): Promise<Answer> =>
      poll('/readyz changes', () => apiOf(instance!).get('/readyz'), isMet);

    it('let a second node with the same key and files start, and refuse one with another key', async () => {
      await start();
      const second = await startInstance(readConfig(ofSecondNode()), {
        welcome: false,
        ...QUICK_START,
        drainMs: 500,
      });
      must(await apiOf(second).get('/readyz'), 200);
      await second.stop();
      expect(await refusal(ofSecondNode({ SECRET_KEY: OTHER_KEY }))).to.include(
        'the secret key is not that of the instance: set the SECRET_KEY of its other nodes',
      );
    });

    it('refuse a node whose file with the key is missing, and create no other key', async () => {
      const { SECRET_KEY, ...generated } = settings();
      await start(generated);
      const file = join(folder, 'data/secret-key');
      const key = readFileSync(file, 'utf8');
      await instance!.stop();
      rmSync(file);
      expect(await refusal(generated)).to.include('restore the file secret-key in DATA_DIR');
      expect(existsSync(file)).to.equal(false);
      writeFileSync(file, key);
      await start(generated);
      expect(SECRET_KEY).to.equal(KEY);
    });

    it('keep commands from a file storage that is not that of the instance, and create no folder for it', async () => {
      await start();
      const [{ id: organization }] = must(await apiOf(instance!, instance!.adminToken).get('/v1/orgs'), 200).items;
      const own = join(folder, 'own.tar.gz');
      await exportOrganizationTo(organization, own, settings());
      const foreignStorage = settings({ BLOB_DIR: join(folder, 'other-blobs') });
      const archive = join(folder, 'archive.tar.gz');
      for (const [name, run] of Object.entries({
        backup: () => backupTo(archive, foreignStorage),
        verify: () => verify(foreignStorage),
        'org export': () => exportOrganizationTo(organization, archive, foreignStorage),
        'org import': () => importOrganizationFrom(own, foreignStorage, () => {}),
      }))
        expect(await problemOf(run()), name).to.match(
          /^the file storage is not that of the instance: the file storage-id is missing there; set BLOB_STORE, BLOB_DIR/,
        );
      expect([archive, `${archive}.part`, join(folder, 'other-blobs')].filter(existsSync)).to.deep.equal([]);
      expect(await problemOf(importOrganizationFrom(own, settings({ SECRET_KEY: OTHER_KEY }), () => {}))).to.include(
        'the secret key is not that of the instance',
      );
      await backupTo(archive, settings());
      expect(existsSync(archive)).to.equal(true);
    });

    it('let a backup be restored with the key of the instance, whichever key the command has', async () => {
      await start();
      for (const [index, environment] of [settings({ SECRET_KEY: OTHER_KEY }), settings()].entries()) {
        const archive = join(folder, `backup-${index}.tar.gz`);
        await backupTo(archive, environment);
        const empty = { DATABASE_URL: (await backend.emptyDatabase())!, DATA_DIR: join(folder, `restored-${index}`) };
        const target = settings({ ...empty, BLOB_DIR: join(folder, `blobs-${index}`) });
        expect(await problemOf(restoreFrom(archive, { ...target, SECRET_KEY: OTHER_KEY }))).to.include(
          'the backup needs the SECRET_KEY of its instance',
        );
        await restoreFrom(archive, target);
      }
    });

    it('refuse a node with other files, those of another instance, and files without a database', async () => {
      await start();
      expect(await refusal(ofSecondNode({ BLOB_DIR: join(folder, 'empty') }))).to.include(
        'the file storage is not that of the instance: the file storage-id is missing there',
      );
      mkdirSync(join(folder, 'foreign'));
      writeFileSync(join(folder, 'foreign/storage-id'), 'another\n');
      expect(await refusal(ofSecondNode({ BLOB_DIR: join(folder, 'foreign') }))).to.include(
        'the file storage belongs to another instance: its storage-id is another one',
      );
      const other = (await backend.database())!;
      expect(await refusal(ofSecondNode({ DATABASE_URL: other }))).to.include(
        'the file storage belongs to another instance, as its storage-id says, and this database is new',
      );
    });

    it('refuse a bucket of another instance', async () => {
      const server = await S3Server.start();
      try {
        const s3 = {
          BLOB_STORE: 's3',
          S3_ENDPOINT: server.url,
          S3_REGION: server.settings.region,
          S3_BUCKET: server.bucket,
          S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
          S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
        };
        await start(settings(s3));
        await restart(settings({ ...s3, DATA_DIR: join(folder, 'another') }));
        expect(await refusal(ofSecondNode({ ...s3, S3_PREFIX: 'elsewhere/' }))).to.include(
          'storage-id is missing there',
        );
        expect(await refusal(ofSecondNode({ ...s3, DATABASE_URL: (await backend.database())! }))).to.include(
          'this database is new',
        );
        expect(await refusal({ ...ofSecondNode(s3), DATABASE_URL: '', PERSISTENCE: 'memory' })).to.include(
          'the file storage belongs to another instance',
        );
      } finally {
        await instance!.stop();
        await server.stop();
      }
    });

    it('make /readyz answer 503 while the database accepts no changes, or the key or files are others', async () => {
      await start();
      expect(must(await apiOf(instance!).get('/readyz'), 200)).to.deep.equal({ status: 'ready' });
      await sql("UPDATE instance_fingerprints SET secret_key = 'another', file_storage = 'another'");
      const { body } = await readiness(({ body: { problems } }) => problems?.length === 2);
      expect(body.status).to.equal('not ready');
      expect(body.problems[0]).to.include('the secret key is not that of the instance');
      expect(body.problems[1]).to.include('the file storage belongs to another instance');
    });

    it('make /readyz answer 503 while the database is read-only, until it is not', async () => {
      await start();
      const name = new URL(url).pathname.slice(1);
      const reconnect =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'quire-commands-%'";
      await sql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      await sql(reconnect);
      const { status, body } = await readiness((answer) => answer.body.problems?.[0]?.includes('accepts no changes'));
      expect([status, body.status]).to.deep.equal([503, 'not ready']);
      await sql(`BEGIN READ WRITE; ALTER DATABASE ${name} SET default_transaction_read_only = off; COMMIT`);
      await sql(reconnect);
      await readiness((answer) => answer.status === 200);
    });

    it('make /readyz answer 503 while the file storage does not answer', async () => {
      const server = await S3Server.start();
      try {
        await start(
          settings({
            BLOB_STORE: 's3',
            S3_ENDPOINT: server.url,
            S3_REGION: server.settings.region,
            S3_BUCKET: server.bucket,
            S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
            S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
          }),
        );
        must(await apiOf(instance!).get('/readyz'), 200);
        const requestCount = server.requests.length;
        for (let request = 0; request < 50; request++) await apiOf(instance!).get('/readyz');
        expect(server.requests.length - requestCount).to.be.at.most(3);
        server.bucket = 'gone';
        const { body } = await readiness(({ status }) => status === 503);
        expect(body.problems).to.deep.equal(['the file storage cannot be used: see the log']);
      } finally {
        await instance!.stop();
        await server.stop();
      }
    });

    it('keep stored secrets readable when the key is rotated, and refuse the old key then', async () => {
      const environment = settings();
      const world = await World.create(await start(environment));
      const { api: site } = await publish(world, [GUIDE]);
      must(await world.admin.api.patch(site, { visibility: 'share-link' }), 200);
      const link = must(await world.admin.api.post(`${site}/share-links`, { name: 'Friends' }), 201);
      const hook = must(
        await world.admin.api.post(`/v1/orgs/${world.organizationId}/webhooks`, {
          url: 'https://example.com/hook',
          events: ['space.created'],
        }),
        201,
      );
      const running = await rotateSecretKey(ofSecondNode({ NEW_SECRET_KEY: OTHER_KEY })).catch((error) => error);
      expect(running.message).to.equal('the instance runs: stop all its nodes first');
      await instance!.stop();
      expect(await problemOf(rotateSecretKey({ ...environment, NEW_SECRET_KEY: 'short' }))).to.equal(
        'NEW_SECRET_KEY: must have at least 32 characters',
      );
      const report = await rotateSecretKey({ ...environment, NEW_SECRET_KEY: OTHER_KEY });
      expect(report).to.deep.include({ lost: [], file: undefined });
      expect(report.resealed).to.be.at.least(2);
      expect(await refusal(environment)).to.include('the secret key is not that of the instance');
      await start({ ...environment, SECRET_KEY: OTHER_KEY });
      const again = apiOf(instance!, world.admin.token);
      expect(must(await again.get(`${site}/share-links`), 200).items).to.deep.equal([link]);
      must(await again.post(`/v1/orgs/${world.organizationId}/webhooks/${hook.id}/secret`), 200);
    });

    it('replace a generated key in its file, also after a crash before the file was renamed', async () => {
      const { SECRET_KEY: _, ...environment } = settings();
      await start(environment);
      const file = join(folder, 'data/secret-key');
      const before = readFileSync(file, 'utf8');
      await instance!.stop();
      expect((await rotateSecretKey(environment)).file).to.equal(file);
      const after = readFileSync(file, 'utf8');
      expect(after).to.not.equal(before);
      // As a process leaves the files that is killed after its commit.
      writeFileSync(`${file}.next`, after);
      writeFileSync(file, before);
      await start(environment);
      expect(readFileSync(file, 'utf8')).to.equal(after);
      expect(existsSync(`${file}.next`)).to.equal(false);
    });

    it('accept another key or storage only when the operator accepts what is lost', async () => {
      const environment = settings();
      const world = await World.create(await start(environment));
      const { api: site } = await publish(world, [GUIDE]);
      const { id } = must(await world.admin.api.post(`${site}/share-links`, { name: 'Friends' }), 201);
      await instance!.stop();
      const lost = { ...environment, SECRET_KEY: OTHER_KEY };
      const refused = await adoptSecretKey(lost, false);
      expect(refused).to.deep.include({ adopted: false });
      expect(refused.lost).to.include(`key of the share link ${id}`);
      expect(await refusal(lost)).to.include('the secret key is not that of the instance');
      expect(await adoptSecretKey(lost, true)).to.deep.include({ adopted: true });
      await start(lost);
      const moved = { ...lost, BLOB_DIR: join(folder, 'moved') };
      const second = { ...moved, DATA_DIR: join(folder, 'second') };
      const running = await adoptFileStorage(second, true).catch((error) => error);
      expect(running.message).to.equal('the instance runs: stop all its nodes first');
      await instance!.stop();

      const found = await adoptFileStorage(moved, false);
      expect(found.adopted).to.equal(false);
      expect(found.lost).to.have.length.above(0);
      for (const line of found.lost) expect(line).to.match(/^the file [0-9a-f]{64} of content$/);
      expect(await refusal(moved)).to.include('the file storage-id is missing there');
      expect(await adoptFileStorage(moved, true)).to.deep.include({ adopted: true });
      await start(moved);
    });
  });
