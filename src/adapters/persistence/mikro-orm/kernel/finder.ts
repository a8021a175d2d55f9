import type pg from 'pg';
import type { Aggregate, State } from '../../../../domain/kernel/aggregate.ts';
import { NotFound } from '../../../../domain/kernel/errors.ts';
import type { Finder, Page, PageRequest, StateFilter } from '../../../../ports/kernel/repository.ts';
import { conditions } from './conditions.ts';
import { listing } from './listing.ts';
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
    const list = { select: this.#list, from: `${this.table.name} t`, where: sql, values };
    return listing(this.pool, list, page, (row) => this.table.type.restore(stateFrom(this.table, row)));
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
