import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { backends, temporaryFolder } from '../support/backends.ts';
import { insert } from '../support/content/api-content.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { poll } from '../support/until.ts';
import { apiOf, must, type Api } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

const TOKEN = 'an-operator-token-0123456789';
const DAY_S = 24 * 60 * 60;
const DAYS_APART = [0, 1, -1];

describe('nodes whose clocks are days apart', function () {
  this.timeout(300_000);
  const nodes: { readonly quire: QuireProcess; readonly api: Api; readonly days: number }[] = [];
  let database: pg.Client;
  let organizationId: string;
  const [exact, ahead, behind] = [0, 1, 2];

  before(async function () {
    const clock = fakeClock(this);
    const url = (await backends.find(({ name }) => name === 'embedded')!.database())!;
    database = new pg.Client({ connectionString: url });
    await database.connect();
    const blobs = join(temporaryFolder(), 'blobs');
    for (const days of DAYS_APART) {
      const quire = QuireProcess.start({
        DATABASE_URL: url,
        DATA_DIR: join(temporaryFolder(), 'data'),
        BLOB_DIR: blobs,
        SECRET_KEY: 'k'.repeat(40),
        ADMIN_TOKEN: TOKEN,
        // Jobs run on the node that is a day ahead.
        QUIRE_ROLE: days === 1 ? 'all' : 'web',
        ...(days !== 0 && clock(days * DAY_S)),
      });
      nodes.push({ quire, days, api: apiOf({ url: await quire.ready() }, TOKEN) });
    }
    organizationId = must(await nodes[exact]!.api.get('/v1/orgs'), 200).items[0].id;
  });
  after(async () => {
    await database?.end();
    for (const { quire } of nodes) await quire.end();
  });

  const newSpace = async (): Promise<string> =>
    must(await nodes[exact]!.api.post(`/v1/orgs/${organizationId}/spaces`, { title: 'Docs', editMode: 'live' }), 201)
      .id;

  it('report themselves as not ready, with the difference to the clock of the database', async () => {
    must(await nodes[exact]!.api.get('/readyz'), 200);
    for (const [node, words] of [
      [ahead, /clock of this machine is 864\d\d s ahead of that of the database/],
      [behind, /clock of this machine is 86[34]\d\d s behind that of the database/],
    ] as const) {
      const { problems } = must(await nodes[node]!.api.get('/readyz'), 503);
      expect(JSON.stringify(problems)).to.match(words);
    }
  });

  it('keep the order in which changes were acknowledged', async () => {
    const spaceId = await newSpace();
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round++)
      for (const { api } of nodes) {
        const { revision } = must(
          await api.post(`/v1/spaces/${spaceId}/content`, { changes: [insert(`Page ${round}`)] }),
          200,
        );
        acknowledged.push(revision);
      }
    const { items } = must(await nodes[behind]!.api.get(`/v1/spaces/${spaceId}/revisions`), 200);
    const listed = items.map(({ id }: { id: string }) => id).slice(0, acknowledged.length);
    expect(listed).to.deep.equal([...acknowledged].reverse());
    // The last change is the one that a merge begins from, whatever the clocks say.
    expect(must(await nodes[ahead]!.api.get(`/v1/spaces/${spaceId}`), 200).revision).to.equal(acknowledged.at(-1));
  });

  it('accept tokens until they expire by the clock that is closest', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const { token } = must(
      await nodes[exact]!.api.post('/v1/user/tokens', { name: 'short', expiresAt: inAnHour }),
      201,
    );
    const asUser = (node: number): Api => apiOf({ url: nodeUrl(node) }, token);
    must(await asUser(exact).get('/v1/user'), 200);
    must(await asUser(behind).get('/v1/user'), 200);
    // A node that is ahead refuses too early rather than too late.
    must(await asUser(ahead).get('/v1/user'), 401);
  });

  it('do not take each other for dead, so that a job runs once', async () => {
    // The heartbeats of the node that is ahead are dated by the database.
    const { rows } = await database.query(
      `SELECT max(abs(extract(epoch FROM now() - seen_at)))::float8 AS age FROM worker_heartbeats`,
    );
    expect(rows[0].age).to.be.below(60);
    const spaceId = await newSpace();
    const { url, key } = must(
      await nodes[ahead]!.api.post(`/v1/orgs/${organizationId}/storage/upload`, {
        file: { name: 'page.md', type: 'text/markdown', size: 7 },
        kind: 'import_file',
      }),
      201,
    );
    const stored = await fetch(url, { method: 'PUT', headers: { 'content-type': 'text/markdown' }, body: '# Once\n' });
    expect(stored.status).to.equal(200);
    const all = `/v1/org/${organizationId}/imports`;
    const source = { type: 'file', files: [key] };
    const { id } = must(await nodes[ahead]!.api.post(all, { source, target: { space: spaceId } }), 201);
    const run = await poll(
      'the import run ends',
      async () => must(await nodes[exact]!.api.get(`${all}/${id}`), 200),
      ({ status }) => status !== 'pending' && status !== 'in-progress',
    );
    expect(run).to.include({ status: 'completed' });
    const { pages } = must(await nodes[exact]!.api.get(`/v1/spaces/${spaceId}/content/pages`), 200);
    expect(pages.map(({ title }: { title: string }) => title)).to.deep.equal(['Once']);
  });

  it('delete nothing that was condemned less than a day ago', async () => {
    await database.query(
      `SELECT graphile_worker.add_job('collect-garbage', '{}', job_key => 'collection', queue_name => 'collection')`,
    );
    const { items } = await poll(
      'the garbage collection was refused',
      async () => must(await nodes[exact]!.api.get('/v1/instance/jobs?kind=collect-garbage'), 200),
      ({ items: [job] }) => job?.error !== undefined,
    );
    expect(items[0].error).to.match(/the clock of this machine is 864\d\d s ahead/);
    const { rows } = await database.query('SELECT finished_at FROM collection_figures');
    expect(rows[0].finished_at).to.equal(null);
  });

  function nodeUrl(node: number): string {
    return /Quire is ready on (\S+)/.exec(nodes[node]!.quire.stdout)![1]!;
  }
});
