import { join } from 'node:path';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import pg from 'pg';
import { backends, temporaryFolder } from '../support/backends.ts';
import { apiOf, must } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

describe('several nodes of one database', function () {
  this.timeout(300_000);
  const embedded = backends.find(({ name }) => name === 'embedded')!;
  const folder = temporaryFolder();
  /** Settings that all nodes of a database share. */
  const settings = (url: string) => ({ SECRET_KEY: 'k'.repeat(40), BLOB_DIR: join(folder, new URL(url).pathname) });
  const start = (url: string, more: Record<string, string> = {}): { quire: QuireProcess; dataDir: string } => {
    const dataDir = join(temporaryFolder(), 'data');
    return { dataDir, quire: QuireProcess.start({ DATA_DIR: dataDir, DATABASE_URL: url, ...settings(url), ...more }) };
  };

  it('start on an empty database at the same time, and set it up once', async () => {
    const url = (await embedded.emptyDatabase())!;
    const nodes = [1, 2, 3].map(() => start(url));
    const urls = await Promise.all(nodes.map(({ quire }) => quire.ready()));
    const foreign = nodes.filter(({ quire }) => /another node has set this instance up/.test(quire.stdout));
    expect(foreign).to.have.length(2);
    const [first] = nodes.filter((node) => !foreign.includes(node));
    // The token of the node that set the instance up is valid on all of them, and stays valid.
    for (const at of urls) {
      const organizations = must(await apiOf({ url: at }, QuireProcess.token(first!.dataDir)).get('/v1/orgs'), 200);
      expect(organizations.count).to.equal(1);
    }
    must(await apiOf({ url: urls[0]! }, QuireProcess.token(foreign[0]!.dataDir)).get('/v1/orgs'), 401);
    await Promise.all(nodes.map(({ quire }) => quire.end()));
  });

  it('wait for a database that is not there yet', async () => {
    const database = new URL((await embedded.database())!);
    const server = createServer((client) => {
      const upstream = connect(Number(database.port), database.hostname);
      client.pipe(upstream).pipe(client);
      for (const socket of [client, upstream]) socket.on('error', () => {});
    });
    const listen = (port: number): Promise<number> =>
      new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
    const port = await listen(0);
    await new Promise((resolve) => server.close(resolve));
    const url = new URL(database);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    const { quire } = start(url.href);
    await quire.says(/ECONNREFUSED[^\n]*; waiting for it/);
    await listen(port);
    await quire.ready();
    await quire.end();
    server.close();
  });

  it('refuse a database that a newer version has migrated', async () => {
    const url = (await embedded.database())!;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("INSERT INTO migrations (name, executed_at) VALUES ('999-of-tomorrow', now())");
    await client.query("UPDATE instance_fingerprints SET required_migration = '999-of-tomorrow'");
    await client.end();
    const { quire } = start(url);
    expect((await quire.ended).code).to.equal(1);
    expect(quire.stderr).to.match(/^quire: the database belongs to a newer version of Quire \(999-of-tomorrow\)/);
  });

  it('print no token of the operator where the output is kept in a log', async () => {
    const { quire, dataDir } = start((await embedded.database())!);
    await quire.ready();
    await quire.says(/Operator's token:\s+in the file/);
    expect(quire.stdout).not.to.include(QuireProcess.token(dataDir));
    await quire.end();
  });
});
