import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { backends, temporaryFolder } from '../support/backends.ts';
import { pageOf, startWebsite, type Website } from '../support/servers/website.ts';
import { poll, until } from '../support/until.ts';
import { apiOf, must, type Api } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

const TOKEN = 'an-operator-token-0123456789';
/** Time without a sign of a worker after which others take over its jobs, and some more. */
const SILENCE = '70 seconds';

describe('processes with different roles', function () {
  this.timeout(300_000);
  let databaseUrl: string;
  let database: pg.Client;
  let web: { readonly api: Api; readonly url: string };
  let organizationId: string;
  /** Website whose first visits are kept waiting. */
  let website: Website;
  let visits = 0;
  let answersVisits = false;

  const start = async (role: string): Promise<{ quire: QuireProcess; api: Api; url: string }> => {
    const quire = QuireProcess.start({
      QUIRE_ROLE: role,
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(temporaryFolder(), 'data'),
      BLOB_DIR: blobs,
      SECRET_KEY: 'k'.repeat(40),
      ADMIN_TOKEN: TOKEN,
      ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    });
    const url = await quire.ready();
    return { quire, url, api: apiOf({ url }, TOKEN) };
  };
  const blobs = join(temporaryFolder(), 'blobs');

  before(async () => {
    databaseUrl = (await backends.find(({ name }) => name === 'embedded')!.database())!;
    database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    const page = pageOf('Start', '<p>Some words to read.</p>');
    website = await startWebsite({
      '/robots.txt': { status: 404 },
      '/': (_, response) => {
        visits++;
        response.writeHead(200, { 'content-type': 'text/html' });
        if (answersVisits) response.end(page);
        else response.write(page.slice(0, 10));
      },
    });
    web = await start('web');
    organizationId = must(await web.api.get('/v1/orgs'), 200).items[0].id;
  });
  after(() => database.end());

  const newSpace = async (): Promise<string> =>
    must(await web.api.post(`/v1/orgs/${organizationId}/spaces`, { title: 'Imported' }), 201).id;
  const importInto = async (spaceId: string): Promise<string> =>
    must(
      await web.api.post(`/v1/org/${organizationId}/imports`, {
        source: { type: 'website', url: `${website.origin}/` },
        target: { space: spaceId },
      }),
      201,
    ).id;
  const run = async (id: string): Promise<any> =>
    must(await web.api.get(`/v1/org/${organizationId}/imports/${id}`), 200);
  const ended = (id: string): Promise<any> =>
    poll(
      'the import run ends',
      () => run(id),
      ({ status }) => status !== 'pending' && status !== 'in-progress',
    );
  const titles = async (spaceId: string): Promise<string[]> =>
    must(await web.api.get(`/v1/spaces/${spaceId}/content/pages`), 200).pages.map(({ title }: any) => title);
  const importJobs = async (): Promise<any[]> =>
    must(await web.api.get('/v1/instance/jobs?kind=run-import'), 200).items;
  /** Kills a process that runs jobs; the time in which it could give a sign passes at once. */
  const killWorker = async (quire: QuireProcess): Promise<void> => {
    await quire.end('SIGKILL');
    await database.query(`UPDATE worker_heartbeats SET seen_at = seen_at - interval '${SILENCE}'`);
    await database.query(`UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '${SILENCE}'`);
  };
  const attemptsIn = async (url: string): Promise<string[]> =>
    (await (await fetch(`${url}/metrics`)).text())
      .split('\n')
      .filter((line) => line.startsWith('quire_job_attempts_total{') && !line.endsWith(' 0'));

  it('web leaves its jobs to a worker, which does them', async () => {
    answersVisits = true;
    const spaceId = await newSpace();
    const id = await importInto(spaceId);
    expect(await run(id)).to.include({ status: 'pending' });
    const worker = await start('worker');
    // The whole start of another process has passed.
    expect(await attemptsIn(web.url)).to.deep.equal([]);
    expect(await ended(id)).to.include({ status: 'completed' });
    expect(await titles(spaceId)).to.deep.equal(['Start']);
    expect(await attemptsIn(web.url)).to.deep.equal([]);
    expect((await attemptsIn(worker.url)).join('\n')).to.match(/kind="run-import",outcome="succeeded"\} 1/);
    await worker.quire.end();
  });

  it('worker serves nothing but health checks and metrics', async () => {
    const { quire, api, url } = await start('worker');
    for (const path of ['/healthz', '/readyz', '/metrics']) must(await api.get(path), 200);
    const others = [
      '/',
      '/v1/',
      '/v1/user',
      '/v1/orgs',
      '/v1/mcp',
      '/docs/',
      '/openapi.json',
      '/app/',
      '/sites/quire/',
    ];
    for (const path of others) must(await api.get(path), 404);
    must(await api.post('/v1/orgs', { title: 'None' }), 404);
    const hosted = await fetch(`${url}/`, { headers: { host: 'docs.example.com' } });
    expect(hosted.status).to.equal(404);
    expect(quire.stdout).to.include('Quire is ready').and.not.include('API reference');
    await quire.end();
  });

  it('worker takes over the job of one that was killed, and the job has its effect once', async () => {
    answersVisits = false;
    visits = 0;
    const spaceId = await newSpace();
    const first = await start('worker');
    const id = await importInto(spaceId);
    await until(() => visits > 0);
    await killWorker(first.quire);
    answersVisits = true;
    const second = await start('worker');
    expect(await ended(id)).to.include({ status: 'completed' });
    expect(await titles(spaceId)).to.deep.equal(['Start']);
    await until(async () => (await importJobs()).length === 0);
    await second.quire.end();
  });

  it('worker ends a job that killed its process on every attempt, and does the next one', async () => {
    answersVisits = false;
    visits = 0;
    const [poisoned, healthy] = [await newSpace(), await newSpace()];
    const poison = await importInto(poisoned);
    // All attempts but the last have been made.
    await database.query(
      `UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1
       WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'run-import')`,
    );
    const first = await start('worker');
    await until(() => visits > 0);
    const next = await importInto(healthy);
    await killWorker(first.quire);
    answersVisits = true;
    const second = await start('worker');
    expect(await ended(poison)).to.include({ status: 'failed' });
    expect((await run(poison)).reason).to.match(/the server that ran it stopped on every attempt/);
    expect(await ended(next)).to.include({ status: 'completed' });
    expect(await titles(poisoned)).to.deep.equal([]);
    // A run says that it is completed before its job is removed.
    await poll(
      'only the failed job is left',
      async () => (await importJobs()).map(({ status }) => status),
      (statuses) => statuses.join() === 'failed',
    );
    await second.quire.end();
  });
});
