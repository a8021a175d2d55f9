import { expect } from 'chai';
import pg from 'pg';
import type { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { ORGANIZATION_TABLES } from '../../../../src/adapters/persistence/mikro-orm/organizations/organization-tables.ts';
import { Tokens } from '../../../../src/composition/tokens.ts';
import { readConfig } from '../../../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../../../src/instance.ts';
import { backends, testEnvironment } from '../../../support/backends.ts';
import { must, World } from '../../../support/world.ts';

/** Tables that every shard needs a copy of, or that stay on one server. */
const OF_INSTANCE: ReadonlySet<string> = new Set([
  'users',
  'api_tokens',
  'attempts',
  'request_limits',
  'idempotent_answers',
]);
/** Content-addressed objects, which the organizations share: each shard would have its own. */
const SHARED = 'objects';
/** Comparison with, or value for, the column by which a statement finds its shard; the organization of a space is fixed. */
const SHARD = '(organization_id|space_id)';
const NAMES_SHARD = new RegExp(
  [
    `\\b${SHARD}"?\\s*(=|IN\\b|COLLATE)`,
    `=\\s*(\\w+\\.)?"?${SHARD}\\b`,
    `\\([^()]*\\b${SHARD}\\b[^()]*\\)\\s*(VALUES|SELECT)`,
  ].join('|'),
  'i',
);
/** Hot statements that find rows of an organization by another key, by their tables. */
const BY_OTHER_KEY: readonly string[] = ['counters'];
/** Tables of organizations without a column for the organization or the space, and the key that leads to it. */
const WITHOUT_SHARD: Readonly<Record<string, string>> = {
  organizations: 'id',
  comment_replies: 'comment_id',
  counters: 'scope',
  git_follows: 'id',
  site_events: 'site_id',
};

const TABLE = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:ONLY\s+)?"?([a-z_]+)"?/gi;

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`hot statements (${backend.name})`, () => {
    let url: string;
    let instance: Instance;
    let world: World;
    let tables: ReadonlySet<string>;
    before(async () => {
      url = (await backend.database())!;
      instance = await startInstance(readConfig(testEnvironment({ DATABASE_URL: url })), {
        welcome: false,
        drainMs: 500,
      });
      world = await World.create(instance);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query(
        `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
      );
      tables = new Set(rows.map(({ relname }) => relname));
      await client.end();
    });
    after(() => instance.stop());

    /** Statements of a task by their texts. */
    const statementsOf = async (task: () => Promise<unknown>): Promise<readonly string[]> => {
      const texts = new Set<string>();
      const database = instance.container.get(Tokens.MeasuredDatabase) as Database;
      const stop = database.statements.listen(({ pool, text }) => {
        if (pool !== 'maintenance') texts.add(text);
      });
      await task();
      stop();
      return [...texts];
    };
    const tablesOf = (text: string): string[] =>
      [...text.matchAll(TABLE)].map(([, table]) => table!).filter((table) => tables.has(table));

    it('of reading, listing, searching and editing name the organization or the space', async () => {
      const { api } = world.admin;
      const { id: space } = await world.space();
      const content = `/v1/spaces/${space}/content`;
      const insert = { changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Words' } }] };
      must(await api.post(content, insert), 200);
      const statements = await statementsOf(async () => {
        const { pages } = must(await api.get(`${content}/pages`), 200);
        must(await api.get(`${content}/page/${pages[0].id}?format=markdown`), 200);
        must(await api.get(`/v1/spaces/${space}`), 200);
        must(await api.get(`/v1/orgs/${world.organizationId}/spaces`), 200);
        must(await api.get(`/v1/orgs/${world.organizationId}/search?query=words`), 200);
        must(await api.get(`/v1/spaces/${space}/search?query=words`), 200);
        must(
          await api.post(content, {
            changes: [{ operation: 'update_page', page: pages[0].id, document: { markdown: 'More' } }],
          }),
          200,
        );
        const { id } = must(await api.post(`/v1/spaces/${space}/change-requests`, { subject: 'Change' }), 201);
        must(
          await api.post(`/v1/spaces/${space}/change-requests/${id}/content`, {
            changes: [{ operation: 'insert_page', title: 'Other', document: { markdown: 'Words' } }],
          }),
          200,
        );
        must(await api.post(`/v1/spaces/${space}/change-requests/${id}/merge`), 200);
      });
      const without = statements.flatMap((text) => {
        const owned = [...new Set(tablesOf(text))].filter((table) => !OF_INSTANCE.has(table) && table !== SHARED);
        return owned.length === 0 || NAMES_SHARD.test(text) ? [] : [owned.join(' ')];
      });
      expect(statements.length).to.be.above(15);
      expect([...new Set(without)]).to.deep.equal(BY_OTHER_KEY);
    });

    it('of a live edit store its event together with the content', async () => {
      const { api } = world.admin;
      const { id: space } = await world.space();
      const edit = { changes: [{ operation: 'insert_page', title: 'Page', document: {} }] };
      const statements = await statementsOf(async () => {
        must(await api.post(`/v1/spaces/${space}/content`, edit), 200);
      });
      const storing = statements.filter((text) => text.includes('INSERT INTO events'));
      expect(storing).to.have.lengthOf(1);
      expect(storing[0]).to.include('UPDATE branches');
    });

    it('reach tables that have the organization or the space, apart from a few', async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query<{ name: string; columns: string[] }>(
        `SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = ANY($1::text[]) GROUP BY 1`,
        [ORGANIZATION_TABLES.map(({ name }) => name)],
      );
      await client.end();
      const without = rows.filter(
        ({ columns }) => !columns.includes('organization_id') && !columns.includes('space_id'),
      );
      expect(without.map(({ name }) => name).sort()).to.deep.equal(Object.keys(WITHOUT_SHARD).sort());
      for (const { name, columns } of without) expect(columns, name).to.include(WITHOUT_SHARD[name]);
    });
  });
