import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { temporaryFolder } from '../support/backends.ts';
import { until } from '../support/until.ts';
import { WebBrowser } from '../support/web-browser.ts';
import { apiOf, must } from '../support/world.ts';
import { processesIn, QuireProcess } from './quire-process.ts';

describe('quire command line', function () {
  let url: string;
  const dataDir = join(temporaryFolder(), 'data');
  before(async () => {
    url = await QuireProcess.start({ DATA_DIR: dataDir, PERSISTENCE: 'memory' }).ready();
  });
  const quire = (args: string[], more: Record<string, string> = {}) =>
    QuireProcess.command(args, { QUIRE_URL: url, DATA_DIR: dataDir, ...more });
  const done = async (args: string[], more?: Record<string, string>): Promise<string> => {
    const { code, stdout, stderr } = await quire(args, more);
    expect(code, stderr).to.equal(0);
    expect(stderr).to.equal('');
    return stdout;
  };
  const refused = async (args: string[], more?: Record<string, string>): Promise<string> => {
    const { code, stdout, stderr } = await quire(args, more);
    expect(code, stdout).to.equal(1);
    expect(stdout).to.equal('');
    expect(stderr).not.to.match(/\n\s+at /);
    return stderr;
  };
  const email = () => `${randomBytes(6).toString('hex')}@example.com`;

  it('creates users and lists them', async () => {
    const ada = email();
    expect(await done(['user', 'create', ada.toUpperCase(), '--name', 'Ada'])).to.match(
      new RegExp(`^created user [0-9A-Za-z]{20} \\(${ada}\\)\n$`),
    );
    expect(await done(['user', 'list'])).to.match(new RegExp(`^[0-9A-Za-z]{20}  ${ada}  Ada$`, 'm'));
    expect(await refused(['user', 'create', ada, '--name', 'Ada'])).to.equal(
      'quire: 409: a user with this e-mail address exists already\n',
    );
    expect(await refused(['user', 'create', 'nobody', '--name', 'Ada'])).to.match(/^quire: 400: email: .*\n$/);
  });

  it('creates tokens, prints them once, and revokes them', async () => {
    const ada = email();
    await done(['user', 'create', ada, '--name', 'Ada']);
    const token = (await done(['token', 'create', ada, '--name', 'script'])).trim();
    const reader = (
      await done(['token', 'create', ada, '--name', 'reader', '--read-only', '--expires', '2099-01-01T00:00:00Z'])
    ).trim();
    expect(must(await apiOf({ url }, token).get('/v1/user'), 200).email).to.equal(ada);
    must(await apiOf({ url }, token).post('/v1/orgs', { title: 'Hers' }), 201);
    must(await apiOf({ url }, reader).post('/v1/orgs', { title: 'No' }), 403);
    const listed = await done(['token', 'list', ada]);
    expect(listed)
      .to.include('script')
      .and.include('read-only until 2099-01-01T00:00:00.000Z reader')
      .and.not.include(token);
    const id = /^(\S+) {2}script$/m.exec(listed)![1]!;
    // Without this, a mistake would leave the token valid.
    expect(await refused(['token', 'revoke', ada, `${id}x`])).to.equal(`quire: ${ada} has no API token ${id}x\n`);
    expect(await done(['token', 'revoke', ada, id])).to.equal(`token ${id} is revoked\n`);
    must(await apiOf({ url }, token).get('/v1/user'), 401);
    expect(await refused(['token', 'create', ada, '--name', 'late', '--expires', '2020-01-01T00:00:00Z'])).to.match(
      /^quire: 400: expiresAt: must be in the future\n$/,
    );
    expect(await refused(['token', 'create', 'nobody@example.com', '--name', 'x'])).to.equal(
      'quire: no user has the e-mail address nobody@example.com\n',
    );
  });

  it('disables users and enables them again', async () => {
    const ada = email();
    await done(['user', 'create', ada, '--name', 'Ada']);
    const token = (await done(['token', 'create', ada, '--name', 'script'])).trim();
    expect(await done(['user', 'disable', ada])).to.equal(`${ada} is disabled\n`);
    must(await apiOf({ url }, token).get('/v1/user'), 401);
    expect(await done(['user', 'enable', ada])).to.equal(`${ada} is enabled\n`);
    const { id } = must(await apiOf({ url }, token).post('/v1/orgs', { title: 'Hers' }), 201);
    expect(await done(['org', 'open', id])).to.equal(
      'Hers no longer requires signing in through its identity provider\n',
    );
    expect(await refused(['org', 'open', '0'.repeat(20)])).to.equal('quire: 404: organization not found\n');
  });

  it('creates organizations and sets the roles of members', async () => {
    const [ada, bob] = [email(), email()];
    for (const person of [ada, bob]) await done(['user', 'create', person, '--name', 'Someone']);
    const [, id] = /^created organization (\S+) \(Docs\)\n$/.exec(
      await done(['org', 'create', 'Docs', '--admin', ada]),
    )!;
    const owner = apiOf({ url }, (await done(['token', 'create', ada, '--name', 'script'])).trim());
    const { id: hers } = must(await owner.post('/v1/orgs', { title: 'Hers' }), 201);
    expect(await done(['org', 'list']))
      .to.include(`${id}  Docs\n`)
      .and.include(`${hers}  Hers\n`);
    expect(await done(['org', 'member', id!, bob, 'comment'])).to.equal(`${bob} has the role comment now\n`);
    expect(await done(['org', 'member', id!, bob, 'guest'])).to.equal(`${bob} is a guest now\n`);
    const operator = apiOf({ url }, QuireProcess.token(dataDir));
    const { items } = must(await operator.get(`/v1/instance/orgs/${id}/members`), 200);
    expect(items.map(({ user, role }: any) => [user.email, role])).to.deep.include.members([
      [ada, 'admin'],
      [bob, null],
    ]);
    expect(await refused(['org', 'member', id!, bob, 'king'])).to.include('must be one of read, comment');
    expect(await refused(['org', 'member', '0'.repeat(20), bob, 'read'])).to.equal(
      'quire: 404: organization not found\n',
    );
    expect(await refused(['org', 'create', 'Nobody’s', '--admin', 'nobody@example.com'])).to.include('no user has');
  });

  it('proves e-mail domains of organizations and lists members', async () => {
    const ada = email();
    await done(['user', 'create', ada, '--name', 'Ada']);
    const [, id] = /^created organization (\S+) /.exec(await done(['org', 'create', 'Domains', '--admin', ada]))!;
    const domain = `${randomBytes(4).toString('hex')}.example`;
    expect(await done(['org', 'domain', id!, domain])).to.equal(`${domain} is proven\n`);
    expect(await done(['org', 'domain', id!, domain, '--withdraw'])).to.equal(
      `${domain} is no longer proven by the operator\n`,
    );
    expect(await refused(['org', 'domain', id!, 'localhost'])).to.include('must be a domain name');
    expect(await done(['org', 'members', id!])).to.match(new RegExp(`^\\S+  ${ada}  admin$`, 'm'));
  });

  it('[A62] marks unproven e-mail addresses in its output', async () => {
    const eve = email();
    const operator = apiOf({ url }, QuireProcess.token(dataDir));
    const [, id] = /^created organization (\S+) /.exec(await done(['org', 'create', 'Inviting']))!;
    const { links } = must(await operator.post(`/v1/orgs/${id}/invites`, { emails: [eve] }), 200);
    const browser = new WebBrowser({ url });
    await browser.open(new URL(links[0].url).pathname);
    await browser.send('', { displayName: 'Eve', password: 'a long enough pass phrase' });
    expect(await done(['user', 'list'])).to.match(new RegExp(`${eve}  Eve  \\(address unproven\\)$`, 'm'));
    expect(await done(['org', 'members', id!])).to.match(new RegExp(`${eve}  guest  \\(address unproven\\)$`, 'm'));
    expect(await done(['org', 'member', id!, eve, 'read'])).to.equal(
      `${eve} has the role read now  (address unproven)\n`,
    );
  });

  it('finds the instance at an IPv6 address, and the token in a file', async function () {
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    if (!addresses.some(({ address }) => address === '::1')) this.skip();
    const file = join(temporaryFolder(), 'token');
    writeFileSync(file, 'an-operator-token-0123456789\n');
    const settings = { HOST: '::1', ADMIN_TOKEN_FILE: file, DATA_DIR: join(temporaryFolder(), 'data') };
    const server = QuireProcess.start({ ...settings, PERSISTENCE: 'memory' });
    const { port } = new URL(await server.ready());
    const { code, stdout, stderr } = await QuireProcess.command(['user', 'list'], { ...settings, PORT: port });
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.include('operator@localhost');
    await server.end();
  });

  it('prints one line that names a missing argument or instance', async () => {
    expect(await refused(['user', 'list'], { QUIRE_URL: 'http://127.0.0.1:9' })).to.match(
      /^quire: no Quire instance responds at http:\/\/127\.0\.0\.1:9: start the instance, or set QUIRE_URL \(.*\)\n$/,
    );
    expect(await refused(['user', 'list'], { DATA_DIR: '/nowhere' })).to.match(
      /^quire: the file \/nowhere\/admin-token with the operator token does not exist: set QUIRE_TOKEN, .*\n$/,
    );
    expect(await refused(['user', 'list'], { QUIRE_TOKEN: 'wrong' })).to.equal(
      `quire: 401: ${url} does not accept the token of QUIRE_TOKEN: set QUIRE_TOKEN to the operator's token\n`,
    );
    for (const [settings, said] of [
      [{ QUIRE_URL: 'docs.example.org' }, 'QUIRE_URL: must be an http or https URL'],
      [{ QUIRE_URL: `${url}/v1` }, `QUIRE_URL: must have no path, as in ${url}`],
      [
        { QUIRE_URL: '', PORT: 'abc' },
        'HOST and PORT give no URL (http://127.0.0.1:abc): correct them, or set QUIRE_URL',
      ],
      [{ QUIRE_TOKEN: 'two\nlines' }, 'QUIRE_TOKEN: must be one token without white space'],
      [{ QUIRE_TOKEN_FILE: '/nowhere' }, "QUIRE_TOKEN_FILE: ENOENT: no such file or directory, open '/nowhere'"],
    ] as const)
      expect(await refused(['user', 'list'], settings)).to.equal(`quire: ${said}\n`);
    const other = createServer((_request, response) => void response.end('<h1>Sign in</h1>')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const at = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect(await refused(['user', 'list'], { QUIRE_URL: at, QUIRE_TOKEN: 'wrong' })).to.equal(
      `quire: ${at} is no Quire instance: set QUIRE_URL to the address of one\n`,
    );
    other.close();
    expect(await refused(['fly'])).to.include("unknown command 'fly'");
    expect(await refused(['user', 'create', email()])).to.include("required option '--name <name>' not specified");
    expect((await quire(['--help'])).stdout)
      .to.include('doctor')
      .and.include('QUIRE_URL');
  });

  describe('quire doctor', () => {
    const findings = (stdout: string) =>
      Object.fromEntries(
        [...stdout.matchAll(/^(ok|problem) +(.+?): (.*)$/gm)].map(([, state, check, says]) => [check, { state, says }]),
      );
    const examine = async (environment: Record<string, string>) => {
      const { code, stdout, stderr } = await QuireProcess.command(['doctor'], environment);
      expect(stderr).to.equal('');
      return { code, found: findings(stdout), stdout };
    };

    it('reports a healthy machine without an instance, and creates no files', async () => {
      const at = join(temporaryFolder(), 'data');
      const { code, found } = await examine({ DATA_DIR: at });
      expect(code).to.equal(0);
      for (const check of ['Node', 'git', 'configuration', 'data directory', 'disk', 'database'])
        expect(found[check]?.state, check).to.equal('ok');
      expect(readdirSync(join(at, '..'))).to.deep.equal([]);
    });

    it('checks a stopped instance, and stops the database that it started', async () => {
      const at = join(temporaryFolder(), 'data');
      const server = QuireProcess.start({ DATA_DIR: at });
      await server.ready();
      await server.end();
      const { code, found } = await examine({ DATA_DIR: at });
      expect(code).to.equal(0);
      expect(found['database']).to.deep.equal({ state: 'ok', says: 'the embedded PostgreSQL starts and answers' });
      expect(found['migrations']).to.deep.equal({ state: 'ok', says: 'up to date' });
      expect(found['jobs']).to.deep.equal({ state: 'ok', says: '0 waiting or running, 0 failed' });
      expect(found['changes']).to.deep.equal({ state: 'ok', says: 'the database accepts changes' });
      expect(found['secret key']).to.deep.equal({ state: 'ok', says: 'is that of the instance' });
      expect(found['owner of the file storage']).to.deep.equal({ state: 'ok', says: 'this instance' });
      expect(processesIn(at)).to.deep.equal([]);
    });

    it('leaves no database running when it is interrupted, nor does another command', async function () {
      if (process.platform !== 'linux') this.skip();
      const at = join(temporaryFolder(), 'data');
      const server = QuireProcess.start({ DATA_DIR: at });
      await server.ready();
      await server.end();
      for (const [command, signal] of [
        ['doctor', 'SIGINT'],
        ['verify', 'SIGTERM'],
      ] as const) {
        const interrupted = QuireProcess.run('cli.js', [command], { DATA_DIR: at });
        await until(() => processesIn(join(at, 'pg18')).length > 0 || interrupted.child.exitCode !== null);
        await interrupted.end(signal);
        await until(() => processesIn(at).length === 0);
      }
    });

    it('reports a secret key and a file storage of another instance, and creates none', async () => {
      const at = join(temporaryFolder(), 'data');
      const server = QuireProcess.start({ DATA_DIR: at });
      await server.ready();
      await server.end();
      const otherFolder = join(at, '..', 'elsewhere');
      const { code, found } = await examine({ DATA_DIR: at, SECRET_KEY: 'k'.repeat(40), BLOB_DIR: otherFolder });
      expect(code).to.equal(1);
      expect(found['secret key']?.state).to.equal('problem');
      expect(found['secret key']?.says).to.include('the secret key is not that of the instance: set the SECRET_KEY');
      expect(found['owner of the file storage']?.says).to.include('the file storage-id is missing there');
      expect(existsSync(otherFolder)).to.equal(false);
    });

    it('checks a running instance without disturbing it', async () => {
      const at = join(temporaryFolder(), 'data');
      const server = QuireProcess.start({ DATA_DIR: at });
      const its = await server.ready();
      const { code, found } = await examine({ DATA_DIR: at, QUIRE_URL: its });
      expect(code).to.equal(0);
      expect(found['running instance']?.says).to.equal(`${its} is ready: database, jobs and file storage answer`);
      expect(found['database']?.says).to.match(/^in use: another Quire is running on .+ \(pid \d+\)$/);
      expect(found['migrations']).to.deep.equal({ state: 'ok', says: 'up to date' });
      expect(found['connections']?.says).to.match(/; one node connected, the server allows \d+$/);
      for (const check of ['jobs', 'secret key', 'backups', 'garbage collection'])
        expect(found[check]?.state, check).to.equal('ok');
      const otherPort = await examine({ DATA_DIR: at, PORT: '9' });
      expect(otherPort.code).to.equal(1);
      expect(otherPort.found['running instance']?.says).to.include('set QUIRE_URL');
      must(await apiOf({ url: its }).get('/readyz'), 200);
      await server.end();
    });

    it('checks an external database that is empty or has failed jobs', async () => {
      const { startEmbeddedPostgres } = await import('../../src/adapters/database/embedded-postgres.ts');
      const own = await startEmbeddedPostgres({ dataDir: temporaryFolder() });
      try {
        const environment = { DATA_DIR: join(temporaryFolder(), 'data'), DATABASE_URL: own.url };
        const empty = await examine(environment);
        expect(empty.code).to.equal(0);
        expect(empty.found['migrations']?.says).to.match(/^\d+ to run at the next start \(.*001-foundation/);
        const owner = new pg.Client({ connectionString: own.url });
        await owner.connect();
        await owner.query(`CREATE ROLE guest LOGIN PASSWORD 'guest'`);
        await owner.end();
        const guest = Object.assign(new URL(own.url), { username: 'guest', password: 'guest' });
        const refused = await examine({ ...environment, DATABASE_URL: guest.href });
        expect(refused.code).to.equal(1);
        expect(refused.found['migrations']).to.deep.equal({
          state: 'problem',
          says: 'the user of DATABASE_URL may not create tables: make it the owner of the database',
        });
        const server = QuireProcess.start(environment);
        await server.ready();
        await server.end();
        const client = new pg.Client({ connectionString: own.url });
        await client.connect();
        await client.query(`SELECT graphile_worker.add_job('gone-wrong', max_attempts => 1)`);
        await client.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
        await client.end();
        const { code, found } = await examine(environment);
        expect(code).to.equal(1);
        expect(found['jobs']).to.deep.include({ state: 'problem' });
        expect(found['jobs']?.says).to.include('1 failed');
      } finally {
        await own.stop();
      }
    });

    it('reports each problem with its remedy', async () => {
      const folder = temporaryFolder();
      const file = join(folder, 'file');
      writeFileSync(file, '');
      const { code, found } = await examine({
        DATA_DIR: join(file, 'data'),
        DATABASE_URL: 'postgresql://me:secret-password@127.0.0.1:9/x',
      });
      expect(code).to.equal(1);
      expect(found['data directory']).to.deep.include({ state: 'problem' });
      expect(found['database']?.says).to.include('check DATABASE_URL').and.not.include('secret-password');
      const wrong = await examine({ PORT: 'x', DATA_DIR: folder });
      expect(wrong.code).to.equal(1);
      expect(wrong.found['configuration']?.says).to.include('PORT: ');
      const bin = mkdtempSync(join(folder, 'bin-'));
      mkdirSync(join(folder, 'data'));
      const without = await examine({ PATH: bin, DATA_DIR: join(folder, 'data') });
      expect(without.code).to.equal(1);
      expect(without.found['git']).to.deep.equal({
        state: 'problem',
        says: 'the git program is missing: install it to import from Git repositories',
      });
    });
  });

  it('ends in silence when the reader of its output closes the pipe', async () => {
    const command = QuireProcess.run('cli.js', ['user', 'list'], { QUIRE_URL: url, DATA_DIR: dataDir });
    command.child.stdout!.destroy();
    expect([(await command.ended).code, command.stderr]).to.deep.equal([0, '']);
  });

  it('runs through npm as documented', async function () {
    if (process.platform === 'win32') this.skip();
    const child = spawn('npm', ['run', '--silent', 'quire', '--', 'user', 'list'], {
      env: { PATH: process.env['PATH'], QUIRE_URL: url, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).to.equal(0);
    expect(said).to.include('operator@localhost');
  });
});
