import { isDeepStrictEqual } from 'node:util';
import type { FilterQuery } from '@mikro-orm/core';
import type { Aggregate, State } from '../../../../domain/kernel/aggregate.ts';
import { NotFound, StaleWrite } from '../../../../domain/kernel/errors.ts';
import type { Page, PageRequest, Repository, StateFilter } from '../../../../ports/kernel/repository.ts';
import { pageOf } from '../../list-keys.ts';
import type { RecordedEvents } from '../../events.ts';
import { requireStorableState } from '../../../../domain/kernel/storable-text.ts';
import type { LoadedRow, LoadedRows } from './loaded-rows.ts';
import { unprepared } from './sql.ts';
import { columnName, type ColumnKind, type Table, type TableRow } from './tables.ts';
import type { Transaction } from './transaction.ts';

/** Members that the repositories of one unit of work share. */
export interface RepositoryContext {
  readonly transaction: Transaction;
  readonly events: RecordedEvents;
  readonly loaded: LoadedRows;
}

/** New state of a row that was read. */
interface Write<S> {
  readonly row: LoadedRow;
  readonly state: S;
}

const SQL_TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  int: 'bigint',
  boolean: 'boolean',
  instant: 'timestamptz',
  json: 'jsonb',
};

/** Repository inside a transaction. Writes at once, so that later statements of the transaction see it. */
export class MikroRepository<A extends Aggregate<S>, S extends State> implements Repository<A, S> {
  constructor(
    protected readonly table: Table<A, S>,
    protected readonly context: RepositoryContext,
  ) {}

  async get(where: StateFilter<S> & { id: string }): Promise<A> {
    const found = await this.find(where);
    if (found === undefined) throw new NotFound(this.table.type.kind, where.id);
    return found;
  }

  async find(where: StateFilter<S>): Promise<A | undefined> {
    const row = await this.#em.findOne(this.table.entity, this.#filter(where), {
      orderBy: { id: 'asc' },
      refresh: true,
    });
    return row ? this.#restore(row) : undefined;
  }

  async list(where: StateFilter<S>, { limit, after, order = 'asc' }: PageRequest): Promise<Page<A>> {
    const beyond = after === undefined ? {} : { id: order === 'desc' ? { $lt: after } : { $gt: after } };
    const found = await this.#em.find(
      this.table.entity,
      { $and: [this.#filter(where), beyond] },
      {
        orderBy: { id: order },
        limit: limit + 1,
        refresh: true,
      },
    );
    return pageOf(
      found.map((row) => this.#restore(row)),
      limit,
      await this.count(where),
      ({ id }) => id,
    );
  }

  count(where: StateFilter<S>): Promise<number> {
    return this.#em.count(this.table.entity, this.#filter(where));
  }

  async save(aggregate: A): Promise<void> {
    const state: S = structuredClone(aggregate.snapshot());
    requireStorableState(state);
    const row = this.context.loaded.of(aggregate);
    if (row === undefined) await this.#insert(aggregate, state);
    else await this.#update(row, state);
    this.context.events.recordAll(aggregate.takeEvents(), state);
  }

  async saveAll(aggregates: readonly A[]): Promise<void> {
    const writes = aggregates.map((aggregate) => {
      const row = this.context.loaded.of(aggregate);
      if (row === undefined) throw new Error(`a ${this.table.type.kind} is read before it is saved with others`);
      const state: S = structuredClone(aggregate.snapshot());
      requireStorableState(state);
      return { row, state };
    });
    const fields = this.#changedFields(writes);
    if (fields.length > 0) await this.#updateAll(writes, fields);
    for (const aggregate of aggregates) this.context.events.recordAll(aggregate.takeEvents(), aggregate.snapshot());
  }

  async delete(aggregate: A): Promise<void> {
    const row = this.context.loaded.of(aggregate);
    if (row === undefined) throw new Error(`a ${this.table.type.kind} is read before it is deleted`);
    const { id } = aggregate;
    const deleted = await this.#em.nativeDelete(this.table.entity, { id, version: row.version });
    if (deleted !== 1) throw new StaleWrite(this.table.type.kind);
    this.context.loaded.delete(this.table.name, id);
    this.context.events.recordAll(aggregate.takeEvents(), aggregate.snapshot());
  }

  get #em() {
    return this.context.transaction.em;
  }

  async #insert(aggregate: A, state: S): Promise<void> {
    await this.#em.insert<TableRow>(this.table.entity, { ...state, version: 1 } as unknown as TableRow);
    this.context.loaded.set(this.table.name, aggregate, { version: 1, state });
  }

  /** Writes the fields that changed; where none did, another writer's version does not matter. */
  async #update(row: LoadedRow, state: S): Promise<void> {
    const changed = this.#changedFields([{ row, state }]);
    if (changed.length === 0) return;
    const { version } = row;
    const written = await this.#em.nativeUpdate(
      this.table.entity,
      { id: state.id, version },
      { ...Object.fromEntries(changed.map((field) => [field, state[field]])), version: version + 1 },
    );
    if (written !== 1) throw new StaleWrite(this.table.type.kind);
    Object.assign(row, { version: version + 1, state });
  }

  /** Writes these fields of all states by one statement. */
  async #updateAll(writes: readonly Write<S>[], fields: readonly (keyof S & string)[]): Promise<void> {
    const { name, columns, type } = this.table;
    const column = (field: string) => `"${columnName(field)}"`;
    const types = fields.map((field) => `${column(field)} ${SQL_TYPES[columns[field]]}`);
    const changes = fields.map((field) => `${column(field)} = r.${column(field)}`);
    const written = await this.context.transaction.rows(
      unprepared(
        `UPDATE ${name} t SET ${changes.join(', ')}, version = t.version + 1
         FROM jsonb_to_recordset($1::jsonb) AS r(id text, version bigint, ${types.join(', ')})
         WHERE t.id = r.id AND t.version = r.version RETURNING t.id`,
      ),
      [
        JSON.stringify(
          writes.map(({ row, state }) => ({
            ...Object.fromEntries(fields.map((field) => [columnName(field), state[field]])),
            id: state.id,
            version: row.version,
          })),
        ),
      ],
    );
    if (written.length !== writes.length) throw new StaleWrite(type.kind);
    for (const { row, state } of writes) Object.assign(row, { version: row.version + 1, state });
  }

  /** Lists the fields in which one of the states differs from its row. */
  #changedFields(writes: readonly Write<S>[]): (keyof S & string)[] {
    return (Object.keys(this.table.columns) as (keyof S & string)[]).filter((field) =>
      writes.some(({ row, state }) => !isDeepStrictEqual(state[field], (row.state as S)[field])),
    );
  }

  #restore(found: TableRow): A {
    const state = Object.fromEntries(
      Object.keys(this.table.columns).map((field) => [field, found[field] ?? null]),
    ) as unknown as S;
    return this.restore(structuredClone(state), found.version, structuredClone(state));
  }

  /** Restores an aggregate that can be saved and deleted. @param stored the state as it is stored, not to be changed through the aggregate */
  protected restore(state: S, version: number, stored: S = state): A {
    const aggregate = this.table.type.restore(state);
    this.context.loaded.set(this.table.name, aggregate, { version, state: stored });
    return aggregate;
  }

  #filter(where: StateFilter<S>): FilterQuery<TableRow> {
    for (const [field, value] of Object.entries(where))
      if (value === undefined) throw new Error(`${this.table.name}.${field} is looked up by undefined`);
    return where as FilterQuery<TableRow>;
  }
}
