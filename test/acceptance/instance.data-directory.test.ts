import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { backends, temporaryFolder, testEnvironment } from '../support/backends.ts';
import { GUIDE, publish } from '../support/sites/published-site.ts';
import { apiOf, must, World } from '../support/world.ts';

const modeOf = (path: string): number => lstatSync(path).mode & 0o777;
const PERSISTENCE: Record<string, () => Promise<Record<string, string>>> = {
  memory: async () => ({ PERSISTENCE: 'memory' }),
  embedded: async () => ({}),
  'a database server': async () => ({ DATABASE_URL: (await backends.at(-1)!.database())! }),
};

for (const [name, environment] of Object.entries(PERSISTENCE))
  describe(`data directory (${name})`, () => {
    const said: string[] = [];
    let instance: Instance | undefined;
    before(function () {
      if (process.platform === 'win32') this.skip();
    });
    afterEach(async () => {
      await instance?.stop();
      instance = undefined;
      said.length = 0;
    });
    const start = async (dataDir: string, settings?: Record<string, string>): Promise<Instance> => {
      const config = readConfig(testEnvironment({ ...(settings ?? (await environment())), DATA_DIR: dataDir }));
      return (instance = await startInstance(config, {
        welcome: false,
        drainMs: 100,
        log: (line) => void said.push(line),
      }));
    };

    it('belongs to one process with the embedded database, and is shared by several otherwise', async () => {
      const dataDir = join(temporaryFolder(), 'data');
      const settings = await environment();
      const first = await start(dataDir, settings);
      const inProgress = join(dataDir, 'git', 'work', 'in-progress');
      mkdirSync(inProgress);
      const second = await start(dataDir, settings).catch((error: Error) => error.message);
      try {
        expect(existsSync(inProgress)).to.equal(true);
        if (name === 'embedded')
          return expect(second).to.equal(`another Quire is running on ${dataDir} (pid ${process.pid})`);
        must(await apiOf(second as Instance).get('/readyz'), 200);
      } finally {
        await first.stop();
      }
      await instance!.stop();
      await start(dataDir, settings);
      expect(existsSync(inProgress)).to.equal(false);
    });

    // In memory there is no file storage, and other systems have no /proc.
    if (name !== 'memory' && process.platform === 'linux')
      it('is not blamed for a file storage that cannot be created', async () => {
        const refusal = async (blobDir: string): Promise<string> =>
          start(join(temporaryFolder(), 'data'), { ...(await environment()), BLOB_DIR: blobDir }).then(
            () => 'started',
            ({ message }: Error) => message,
          );
        const file = join(temporaryFolder(), 'file');
        writeFileSync(file, '');
        expect(await refusal('/proc/quire/blobs')).to.equal(
          'the file storage /proc/quire/blobs cannot be created: no directory can be created in /proc: set BLOB_DIR to another directory',
        );
        expect(await refusal(join(file, 'blobs'))).to.equal(
          `the file storage ${join(file, 'blobs')} is not a directory, or is below a file: set BLOB_DIR to another directory`,
        );
      });

    it('is created for its owner alone, with everything in it', async () => {
      const dataDir = join(temporaryFolder(), 'new', 'data');
      const world = await World.create(await start(dataDir));
      const { spaces } = await publish(world, [GUIDE]);
      for (const kind of ['pdf', 'archive']) {
        const { url } = must(await world.admin.api.get(`/v1/spaces/${spaces[0].id}/${kind}`), 200);
        must(await apiOf(instance!).get(new URL(url).pathname), 200);
      }
      expect(modeOf(dataDir)).to.equal(0o700);
      const entries = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
      expect(entries.length).to.be.greaterThan(2);
      const open = entries.filter(
        (entry) => !lstatSync(join(dataDir, entry)).isSymbolicLink() && (modeOf(join(dataDir, entry)) & 0o077) !== 0,
      );
      expect(open).to.deep.equal([]);
      expect(said.filter((line) => line.includes('other users'))).to.deep.equal([]);
    });

    it('is closed to others at the start when it is open, which the log reports in one line', async () => {
      const dataDir = join(temporaryFolder(), 'data');
      mkdirSync(dataDir);
      mkdirSync(join(dataDir, 'blobs'));
      writeFileSync(join(dataDir, 'secret-key'), 'k'.repeat(40));
      for (const [path, mode] of [
        ['', 0o755],
        ['blobs', 0o775],
        ['secret-key', 0o644],
      ] as const)
        chmodSync(join(dataDir, path), mode);
      await start(dataDir);
      expect([dataDir, join(dataDir, 'blobs'), join(dataDir, 'secret-key')].map(modeOf)).to.deep.equal([
        0o700, 0o700, 0o600,
      ]);
      expect(said).to.include(`closed the data directory ${realpathSync(dataDir)} to other users: its mode was 0755`);
      expect(said).to.include(`closed to other users in ${realpathSync(dataDir)}: blobs, secret-key`);
    });

    it('may be a symbolic link, which the log reports in one line', async () => {
      const folder = temporaryFolder();
      const [real, link] = [join(folder, 'real'), join(folder, 'link')];
      mkdirSync(real, { mode: 0o755 });
      symlinkSync(real, link);
      await start(link);
      expect(modeOf(real)).to.equal(0o700);
      expect(said).to.include(`the data directory ${link} is a link: the data is in ${realpathSync(real)}`);
    });
  });
