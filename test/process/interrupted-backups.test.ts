import { copyFileSync, existsSync, mkdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Random } from '../../scripts/history/random.ts';
import { backends, temporaryFolder } from '../support/backends.ts';
import { must, apiOf } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

const KILLS = 5;
const PAGES = 50;
const SECRET_KEY = 'k'.repeat(40);
const ADMIN_TOKEN = 'an-operator-token-0123456789';

describe('quire backup and quire restore that are killed', function () {
  this.timeout(300_000);
  const embedded = backends.find(({ name }) => name === 'embedded')!;
  const folder = temporaryFolder();
  const archive = join(folder, 'backup.tar.gz');
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new Random(seed);
  const settings = (url: string, name: string): Record<string, string> => {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    return { DATABASE_URL: url, DATA_DIR: join(folder, name), SECRET_KEY, ADMIN_TOKEN };
  };
  let source: Record<string, string>;
  let titles: readonly string[];

  /** Runs a command that is killed at a random moment of the time that it takes. */
  const killed = async (args: readonly string[], environment: Record<string, string>, ms: number): Promise<void> => {
    const command = QuireProcess.run('cli.js', args, environment);
    await Promise.race([command.ended, pause(random.below(ms))]);
    await command.end('SIGKILL');
  };
  const timed = async (args: readonly string[], environment: Record<string, string>): Promise<number> => {
    const from = performance.now();
    const { code, stderr } = await QuireProcess.command(args, environment);
    expect([code, stderr], `seed ${seed}`).to.deep.equal([0, '']);
    return performance.now() - from;
  };
  const pagesOf = async (environment: Record<string, string>): Promise<string[]> => {
    const quire = QuireProcess.start(environment);
    const api = apiOf({ url: await quire.ready() }, ADMIN_TOKEN);
    const [{ id: org }] = must(await api.get('/v1/orgs'), 200).items;
    const spaces = must(await api.get(`/v1/orgs/${org}/spaces`), 200).items;
    const handbook = spaces.find(({ title }: any) => title === 'Handbook');
    const { pages } = must(await api.get(`/v1/spaces/${handbook.id}/content/pages`), 200);
    await quire.end();
    return pages.map(({ title }: any) => title);
  };

  before(async () => {
    source = settings((await embedded.emptyDatabase())!, 'source');
    const quire = QuireProcess.start(source);
    const api = apiOf({ url: await quire.ready() }, ADMIN_TOKEN);
    const [{ id: org }] = must(await api.get('/v1/orgs'), 200).items;
    const { id } = must(await api.post(`/v1/orgs/${org}/spaces`, { title: 'Handbook', editMode: 'live' }), 201);
    const changes = Array.from({ length: PAGES }, (_, page) => ({
      operation: 'insert_page',
      title: `Page ${page}`,
      document: { markdown: `Words of page ${page}. `.repeat(200) },
    }));
    must(await api.post(`/v1/spaces/${id}/content`, { changes }), 200);
    titles = changes.map(({ title }) => title);
    await quire.end();
  });

  it('leave no archive under its name until it is complete, and can be repeated', async () => {
    const first = join(folder, 'first.tar.gz');
    const took = await timed(['backup', first], source);
    for (let kill = 0; kill < KILLS; kill++) {
      await killed(['backup', archive], source, took);
      // The next backup would take the unfinished file for that of another process.
      rmSync(`${archive}.part`, { force: true });
      if (!existsSync(archive)) continue;
      // The command was done before it was killed.
      rmSync(archive);
    }
    await timed(['backup', archive], source);
  });

  it('leave a database into which the backup can be restored again', async () => {
    const first = settings((await embedded.emptyDatabase())!, 'first');
    const took = await timed(['restore', archive], first);
    const target = settings((await embedded.emptyDatabase())!, 'target');
    for (let kill = 0; kill < KILLS; kill++) await killed(['restore', archive], target, took * 0.9);
    const { code, stderr } = await QuireProcess.command(['restore', archive], target);
    // The last killed command may have committed.
    if (code !== 0) expect(stderr, `seed ${seed}`).to.match(/^quire: the database is not empty/);
    expect(await pagesOf(target), `seed ${seed}`).to.deep.equal(titles);
    const { stdout } = await QuireProcess.command(['verify'], target);
    expect(stdout, `seed ${seed}`).to.match(/ checked: 0 problems\n$/);
  });

  it('can be repeated after an archive that is damaged', async () => {
    const damaged = join(folder, 'damaged.tar.gz');
    copyFileSync(archive, damaged);
    truncateSync(damaged, Math.floor(statSync(archive).size * 0.8));
    const target = settings((await embedded.emptyDatabase())!, 'repaired');
    expect((await QuireProcess.command(['restore', damaged], target)).code).to.equal(1);
    await timed(['restore', archive], target);
    expect(await pagesOf(target)).to.deep.equal(titles);
  });
});
