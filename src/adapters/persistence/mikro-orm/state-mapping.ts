import { columnName, type Table } from './tables.ts';

/** The columns of a table's state as a select list, each under its field's name, with a prefix where several tables meet. */
export function selectList(table: Table<any, any>, alias: string, prefix = ''): string {
  return Object.keys(table.columns)
    .map((field) => `${alias}.${columnName(field)} AS "${prefix}${field}"`)
    .join(', ');
}

/** Picks a state out of a row that was selected with `selectList`. */
export function stateFrom<S>(table: Table<any, S>, row: Readonly<Record<string, unknown>>, prefix = ''): S {
  const state: Record<string, unknown> = {};
  for (const field of Object.keys(table.columns)) state[field] = row[prefix + field];
  return state as S;
}
