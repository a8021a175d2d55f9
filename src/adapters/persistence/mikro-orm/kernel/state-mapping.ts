import { columnName, type Table } from './tables.ts';

/**
 * Select list of the columns of a state, each under the name of its field, with a prefix where several tables are
 * joined.
 */
export function selectList(table: Table<any, any>, alias: string, prefix = ''): string {
  return Object.keys(table.columns)
    .map((field) => `${alias}.${columnName(field)} AS "${prefix}${field}"`)
    .join(', ');
}

/** Extracts a state from a row that was selected with `selectList`. */
export function stateFrom<S>(table: Table<any, S>, row: Readonly<Record<string, unknown>>, prefix = ''): S {
  const state: Record<string, unknown> = {};
  for (const [field, column] of pairsOf(table, prefix)) state[field] = row[column];
  return state as S;
}

type Pairs = readonly (readonly [field: string, column: string])[];
const known = new WeakMap<Table<any, any>, Map<string, Pairs>>();

/** Lists the fields of a table with their names in a row. */
function pairsOf(table: Table<any, any>, prefix: string): Pairs {
  const ofTable = known.get(table) ?? new Map<string, Pairs>();
  known.set(table, ofTable);
  const pairs = ofTable.get(prefix) ?? Object.keys(table.columns).map((field) => [field, prefix + field] as const);
  ofTable.set(prefix, pairs);
  return pairs;
}
