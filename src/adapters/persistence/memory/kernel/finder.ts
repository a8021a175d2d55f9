import type { Aggregate, AggregateClass, State } from '../../../../domain/kernel/aggregate.ts';
import { NotFound } from '../../../../domain/kernel/errors.ts';
import type { Finder, Page, PageRequest, StateFilter } from '../../../../ports/kernel/repository.ts';
import { pageOf } from '../../list-keys.ts';
import type { Row } from '../store.ts';

/** Reads aggregates out of rows, wherever the rows come from. */
export class MemoryFinder<A extends Aggregate<S>, S extends State> implements Finder<A, S> {
  constructor(
    private readonly type: AggregateClass<A, S>,
    private readonly rows: () => Iterable<Row<S>>,
  ) {}

  async get(where: StateFilter<S> & { id: string }): Promise<A> {
    const found = await this.find(where);
    if (found === undefined) throw new NotFound(this.type.kind, where.id);
    return found;
  }
  async find(where: StateFilter<S>): Promise<A | undefined> {
    const [row] = this.#matching(where);
    return row && this.restore(row);
  }
  async list(where: StateFilter<S>, { limit, after, order = 'asc' }: PageRequest): Promise<Page<A>> {
    const matching = this.#matching(where);
    if (order === 'desc') matching.reverse();
    const rest = matching.filter(
      ({ state: { id } }) => after === undefined || (order === 'desc' ? id < after : id > after),
    );
    const { items, ...page } = pageOf(rest.slice(0, limit + 1), limit, matching.length, ({ state }) => state.id);
    return { items: items.map((row) => this.restore(row)), ...page };
  }
  async count(where: StateFilter<S>): Promise<number> {
    return this.#matching(where).length;
  }

  protected restore(row: Row<S>): A {
    return this.type.restore(structuredClone(row.state));
  }

  #matching(where: StateFilter<S>): Row<S>[] {
    const conditions = Object.entries(where) as [keyof S & string, unknown][];
    for (const [field, value] of conditions)
      if (value === undefined) throw new Error(`${this.type.kind} is looked up by undefined ${field}`);
    const matches = ({ state }: Row<S>) =>
      conditions.every(([field, value]) =>
        Array.isArray(value) ? value.includes(state[field]) : state[field] === value,
      );
    return [...this.rows()].filter(matches).sort((a, b) => (a.state.id < b.state.id ? -1 : 1));
  }
}
