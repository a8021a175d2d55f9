import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { temporaryFolder } from '../support/backends.ts';
import { insert } from '../support/content/api-content.ts';
import { PostgresServer, preparePostgres } from '../support/servers/postgres-server.ts';
import { poll } from '../support/until.ts';
import { apiOf, must, type Api } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

const TOKEN = 'an-operator-token-0123456789';
/** Duration of the outage; `OUTAGE_MS` sets a longer one. */
const OUTAGE_MS = Number(process.env['OUTAGE_MS'] ?? 3_000);
const WRITERS = 4;

describe('a database that is gone for some time', function () {
  this.timeout(300_000);
  let database: PostgresServer;
  let quire: QuireProcess;
  let api: Api;
  let space: string;
  before(async () => {
    const folder = temporaryFolder();
    database = await PostgresServer.create(folder, preparePostgres(folder));
    await database.start();
    quire = QuireProcess.start({
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'quire'),
      ADMIN_TOKEN: TOKEN,
      LOG_LEVEL: 'warn',
    });
    api = apiOf({ url: await quire.ready() }, TOKEN);
    const [{ id: organizationId }] = must(await api.get('/v1/orgs'), 200).items;
    const body = { title: 'Docs', editMode: 'live' };
    space = `/v1/spaces/${must(await api.post(`/v1/orgs/${organizationId}/spaces`, body), 201).id}`;
  });
  after(async () => {
    await quire?.end();
    await database?.end('SIGINT');
  });

  for (const signal of ['SIGINT', 'SIGKILL'] as const)
    it(`is answered with 503 and Retry-After, and used again without a restart (${signal})`, async () => {
      const acknowledged: string[] = [];
      const unexpected: unknown[] = [];
      let refusals = 0;
      let isOver = false;
      const write = async (writer: number): Promise<void> => {
        for (let page = 0; !isOver; page++) {
          const title = `${signal} ${writer} ${page}`;
          const { status, body, headers } = await api.post(`${space}/content`, { changes: [insert(title)] });
          if (status === 200) acknowledged.push(title);
          else if (status === 503 && Number(headers.get('retry-after')) > 0) refusals++;
          else unexpected.push([status, body, headers.get('retry-after')]);
        }
      };
      const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
      await poll(
        'pages are written',
        () => acknowledged.length,
        (count) => count > WRITERS,
      );
      await database.end(signal);
      const end = performance.now() + OUTAGE_MS;
      await poll(
        'the node is not ready',
        () => api.get('/readyz'),
        ({ status }) => status === 503,
      );
      while (performance.now() < end) {
        must(await api.get('/healthz'), 200);
        const { status, headers } = await api.get(`${space}/content/pages`);
        expect([status, Number(headers.get('retry-after')) > 0]).to.deep.equal([503, true]);
        await pause(100);
      }
      const before = acknowledged.length;
      await database.start();
      await poll(
        'pages are written again',
        () => acknowledged.length,
        (count) => count > before + WRITERS,
      );
      isOver = true;
      await Promise.all(writers);
      expect(unexpected).to.deep.equal([]);
      expect(refusals).to.be.above(0);
      await poll(
        'the node is ready',
        () => api.get('/readyz'),
        ({ status }) => status === 200,
      );
      const { pages } = must(await api.get(`${space}/content/pages`), 200);
      const titles = pages.map(({ title }: any) => title as string);
      expect(acknowledged.filter((title) => titles.filter((one: string) => one === title).length !== 1)).to.deep.equal(
        [],
      );
    });

  it('lets a node that waits for it stop at once, without a trace', async () => {
    await database.end('SIGINT');
    await poll(
      'the node is not ready',
      () => api.get('/readyz'),
      ({ status }) => status === 503,
    );
    // The workers of the queue look for jobs every two seconds.
    await pause(2_500);
    const before = quire.stderr.length;
    const begun = performance.now();
    await quire.end();
    expect((await quire.ended).code).to.equal(0);
    expect(performance.now() - begun).to.be.below(10_000);
    expect(quire.stderr.slice(before)).to.equal('');
    expect(quire.stdout).not.to.include('Worker exited with error');
  });
});
