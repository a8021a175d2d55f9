import { spawn, spawnSync } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { chooseProcessUser } from '../../src/adapters/database/process-user.ts';
import { atTheEnd, backends, temporaryFolder } from '../support/backends.ts';
import { insert } from '../support/content/api-content.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { apiOf, must } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

const PROGRAM = 'pgbouncer';
const TOKEN = 'an-operator-token-0123456789';

describe('PgBouncer in front of the database', function () {
  this.timeout(120_000);

  before(function () {
    // Debian has the program where only administrators look for programs.
    process.env['PATH'] = `${process.env['PATH']}:/usr/sbin`;
    if (spawnSync(PROGRAM, ['--version']).status === 0) return;
    if (process.env['CI'] === '1') throw new Error('pgbouncer is not installed');
    this.test!.title += ' (there is no pgbouncer here: Debian has it as the package pgbouncer)';
    this.skip();
  });

  /** Starts PgBouncer with a pool. @returns the URL of the database behind it */
  async function pooled(mode: string, size: number): Promise<string> {
    const database = new URL((await backends.find(({ name }) => name === 'embedded')!.database())!);
    const folder = temporaryFolder();
    const [port, name] = [await freePort(), database.pathname.slice(1)];
    const user = chooseProcessUser(folder);
    const target = {
      host: database.hostname,
      port: database.port,
      dbname: name,
      user: decodeURIComponent(database.username),
      password: decodeURIComponent(database.password),
    };
    const parameters = Object.entries(target).map(([key, value]) => `${key}='${value}'`);
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(
      file,
      `[databases]\n${name} = ${parameters.join(' ')}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\n` +
        `unix_socket_dir =\nauth_type = any\npool_mode = ${mode}\ndefault_pool_size = ${size}\n`,
    );
    if (user.uid !== undefined) for (const owned of [folder, file]) chownSync(owned, user.uid, user.gid!);
    const pooler = spawn(PROGRAM, ['-q', file], { ...user, stdio: 'ignore' });
    atTheEnd(() => pooler.kill('SIGKILL'));
    await until(
      () =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true)));
          socket.on('error', () => resolve(false));
        }),
      20_000,
      'PgBouncer listens',
    );
    return `postgresql://quire@127.0.0.1:${port}/${name}`;
  }
  const start = (url: string): QuireProcess =>
    QuireProcess.start({
      DATABASE_URL: url,
      DATABASE_WAIT_MS: '0',
      DATABASE_CONNECTIONS: '4',
      DATA_DIR: join(temporaryFolder(), 'data'),
      ADMIN_TOKEN: TOKEN,
    });

  for (const [mode, size, message] of [
    ['transaction', 20, /a connection pooler gives each transaction another connection: .*pool_mode = session/],
    ['transaction', 1, /a connection pooler gives each transaction another connection: .*pool_mode = session/],
    ['statement', 20, /a connection pooler gives each transaction another connection: .*pool_mode = session/],
    ['session', 1, /a connection pooler gives Quire only one connection: raise its default_pool_size/],
  ] as const)
    it(`is refused at the start with pool_mode = ${mode} and ${size} connections`, async () => {
      const quire = start(await pooled(mode, size));
      expect((await quire.ended).code).to.equal(1);
      expect(quire.stderr).to.match(message);
    });

  it('is accepted with pool_mode = session, for requests, transactions and jobs', async () => {
    const quire = start(await pooled('session', 60));
    const api = apiOf({ url: await quire.ready() }, TOKEN);
    must(await api.get('/readyz'), 200);
    const [{ id: organizationId }] = must(await api.get('/v1/orgs'), 200).items;
    const body = { title: 'Docs', editMode: 'live' };
    const { id } = must(await api.post(`/v1/orgs/${organizationId}/spaces`, body), 201);
    const writes = Array.from({ length: 20 }, (_, page) =>
      api.post(`/v1/spaces/${id}/content`, { changes: [insert(`Page ${page}`)] }),
    );
    for (const answer of await Promise.all(writes)) must(answer, 200);
    expect(must(await api.get(`/v1/spaces/${id}/content/pages`), 200).pages).to.have.length(20);
    await until(async () => must(await api.get('/v1/instance/jobs?status=waiting'), 200).count === 0);
    expect((await quire.end()).code).to.equal(0);
  });
});
