import { MIGRATIONS } from '../migrations/index.ts';
import { MIGRATIONS_TABLE } from '../migrations/migration.ts';
import type { Queryable } from './sql.ts';

/** Migrations of a database compared with those of this version. */
export interface SchemaState {
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
  /** Tells why this version cannot run on the schema; undefined when it can, once the pending migrations have run. */
  readonly problem: string | undefined;
}

/** A newer version of Quire has changed the schema in ways that this version does not know. */
export class SchemaTooNew extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `the database belongs to a newer version of Quire (${unknown.join(', ')}): start that version or a later one, ` +
        'or restore a backup from before the upgrade',
    );
    this.name = 'SchemaTooNew';
  }
}

/** Compares the migrations that ran on a database with those of this version. */
export async function readSchemaState(on: Queryable): Promise<SchemaState> {
  const names = MIGRATIONS.map(({ name }) => name);
  const tables = await on.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    MIGRATIONS_TABLE,
  ]);
  if (!tables.rows[0]!.exists) return { pending: names, unknown: [], problem: undefined };
  const ran = new Set(
    (await on.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE}`)).rows.map(({ name }) => name),
  );
  const known = new Set(names);
  const pending = names.filter((name) => !ran.has(name));
  const unknown = [...ran].filter((name) => !known.has(name));
  const isKnown = unknown.length === 0 || (pending.length === 0 && known.has(await requiredMigration(on)));
  return { pending, unknown, problem: isKnown ? undefined : new SchemaTooNew(unknown).message };
}

/** Migration that builds must know to run on a schema; empty where the schema names none. */
async function requiredMigration(on: Queryable): Promise<string> {
  const { rows: columns } = await on.query<{ there: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('instance_fingerprints') AND attname = 'required_migration') AS there`,
  );
  if (!columns[0]!.there) return '';
  const { rows: guard } = await on.query<{ name: string | null }>(
    'SELECT required_migration AS name FROM instance_fingerprints',
  );
  return guard[0]?.name ?? '';
}
