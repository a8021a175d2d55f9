import type { EntityManager } from '@mikro-orm/postgresql';
import type { Aggregate, DomainEvent, State } from '../../../domain/kernel/aggregate.ts';
import { NotFound, StaleWrite } from '../../../domain/kernel/errors.ts';
import type { Page, PageRequest, Repository, Where } from '../../../ports/repository.ts';
import { pageOf } from '../page.ts';
import { requireStorable } from '../storable.ts';
import type { Table } from './tables.ts';

export type EventSink = (events: readonly DomainEvent[], state: State) => void;

/** One collection of aggregates inside a transaction. Saves at once, so that what follows in the transaction sees it. */
export class MikroRepository<A extends Aggregate<S>, S extends State> implements Repository<A, S> {
  readonly #rows = new WeakMap<A, { version: number }>();

  constructor(
    private readonly em: EntityManager,
    private readonly table: Table<A, S>,
    private readonly recorded: EventSink,
  ) {}

  async get(where: Where<S> & { id: string }): Promise<A> {
    const found = await this.find(where);
    if (found === undefined) throw new NotFound(this.table.type.kind);
    return found;
  }

  async find(where: Where<S>): Promise<A | undefined> {
    const row = await this.em.findOne(this.table.entity, this.#checked(where), { orderBy: { id: 'asc' } });
    return row ? this.#restore(row) : undefined;
  }

  async list(where: Where<S>, { limit, after, order = 'asc' }: PageRequest): Promise<Page<A>> {
    const beyond = after === undefined ? {} : { id: order === 'desc' ? { $lt: after } : { $gt: after } };
    const found = await this.em.find(this.table.entity, { $and: [this.#checked(where), beyond] } as any, { orderBy: { id: order }, limit: limit + 1 });
    return pageOf(found.map((row: object) => this.#restore(row)), limit, await this.count(where), ({ id }) => id);
  }

  count(where: Where<S>): Promise<number> {
    return this.em.count(this.table.entity, this.#checked(where));
  }

  async save(aggregate: A): Promise<void> {
    // A copy: until the commit the ORM watches what it holds.
    const state: S = structuredClone(aggregate.snapshot());
    requireStorable(state);
    const known = this.#rows.get(aggregate);
    if (known === undefined) this.#rows.set(aggregate, this.em.create(this.table.entity, { ...state } as any, { persist: true }));
    else this.em.assign(known as any, state as any, { mergeObjectProperties: false });
    await this.em.flush();
    this.recorded(aggregate.takeEvents(), state);
  }

  async delete(aggregate: A): Promise<void> {
    const version = this.#rows.get(aggregate)?.version;
    if (version === undefined) throw new Error(`a ${this.table.type.kind} is read before it is deleted`);
    const gone = await this.em.nativeDelete(this.table.entity, { id: aggregate.id, version } as any);
    if (gone !== 1) throw new StaleWrite(this.table.type.kind);
    // Else a look-up by id would still find it in the identity map.
    this.em.getUnitOfWork().unsetIdentity(this.#rows.get(aggregate)!);
    this.recorded(aggregate.takeEvents(), aggregate.snapshot());
  }

  #restore(row: any): A {
    const state = Object.fromEntries(Object.keys(this.table.columns).map((field) => [field, row[field] ?? null]));
    const aggregate = this.table.type.restore(structuredClone(state) as unknown as S);
    this.#rows.set(aggregate, row);
    return aggregate;
  }

  #checked(where: Where<S>): any {
    for (const [field, value] of Object.entries(where)) if (value === undefined) throw new Error(`${this.table.name}.${field} is looked up by undefined`);
    return where;
  }
}
