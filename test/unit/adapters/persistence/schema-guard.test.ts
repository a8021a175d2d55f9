import { expect } from 'chai';
import pg from 'pg';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { SchemaTooNew } from '../../../../src/adapters/persistence/mikro-orm/kernel/schema-state.ts';
import { MIGRATIONS, REQUIRED_MIGRATION } from '../../../../src/adapters/persistence/mikro-orm/migrations/index.ts';
import { Migration } from '../../../../src/adapters/persistence/mikro-orm/migrations/migration.ts';
import { runMigrations } from '../../../../src/adapters/persistence/mikro-orm/migrations/run-migrations.ts';
import { readConfig } from '../../../../src/config/read-config.ts';
import { startInstance } from '../../../../src/instance.ts';
import { backends, testEnvironment } from '../../../support/backends.ts';
import { must, World } from '../../../support/world.ts';

const COLUMNS = `SELECT table_name || '.' || column_name AS name, data_type AS type, is_nullable = 'YES' AS nullable,
    column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS' AS "hasDefault"
  FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1`;
interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
}
/** Statements after which a build that does not know them may fail. */
const CONTRACTS = /\b(DROP (TABLE|COLUMN|FUNCTION)|RENAME|SET NOT NULL|ALTER COLUMN \w+ TYPE|TRUNCATE)\b/i;
const required = MIGRATIONS.findIndex(({ name }) => name === REQUIRED_MIGRATION);

describe('the schema guard', () => {
  it('names a migration, after which none contracts the schema', () => {
    expect(required).to.be.above(0);
    for (const text of [
      'ALTER TABLE a DROP COLUMN b',
      'ALTER TABLE a ALTER COLUMN b SET NOT NULL',
      'ALTER TABLE a RENAME TO b',
    ])
      expect(text).to.match(CONTRACTS);
    for (const { name, class: step } of MIGRATIONS.slice(required + 1))
      for (const text of Migration.statementsOf(step)) expect(text, name).not.to.match(CONTRACTS);
  });
});

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`the schema guard (${backend.name})`, () => {
    const withClient = async <T>(url: string, task: (client: pg.Client) => Promise<T>): Promise<T> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return await task(client);
      } finally {
        await client.end();
      }
    };
    const columnsOf = (url: string): Promise<readonly Column[]> =>
      withClient(url, async (client) => (await client.query<Column>(COLUMNS)).rows);
    /** Database as a newer version leaves it. */
    const newerDatabase = async (requiredMigration: string): Promise<string> => {
      const url = (await backend.database())!;
      await withClient(url, async (client) => {
        await client.query("ALTER TABLE spaces ADD COLUMN of_tomorrow text NOT NULL DEFAULT 'x'");
        await client.query("INSERT INTO migrations (name, executed_at) VALUES ('999-of-tomorrow', now())");
        await client.query('UPDATE instance_fingerprints SET required_migration = $1', [requiredMigration]);
      });
      return url;
    };

    it('keeps all columns that a build at the required migration uses, and gives new ones defaults', async () => {
      const older = (await backend.emptyDatabase())!;
      const database = await Database.open({ url: older, connections: 2 });
      await runMigrations(database.orm, { to: REQUIRED_MIGRATION });
      await database.close();
      const [before, after] = [await columnsOf(older), await columnsOf((await backend.database())!)];
      const now = new Map(after.map((column) => [column.name, column]));
      for (const column of before) {
        expect(now.get(column.name)?.type, column.name).to.equal(column.type);
        if (column.nullable || column.hasDefault)
          expect(now.get(column.name)!.nullable || now.get(column.name)!.hasDefault, column.name).to.equal(true);
        now.delete(column.name);
      }
      const tables = new Set(before.map(({ name }) => name.split('.')[0]));
      for (const { name, nullable, hasDefault } of now.values())
        if (tables.has(name.split('.')[0])) expect(nullable || hasDefault, `${name} has a default`).to.equal(true);
    });

    it('is set by the migration to the present schema', async () => {
      const { rows } = await withClient((await backend.database())!, (client) =>
        client.query('SELECT required_migration AS name FROM instance_fingerprints'),
      );
      expect(rows).to.deep.equal([{ name: REQUIRED_MIGRATION }]);
    });

    it('lets a build run on a newer schema that requires no migration which it lacks', async () => {
      const url = await newerDatabase(MIGRATIONS.at(-1)!.name);
      const lines: string[] = [];
      const instance = await startInstance(readConfig(testEnvironment({ DATABASE_URL: url })), {
        welcome: false,
        drainMs: 500,
        log: (line) => lines.push(line),
      });
      expect(lines).to.include('the database schema is newer, and this version runs on it (999-of-tomorrow)');
      const world = await World.create(instance);
      const { id } = await world.space();
      must(
        await world.admin.api.post(`/v1/spaces/${id}/content`, {
          changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Words' } }],
        }),
        200,
      );
      await instance.stop();
    });

    it('keeps a build from a newer schema that requires a migration which it lacks, or names none', async () => {
      for (const name of ['999-of-tomorrow', '']) {
        const url = await newerDatabase(name);
        const database = await Database.open({ url, connections: 2 });
        const problem = await database.migrate().catch((error: Error) => error);
        expect(problem).to.be.instanceOf(SchemaTooNew);
        await database.close();
      }
    });
  });
