import { createReadStream, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import pg from 'pg';
import { checkBackup } from '../../src/adapters/persistence/mikro-orm/instance/check-backup.ts';
import { DiskBackupTarget } from '../../src/adapters/storage/disk-backup-target.ts';
import { S3BackupTarget } from '../../src/adapters/storage/s3-backup-target.ts';
import { runChecks } from '../../src/cli/doctor.ts';
import { createBackupDirectory } from '../../src/composition/backups.ts';
import { Tokens } from '../../src/composition/tokens.ts';
import { ConfigurationError, readConfig } from '../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { backends, QUICK_START, temporaryFolder, testEnvironment } from '../support/backends.ts';
import { S3_KEY, S3Server } from '../support/servers/s3-server.ts';
import { poll } from '../support/until.ts';
import { apiOf, must } from '../support/world.ts';

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`scheduled backups (${backend.name})`, () => {
    let server: S3Server;
    let url: string;
    let folder: string;
    let instance: Instance | undefined;
    before(async () => (server = await S3Server.start()));
    after(() => server.stop());
    beforeEach(async () => {
      url = (await backend.database())!;
      folder = join(temporaryFolder(), 'backups');
    });
    afterEach(async () => {
      await instance?.stop();
      instance = undefined;
    });
    const settings = (more: Record<string, string> = {}): Record<string, string> =>
      testEnvironment({ DATABASE_URL: url, BACKUP_CRON: '* * * * * *', BACKUP_TO: folder, BACKUP_KEEP: '2', ...more });
    const start = async (environment: Record<string, string>): Promise<Instance> =>
      (instance = await startInstance(readConfig(environment), { welcome: false, ...QUICK_START, drainMs: 2_000 }));
    const runs = () => instance!.container.get(Tokens.Services).backups!.runs;
    const sql = async (text: string): Promise<any[]> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client
        .query(text)
        .then(({ rows }) => rows)
        .finally(() => client.end());
    };
    const finished = (count: number) =>
      poll(
        `${count} backups are complete`,
        () => sql("SELECT name FROM backups WHERE state = 'complete' ORDER BY name"),
        (rows) => rows.length >= count,
      );
    const doctor = async (environment: Record<string, string>) =>
      (await runChecks(environment)).find(({ check }) => check === 'backups')!;

    it('are written to a folder, checked and limited in number, and seen by the doctor and in the metrics', async () => {
      await start(settings());
      await finished(3);
      const operator = apiOf(instance!, instance!.adminToken);
      const { backups, problems } = must(await operator.get('/v1/instance/status'), 200);
      expect(backups.complete).to.deep.include({ state: 'complete' });
      expect(backups.complete.bytes).to.be.above(0);
      expect(Date.parse(backups.next)).to.be.above(Date.parse(backups.complete.startedAt));
      expect(problems).to.deep.equal([]);
      await instance!.stop();
      const names = readdirSync(folder).filter((name) => !name.endsWith('.part'));
      expect(names.length).to.be.within(1, 3);
      for (const name of names) {
        expect(name).to.match(/^quire-\d{8}T\d{6}Z\.tar\.gz$/);
        if (process.platform !== 'win32') expect(statSync(join(folder, name)).mode & 0o777).to.equal(0o600);
        const { tables } = await checkBackup(createReadStream(join(folder, name)));
        expect(tables['users']!.rows).to.equal(1);
        expect(tables).to.not.have.any.keys('backups');
      }
      await start(settings({ BACKUP_CRON: '0 3 1 1 *' }));
      const { body } = await apiOf(instance!).get('/metrics');
      expect(body)
        .to.match(/^quire_backup_failed 0$/m)
        .and.match(/^quire_backup_last_size_bytes [1-9]\d+$/m);
      expect(body).to.match(/^quire_backup_last_success_timestamp_seconds 1\d{9}(\.\d+)?$/m);
      const { ok, message } = await doctor(settings({ BACKUP_CRON: '0 3 1 1 *' }));
      expect(message).to.match(/^the last complete one is of \S+Z \(\d+ bytes\)/);
      expect(ok).to.equal(true);
    });

    it('that fail are recorded with the reason, and leave what is there', async () => {
      writeFileSync(folder, 'a file in place of the folder');
      await start(settings());
      const { last } = await poll(
        'a backup fails',
        () => runs().latest(),
        (found) => found.last?.state === 'failed',
      );
      expect(last!.error).to.equal(
        `the folder of backups ${folder} is not a directory, or is below a file: set BACKUP_TO to another directory`,
      );
      expect((await apiOf(instance!).get('/metrics')).body).to.match(/^quire_backup_failed 1$/m);
      const { ok, message } = await doctor(settings());
      expect([ok, message.includes('failed: ')]).to.deep.equal([false, true]);
      expect(statSync(folder).isFile()).to.equal(true);
    });

    it('name a folder that cannot be created, at the start and as the reason of the failure', async function () {
      if (process.platform !== 'linux') this.skip();
      const lines: string[] = [];
      const log = (line: string): void => void lines.push(line);
      const config = readConfig(settings({ BACKUP_TO: '/proc/quire/backups' }));
      instance = await startInstance(config, { welcome: false, ...QUICK_START, drainMs: 2_000, log });
      const reason =
        'the folder of backups /proc/quire/backups cannot be created: no directory can be created in /proc: set BACKUP_TO to another directory';
      expect(lines).to.include(`warning: backups cannot be written: ${reason}`);
      const { last } = await poll(
        'a backup fails',
        () => runs().latest(),
        (found) => found.last?.state === 'failed',
      );
      expect(last!.error).to.equal(reason);
    });

    it('are written to a bucket', async () => {
      await start(
        settings({
          BACKUP_TO: `s3://${server.bucket}/nightly`,
          S3_ENDPOINT: server.url,
          S3_REGION: server.settings.region,
          S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
          S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
        }),
      );
      const [{ name }] = await finished(1);
      await instance!.stop();
      const kept = [...server.objects.keys()].filter((key) => key.startsWith('nightly/quire-'));
      expect(kept.length).to.be.above(0);
      expect(name).to.match(/^quire-/);
      await checkBackup(Readable.from([server.objects.get(kept[0]!)!]));
    });

    it('need a target, a pattern of times and a database', () => {
      const problem = (environment: Record<string, string>): string => {
        try {
          readConfig(environment);
        } catch (error) {
          expect(error).to.be.instanceOf(ConfigurationError);
          return (error as Error).message;
        }
        return expect.fail('the settings were accepted');
      };
      expect(problem({ BACKUP_CRON: '0 3 * * *' })).to.equal('BACKUP_TO: is required with BACKUP_CRON');
      expect(problem({ BACKUP_TO: '/backups' })).to.equal('BACKUP_CRON: is required with BACKUP_TO');
      expect(problem({ BACKUP_CRON: 'often', BACKUP_TO: '/b' })).to.include('BACKUP_CRON: must be a cron pattern');
      expect(problem({ BACKUP_CRON: '0 3 * * *', BACKUP_TO: '/b', BACKUP_KEEP: '0' })).to.include(
        'BACKUP_KEEP: must be',
      );
      expect(problem({ BACKUP_CRON: '0 3 * * *', BACKUP_TO: 'ftp://b' })).to.include('BACKUP_TO: must be a folder');
      expect(problem({ BACKUP_CRON: '0 3 * * *', BACKUP_TO: '/b', PERSISTENCE: 'memory' })).to.include(
        'PERSISTENCE=memory',
      );
      expect(problem({ BACKUP_CRON: '0 3 * * *', BACKUP_TO: 's3://b' })).to.include('S3_ACCESS_KEY_ID: is required');
      expect(readConfig({ BACKUP_CRON: '0 3 * * *', BACKUP_TO: '/b', BACKUP_KEEP: '30d' }).backups).to.deep.equal({
        cron: '0 3 * * *',
        to: { dir: '/b' },
        keep: { days: 30 },
      });
    });
  });

describe('BackupTarget', () => {
  let server: S3Server;
  before(async () => (server = await S3Server.start()));
  after(() => server.stop());

  const targets = {
    DiskBackupTarget: () => new DiskBackupTarget(join(temporaryFolder(), 'backups'), createBackupDirectory),
    // Parts smaller than Amazon's minimum.
    S3BackupTarget: () => new S3BackupTarget({ ...server.settings, prefix: 'there/' }, 1_000),
  };
  for (const [name, make] of Object.entries(targets))
    it(`has an archive only once it is complete (${name})`, async () => {
      const target = make();
      await target.write('quire-1', async (stream) => {
        for (let piece = 0; piece < 10; piece++) stream.write(Buffer.alloc(777, piece));
        stream.end();
        await new Promise((resolve, reject) => stream.once('finish', resolve).once('error', reject));
      });
      const failed = await target
        .write('quire-2', async (stream) => {
          stream.write(Buffer.alloc(5_000));
          throw new Error('the database went away');
        })
        .catch((error: Error) => error.message);
      expect(failed).to.equal('the database went away');
      expect(await target.list()).to.deep.equal(['quire-1']);
      expect(
        (await buffer(await target.read('quire-1'))).equals(
          Buffer.concat(Array.from({ length: 10 }, (_, i) => Buffer.alloc(777, i))),
        ),
      ).to.equal(true);
      await target.delete('quire-1');
      expect(await target.list()).to.deep.equal([]);
      expect(server.uploads.size).to.equal(0);
    });

  it('deletes an upload that failed once the part on its way has arrived (S3BackupTarget)', async () => {
    server.meanwhile = (method) => new Promise((resolve) => setTimeout(resolve, method === 'PUT' ? 100 : 0));
    server.requests.length = 0;
    try {
      const failed = await targets
        .S3BackupTarget()
        .write('quire-3', async (stream) => {
          stream.write(Buffer.alloc(5_000));
          throw new Error('the database went away');
        })
        .catch((error: Error) => error.message);
      expect(failed).to.equal('the database went away');
      expect(server.requests.map((request) => request.split(' ')[0])).to.deep.equal(['POST', 'PUT', 'DELETE']);
      expect(server.uploads.size).to.equal(0);
    } finally {
      server.meanwhile = undefined;
    }
  });

  it('completes no upload whose content did not arrive as a whole (S3BackupTarget)', async () => {
    const failed = await targets
      .S3BackupTarget()
      .write('quire-4', async (stream) => void stream.write(Buffer.alloc(500)))
      .catch((error: Error) => error.message);
    expect(failed).to.equal('the archive ended before all of it was uploaded');
    expect([server.uploads.size, await targets.S3BackupTarget().list()]).to.deep.equal([0, []]);
  });
});
