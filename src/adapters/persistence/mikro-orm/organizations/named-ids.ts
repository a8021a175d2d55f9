import type pg from 'pg';
import { NAMED_IDS } from './organization-tables.ts';

/** Rows in which ids are looked for. */
export interface IdSource {
  /** Table whose columns the rows have. */
  readonly table: string;
  /** Table with the rows. */
  readonly relation: string;
  /** Condition of the rows, whose alias is `t`. */
  readonly condition: string;
  /** Columns in which no ids are looked for. */
  readonly except?: readonly string[] | undefined;
}

type ColumnKind = 'text' | 'array' | 'json';

// Ids are stored in columns that are compared bytewise, in lists of text, and within JSON.
const COLUMNS = `SELECT c.relname AS table, a.attname AS name,
    CASE t.typname WHEN 'text' THEN 'text' WHEN '_text' THEN 'array' ELSE 'json' END AS kind
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_collation k ON k.oid = a.attcollation
  WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY($1::text[]) AND a.attnum > 0 AND NOT a.attisdropped
    AND a.attgenerated = '' AND (t.typname = 'text' AND k.collname = 'C' OR t.typname IN ('_text', 'jsonb'))`;

const ID = '^[0-9A-Za-z]{20}$';
const VALUES: Readonly<Record<ColumnKind, (column: string) => string>> = {
  text: (column) => `SELECT ${column} AS id WHERE ${column} ~ '${ID}'`,
  array: (column) => `SELECT id FROM unnest(${column}) id WHERE id ~ '${ID}'`,
  json: (column) => `SELECT m[1] FROM regexp_matches(${column}::text, '"([0-9A-Za-z]{20})"', 'g') m`,
};

/** Creates the temporary table of ids and fills it with all ids that rows name, in JSON only on demand. */
export async function collectNamedIds(
  client: pg.ClientBase,
  sources: readonly IdSource[],
  parameters: readonly unknown[],
  { withinJson }: { readonly withinJson: boolean },
): Promise<void> {
  await client.query(`CREATE TEMP TABLE ${NAMED_IDS} (id text COLLATE "C" PRIMARY KEY) ON COMMIT DROP`);
  const { rows: columns } = await client.query<{ table: string; name: string; kind: ColumnKind }>(COLUMNS, [
    sources.map(({ table }) => table),
  ]);
  for (const { table, relation, condition, except = [] } of sources) {
    const values = columns
      .filter(({ name }) => !except.includes(name))
      .filter((column) => column.table === table && (withinJson || column.kind !== 'json'))
      .map(({ name, kind }) => VALUES[kind](`t."${name}"`));
    if (values.length === 0) continue;
    await client.query(
      `INSERT INTO ${NAMED_IDS} SELECT DISTINCT v.id FROM "${relation}" t, LATERAL (${values.join(' UNION ALL ')}) v (id)
       WHERE ${condition} ON CONFLICT DO NOTHING`,
      condition.includes('$1') ? [...parameters] : [],
    );
  }
  await client.query(`ANALYZE ${NAMED_IDS}`);
}
