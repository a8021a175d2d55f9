import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Aggregate, DomainEvent, State } from '../../../../domain/kernel/aggregate.ts';
import { NotFound, StaleWrite } from '../../../../domain/kernel/errors.ts';
import type { Page, PageRequest, Repository, StateFilter } from '../../../../ports/kernel/repository.ts';
import { pageOf } from '../../page.ts';
import { requireStorable } from '../../storable.ts';
import type { Table } from './tables.ts';

export type EventSink = (events: readonly DomainEvent[], state: State) => void;

/** A row as this unit of work knows it; shared by all aggregates that were restored from it. */
interface Row<S> {
  version: number;
  state: S;
}

/** One collection of aggregates inside a transaction. Saves at once, so that what follows in the transaction sees it. */
export class MikroRepository<A extends Aggregate<S>, S extends State> implements Repository<A, S> {
  readonly #rows = new Map<string, Row<S>>();
  readonly #known = new WeakMap<A, Row<S>>();

  constructor(
    private readonly em: EntityManager,
    private readonly table: Table<A, S>,
    private readonly recorded: EventSink,
  ) {}

  async get(where: StateFilter<S> & { id: string }): Promise<A> {
    const found = await this.find(where);
    if (found === undefined) throw new NotFound(this.table.type.kind);
    return found;
  }

  async find(where: StateFilter<S>): Promise<A | undefined> {
    const row = await this.em.findOne(this.table.entity, this.#checked(where), {
      orderBy: { id: 'asc' },
      refresh: true,
    });
    return row ? this.#restore(row) : undefined;
  }

  async list(where: StateFilter<S>, { limit, after, order = 'asc' }: PageRequest): Promise<Page<A>> {
    const beyond = after === undefined ? {} : { id: order === 'desc' ? { $lt: after } : { $gt: after } };
    const found = await this.em.find(this.table.entity, { $and: [this.#checked(where), beyond] } as any, {
      orderBy: { id: order },
      limit: limit + 1,
      refresh: true,
    });
    return pageOf(
      found.map((row: object) => this.#restore(row)),
      limit,
      await this.count(where),
      ({ id }) => id,
    );
  }

  count(where: StateFilter<S>): Promise<number> {
    return this.em.count(this.table.entity, this.#checked(where));
  }

  async save(aggregate: A): Promise<void> {
    const state: S = structuredClone(aggregate.snapshot());
    requireStorable(state);
    const row = this.#known.get(aggregate);
    if (row === undefined) await this.#insert(aggregate, state);
    else await this.#update(row, state);
    this.recorded(aggregate.takeEvents(), state);
  }

  async delete(aggregate: A): Promise<void> {
    const row = this.#known.get(aggregate);
    if (row === undefined) throw new Error(`a ${this.table.type.kind} is read before it is deleted`);
    const gone = await this.em.nativeDelete(this.table.entity, { id: aggregate.id, version: row.version } as any);
    if (gone !== 1) throw new StaleWrite(this.table.type.kind);
    this.#rows.delete(aggregate.id);
    this.recorded(aggregate.takeEvents(), aggregate.snapshot());
  }

  async #insert(aggregate: A, state: S): Promise<void> {
    await this.em.insert(this.table.entity, { ...state, version: 1 } as any);
    const row = { version: 1, state };
    this.#rows.set(aggregate.id, row);
    this.#known.set(aggregate, row);
  }

  /** Writes the fields that changed; where none did, there is nothing to be late for. */
  async #update(row: Row<S>, state: S): Promise<void> {
    const changed = Object.entries(state).filter(
      ([field, value]) => !isDeepStrictEqual(value, row.state[field as keyof S]),
    );
    if (changed.length === 0) return;
    const { version } = row;
    const written = await this.em.nativeUpdate(
      this.table.entity,
      { id: state.id, version } as any,
      { ...Object.fromEntries(changed), version: version + 1 } as any,
    );
    if (written !== 1) throw new StaleWrite(this.table.type.kind);
    Object.assign(row, { version: version + 1, state });
  }

  #restore(found: any): A {
    const state = structuredClone(
      Object.fromEntries(Object.keys(this.table.columns).map((field) => [field, found[field] ?? null])),
    ) as unknown as S;
    const aggregate = this.table.type.restore(state);
    const row = Object.assign(this.#rows.get(aggregate.id) ?? {}, {
      version: found.version,
      state: structuredClone(state),
    }) as Row<S>;
    this.#rows.set(aggregate.id, row);
    this.#known.set(aggregate, row);
    return aggregate;
  }

  #checked(where: StateFilter<S>): any {
    for (const [field, value] of Object.entries(where))
      if (value === undefined) throw new Error(`${this.table.name}.${field} is looked up by undefined`);
    return where;
  }
}
