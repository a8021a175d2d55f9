import { expect } from 'chai';
import pg from 'pg';
import { MIGRATIONS_TABLE } from '../../../../src/adapters/persistence/mikro-orm/migrations/migration.ts';
import { readConfig } from '../../../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../../../src/instance.ts';
import { backends, QUICK_START, testEnvironment } from '../../../support/backends.ts';
import { apiOf, must } from '../../../support/world.ts';
import { until } from '../../../support/until.ts';

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`rebuildProjectionsJob (${backend.name})`, () => {
    it('reports an incomplete search for a space without projections and builds them at the next start', async () => {
      const url = (await backend.database())!;
      const running = async <T>(task: (api: ReturnType<typeof apiOf>) => Promise<T>): Promise<T> => {
        const instance: Instance = await startInstance(
          readConfig(testEnvironment({ DATABASE_URL: url, ADMIN_TOKEN: 'the-token-of-the-operator-here' })),
          { welcome: false, ...QUICK_START, drainMs: 1_000 },
        );
        try {
          return await task(apiOf(instance, instance.adminToken));
        } finally {
          await instance.stop();
        }
      };
      const space = await running(async (api) => {
        const organization = must(await api.get('/v1/orgs'), 200).items[0].id;
        const { id } = must(await api.post(`/v1/orgs/${organization}/spaces`, { title: 'Old' }), 201);
        must(
          await api.post(`/v1/spaces/${id}/content`, {
            changes: [{ operation: 'insert_page', title: 'Old', document: { markdown: 'aardvark' } }],
          }),
          200,
        );
        return id;
      });

      // As it is after the migration of a database that has spaces already.
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('DELETE FROM page_search');
      await client.query('INSERT INTO projection_backlog (space_id) SELECT id FROM spaces');

      await running(async (api) => {
        const left = async (): Promise<boolean> =>
          (await client.query('SELECT 1 FROM projection_backlog')).rowCount !== 0;
        await until(async () => !(await left()));
        const { incomplete, count } = must(await api.get(`/v1/spaces/${space}/search?query=aardvark`), 200);
        expect({ incomplete, count }).to.deep.equal({ incomplete: undefined, count: 1 });
        // Nobody has ordered the job by this.
        await client.query('INSERT INTO projection_backlog (space_id) VALUES ($1)', [space]);
        const { organization } = must(await api.get(`/v1/spaces/${space}`), 200);
        const { id: site } = must(
          await api.post(`/v1/orgs/${organization}/sites`, { title: 'Docs', visibility: 'public', spaces: [space] }),
          201,
        );
        const at = `/v1/orgs/${organization}/sites/${site}`;
        const { urls } = must(await api.post(`${at}/publish`), 200);
        const onSite = async (query: string): Promise<string> =>
          must(await api.get(`${new URL(urls.published).pathname.replace(/\/$/, '')}/~quire/search?q=${query}`), 200);
        const soon = 'There may be more results.';
        const body = { query: 'nothing', scope: { mode: 'all' } };
        expect(must(await api.post(`${at}/search`, body), 200)).to.deep.equal({
          items: [],
          count: 0,
          incomplete: true,
        });
        expect(must(await api.post(`${at}/search`, { ...body, query: '?!' }), 200)).to.deep.equal({
          items: [],
          count: 0,
        });
        expect(await onSite('nothing'))
          .to.include('Nothing was found.')
          .and.include(soon);
        expect(await onSite('aardvark'))
          .to.include('s-results')
          .and.include(soon);
        await client.query('DELETE FROM projection_backlog WHERE space_id = $1', [space]);
        expect(must(await api.post(`${at}/search`, body), 200)).to.deep.equal({ items: [], count: 0 });
        expect(await onSite('nothing'))
          .to.include('Nothing was found.')
          .and.not.include(soon);
        await client.query('INSERT INTO projection_backlog (space_id) VALUES ($1)', [space]);
        for (const path of [`/v1/spaces/${space}`, `/v1/orgs/${organization}`])
          expect(must(await api.get(`${path}/search?query=nothing`), 200)).to.deep.equal({
            items: [],
            count: 0,
            incomplete: true,
          });
      });
      await client.end();
    });

    it('rebuilds search rows after an update of the tokenizer and searches the old rows until then', async () => {
      const url = (await backend.database())!;
      const environment = readConfig(
        testEnvironment({ DATABASE_URL: url, ADMIN_TOKEN: 'the-token-of-the-operator-here' }),
      );
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const first = await startInstance(environment, { welcome: false, ...QUICK_START, drainMs: 1_000 });
      let space = '';
      let links: unknown;
      try {
        const api = apiOf(first, first.adminToken);
        const organization = must(await api.get('/v1/orgs'), 200).items[0].id;
        space = must(await api.post(`/v1/orgs/${organization}/spaces`, { title: 'Old' }), 201).id;
        must(
          await api.post(`/v1/spaces/${space}/content`, {
            changes: [
              { operation: 'insert_page', title: 'Old', document: { markdown: 'aardvark [nowhere](gone.md)' } },
            ],
          }),
          200,
        );
        links = must(await api.get(`/v1/spaces/${space}/links`), 200);
        // As it is where that update has not been made.
        await client.query(`UPDATE page_search SET body = '''otherwise'':1'::tsvector`);
        await client.query('DELETE FROM search_terms');
        await client.query(
          "INSERT INTO search_terms SELECT space_id, unnest(array_append(tsvector_to_array(head || body), '')), 1, 0 FROM page_search",
        );
        await client.query(`DELETE FROM ${MIGRATIONS_TABLE} WHERE name = '066-search-words'`);
        expect(must(await api.get(`/v1/spaces/${space}/search?query=otherwise`), 200).count).to.equal(1);
      } finally {
        await first.stop();
      }
      const second = await startInstance(environment, { welcome: false, ...QUICK_START, drainMs: 1_000 });
      try {
        const api = apiOf(second, second.adminToken);
        await until(async () => (await client.query('SELECT 1 FROM projection_backlog')).rowCount === 0);
        const found = async (word: string) =>
          must(await api.get(`/v1/spaces/${space}/search?query=${word}`), 200).count;
        expect([await found('aardvark'), await found('otherwise')]).to.deep.equal([1, 0]);
        expect(must(await api.get(`/v1/spaces/${space}/links`), 200)).to.deep.equal(links);
        expect((await client.query('SELECT 1 FROM branches WHERE ahead')).rowCount).to.equal(0);
      } finally {
        await second.stop();
        await client.end();
      }
    });
  });
