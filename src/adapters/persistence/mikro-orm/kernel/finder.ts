import type pg from 'pg';
import type { Aggregate, State } from '../../../../domain/kernel/aggregate.ts';
import { NotFound } from '../../../../domain/kernel/errors.ts';
import type { Finder, Page, PageRequest, StateFilter } from '../../../../ports/kernel/repository.ts';
import { pageOf } from '../../list-keys.ts';
import { conditions } from './conditions.ts';
import { rows, statement } from './sql.ts';
import { selectList, stateFrom } from './state-mapping.ts';
import type { Table } from './tables.ts';

/** Reads of committed aggregates without the ORM, by named statements on the read pool. */
export class PgFinder<A extends Aggregate<S>, S extends State> implements Finder<A, S> {
  readonly #list: string;

  constructor(
    private readonly pool: pg.Pool,
    private readonly table: Table<A, S>,
  ) {
    this.#list = selectList(table, 't');
  }

  async get(where: StateFilter<S> & { id: string }): Promise<A> {
    const found = await this.find(where);
    if (found === undefined) throw new NotFound(this.table.type.kind, where.id);
    return found;
  }

  async find(where: StateFilter<S>): Promise<A | undefined> {
    const { sql, values } = conditions(this.table, where);
    const [row] = await rows(
      this.pool,
      statement(`SELECT ${this.#list} FROM ${this.table.name} t WHERE ${sql} ORDER BY t.id LIMIT 1`),
      values,
    );
    return row && this.table.type.restore(stateFrom(this.table, row));
  }

  async list(where: StateFilter<S>, page: PageRequest): Promise<Page<A>> {
    const { sql, values } = conditions(this.table, where);
    const [direction, beyond] = page.order === 'desc' ? ['DESC', '<'] : ['ASC', '>'];
    const after = page.after === undefined ? '' : ` AND t.id ${beyond} $${values.length + 1}`;
    const text = `SELECT ${this.#list} FROM ${this.table.name} t WHERE ${sql}${after} ORDER BY t.id ${direction} LIMIT ${page.limit + 1}`;
    const [found, count] = await Promise.all([
      rows(this.pool, statement(text), page.after === undefined ? values : [...values, page.after]),
      this.count(where),
    ]);
    return pageOf(
      found.map((row) => this.table.type.restore(stateFrom(this.table, row))),
      page.limit,
      count,
      ({ id }) => id,
    );
  }

  async count(where: StateFilter<S>): Promise<number> {
    const { sql, values } = conditions(this.table, where);
    const [row] = await rows<{ count: number }>(
      this.pool,
      statement(`SELECT count(*) AS count FROM ${this.table.name} t WHERE ${sql}`),
      values,
    );
    return row!.count;
  }
}
