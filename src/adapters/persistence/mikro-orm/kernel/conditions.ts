import type { StateFilter } from '../../../../ports/kernel/repository.ts';
import { columnName, type Table } from './tables.ts';

/**
 * SQL condition of equalities on alias `t`, with its values.
 * @throws Error for `undefined`: a forgotten value must not widen a query
 */
export function conditions<S>(table: Table<any, S>, where: StateFilter<S>): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts = Object.entries(where).map(([field, value]) => {
    if (!(field in table.columns)) throw new Error(`${table.name} has no field ${field}`);
    if (value === undefined) throw new Error(`${table.name}.${field} is looked up by undefined`);
    const column = `t.${columnName(field)}`;
    if (value === null) return `${column} IS NULL`;
    values.push(value);
    return Array.isArray(value) ? `${column} = ANY($${values.length})` : `${column} = $${values.length}`;
  });
  return { sql: parts.join(' AND ') || 'true', values };
}
