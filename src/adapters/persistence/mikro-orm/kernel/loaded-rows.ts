import type { Aggregate, State } from '../../../../domain/kernel/aggregate.ts';

/** A row as a unit of work knows it; shared by all aggregates that were restored from it. */
export interface LoadedRow {
  version: number;
  state: State;
}

/** The rows that a unit of work read or wrote, of all tables. */
export class LoadedRows {
  readonly #byKey = new Map<string, LoadedRow>();
  readonly #byAggregate = new WeakMap<Aggregate<any>, LoadedRow>();

  of(aggregate: Aggregate<any>): LoadedRow | undefined {
    return this.#byAggregate.get(aggregate);
  }

  /** Remembers the row that an aggregate was restored from or inserted as. */
  set(table: string, aggregate: Aggregate<any>, { version, state }: LoadedRow): void {
    const key = `${table}/${state.id}`;
    const row = this.#byKey.get(key) ?? { version, state };
    row.version = version;
    row.state = state;
    this.#byKey.set(key, row);
    this.#byAggregate.set(aggregate, row);
  }

  delete(table: string, id: string): void {
    this.#byKey.delete(`${table}/${id}`);
  }
}
