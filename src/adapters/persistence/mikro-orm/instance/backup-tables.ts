import type pg from 'pg';
import { MIGRATIONS_TABLE } from '../migrations/migration.ts';

export interface BackupTable {
  readonly name: string;
  /** Columns that are stored; the others are computed of them. */
  readonly columns: readonly string[];
}

/** Tables whose rows belong to running processes. */
const OF_PROCESSES: ReadonlySet<string> = new Set([MIGRATIONS_TABLE, 'worker_heartbeats', 'backups']);

const TABLES = `SELECT c.relname AS name,
    (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    (SELECT coalesce(array_agg(DISTINCT f.relname::text), '{}') FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
     WHERE k.conrelid = c.oid AND k.contype = 'f' AND f.oid <> c.oid) AS parents
  FROM pg_class c
  WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname`;

/**
 * Lists the tables that a backup contains, each after those that it refers to. Unlogged tables, which a crash empties
 * too, are left out.
 * @throws Error when tables refer to each other in a circle
 */
export async function listTables(client: pg.ClientBase): Promise<readonly BackupTable[]> {
  const { rows } = await client.query<BackupTable & { readonly parents: readonly string[] }>(TABLES);
  const left = new Map(rows.filter(({ name }) => !OF_PROCESSES.has(name)).map((row) => [row.name, row]));
  const sorted: BackupTable[] = [];
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ parents }) => !parents.some((parent) => left.has(parent)));
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const { name, columns } of ready) {
      left.delete(name);
      sorted.push({ name, columns });
    }
  }
  return sorted;
}

/** Lists the names of the migrations of a schema, in the order in which they ran. */
export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY id`);
  return rows.map(({ name }) => name);
}

/** Tells whether two lists have the same tables with the same columns, in any order. */
export const areSameTables = (some: readonly BackupTable[], others: readonly BackupTable[]): boolean =>
  shapeOf(some) === shapeOf(others);

const shapeOf = (tables: readonly BackupTable[]): string =>
  JSON.stringify(tables.map(({ name, columns }) => [name, [...columns].sort()]).sort());

/** Quotes names of columns for SQL. */
export const columnList = ({ columns }: BackupTable): string => columns.map((name) => `"${name}"`).join(', ');

/** Sequences with their columns, and the SQL that sets each behind the values of its column. */
export const RESET_SEQUENCES = `SELECT format('SELECT setval(%L, coalesce((SELECT max(%I) FROM %s), 0) + 1, false)',
    pg_get_serial_sequence(c.oid::regclass::text, a.attname), a.attname, c.oid::regclass) AS sql
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname = ANY($1::text[])
    AND a.attnum > 0 AND NOT a.attisdropped
    AND pg_get_serial_sequence(c.oid::regclass::text, a.attname) IS NOT NULL`;
