import type pg from 'pg';
import type { Page, PageRequest } from '../../../../ports/kernel/repository.ts';
import { afterSorted, pageOf, sortedKey } from '../../list-keys.ts';
import { rows, statement } from './sql.ts';

/** Query for a list, without its order. */
export interface RowList {
  /** Common table expressions; empty for none. */
  readonly ctes?: string;
  readonly select: string;
  readonly from: string;
  readonly where: string;
  readonly values: readonly unknown[];
}

/** Order of a list: by an expression, then by a unique one. The types are those of the keys of pages. */
export interface RowOrder {
  readonly by: string;
  readonly type: string;
  /** Default `t.id`. */
  readonly id?: string;
  /** Default `text`. */
  readonly idType?: string;
  readonly direction: 'ASC' | 'DESC';
}

/** Tables whose rows have a number in the order in which they were stored, whatever the clocks said. */
type NumberedTable = 'revisions' | 'reviews';

/**
 * Reads one page of rows of alias `t`, and the exact count, side by side. Rows are ordered by id, or by the numbers of
 * their table; pages begin after an id either way.
 */
export async function listing<T>(
  pool: pg.Pool,
  list: RowList & { readonly numbered?: NumberedTable },
  page: PageRequest,
  read: (row: any) => T,
): Promise<Page<T>> {
  const [direction, beyond] = page.order === 'desc' ? ['DESC', '<'] : ['ASC', '>'];
  const parameter = `$${list.values.length + 1}`;
  const [by, start] =
    list.numbered === undefined
      ? ['t.id', parameter]
      : ['t.seq', `(SELECT seq FROM ${list.numbered} WHERE id = ${parameter})`];
  const { ctes = '', select, from, where } = list;
  const after = page.after === undefined ? '' : ` AND ${by} ${beyond} ${start}`;
  const text = `${ctes} SELECT t.id AS "listed", ${select} FROM ${from} WHERE ${where}${after} ORDER BY ${by} ${direction} LIMIT ${page.limit + 1}`;
  const [found, count] = await Promise.all([
    rows(pool, statement(text), page.after === undefined ? list.values : [...list.values, page.after]),
    countRows(pool, list),
  ]);
  const { items, ...rest } = pageOf(found, page.limit, count, (row) => row.listed);
  return { items: items.map(read), ...rest };
}

/**
 * Reads one page of rows in an order, and the exact count, side by side. The direction is that of the order.
 * @throws Invalid for a page of the list in another order
 */
export async function sortedListing<T>(
  pool: pg.Pool,
  list: RowList,
  { by, type, id = 't.id', idType = 'text', direction }: RowOrder,
  { limit, after }: PageRequest,
  read: (row: any) => T,
): Promise<Page<T>> {
  const key = afterSorted(after);
  const values = [...list.values];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const { ctes = '', select, from } = list;
  let { where } = list;
  if (key !== undefined) {
    const beyond = direction === 'ASC' ? '>' : '<';
    where += ` AND (${by}, ${id}) ${beyond} (${parameter(key[0])}::${type}, ${parameter(key[1])}::${idType})`;
  }
  const text = `${ctes} SELECT ${by} AS "sortedBy", ${id} AS "listed", ${select} FROM ${from} WHERE ${where}
    ORDER BY ${by} ${direction}, ${id} ${direction} LIMIT ${parameter(limit + 1)}`;
  const [found, count] = await Promise.all([rows<any>(pool, statement(text), values), countRows(pool, list)]);
  const { items, ...rest } = pageOf(found, limit, count, ({ sortedBy, listed }) => sortedKey(sortedBy, String(listed)));
  return { items: items.map(read), ...rest };
}

async function countRows(pool: pg.Pool, { ctes = '', from, where, values }: RowList): Promise<number> {
  const text = `${ctes} SELECT count(*) AS count FROM ${from} WHERE ${where}`;
  return (await rows<{ count: number }>(pool, statement(text), values))[0]!.count;
}
