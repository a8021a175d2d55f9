import { StaleWrite } from '../../../../domain/kernel/errors.ts';
import { requireStorable } from '../../../../domain/kernel/storable-text.ts';
import { personOf, type EventRow } from '../../events.ts';
import { cascadesOf } from './cascades.ts';
import type { Holder, Locks } from './locks.ts';
import type { MemoryStore, Row, TableName } from '../store.ts';
import { requireUnique } from './unique.ts';

interface Write {
  /** Version that was committed when the row was read; 0 for a new row. */
  readonly base: number;
  readonly state: { readonly id: string } | undefined;
}

/** View of one task: its own writes over what is committed at the moment of each read. */
export class Overlay implements Holder {
  readonly held = new Set<string>();
  readonly #writes = new Map<TableName, Map<string, Write>>();

  constructor(
    private readonly store: MemoryStore,
    private readonly locks: Locks,
  ) {}

  lock(name: string): Promise<void> {
    return this.locks.acquire(this, name);
  }

  /** Visible rows, each with the version it had when it was committed. */
  rows<S>(table: TableName): Row<S>[] {
    const written = this.#writes.get(table);
    const committed = this.store.tables[table] as Map<string, Row<any>>;
    const seen = [...committed].filter(([id]) => !written?.has(id)).map(([, row]) => row);
    for (const { base, state } of written?.values() ?? []) if (state !== undefined) seen.push({ version: base, state });
    return seen;
  }

  row<S>(table: TableName, id: string): Row<S> | undefined {
    const own = this.#writes.get(table)?.get(id);
    if (own === undefined) return (this.store.tables[table] as Map<string, Row<any>>).get(id);
    return own.state === undefined ? undefined : { version: own.base, state: own.state as S };
  }

  /**
   * Writes a row, or deletes it when `state` is undefined.
   * @param base the version at which it was read, 0 for a new row
   * @throws Conflict when it violates a uniqueness rule, UnstorableText
   */
  write<S extends { readonly id: string }>(table: TableName, base: number, id: string, state: S | undefined): void {
    const written = this.#writes.get(table) ?? new Map<string, Write>();
    this.#writes.set(table, written);
    const first = written.get(id)?.base ?? base;
    if (state !== undefined) {
      requireStorable(state);
      requireUnique(table, state, () => this.rows(table));
    }
    written.set(id, { base: first, state: state && structuredClone(state) });
    if (state === undefined)
      for (const { table: other, field } of cascadesOf(table))
        for (const row of this.rows<any>(other))
          if (row.state[field] === id) this.write(other, row.version, row.state.id, undefined);
  }

  /** Makes everything visible to others at once, together with these events, or nothing. @throws StaleWrite, Conflict */
  commit(events: readonly EventRow[]): void {
    requireStorable(events);
    for (const [table, written] of this.#writes) {
      const committed = this.store.tables[table] as Map<string, Row<any>>;
      for (const [id, { base, state }] of written) {
        if ((committed.get(id)?.version ?? 0) !== base) throw new StaleWrite(table);
        // Rows that this task overwrote or deleted do not count; those that it wrote were compared when it wrote
        // them.
        if (state !== undefined)
          requireUnique(table, state, () =>
            [...committed].filter(([other]) => !written.has(other)).map(([, row]) => row),
          );
      }
    }
    for (const [table, written] of this.#writes) {
      const committed = this.store.tables[table] as Map<string, Row<any>>;
      for (const [id, { base, state }] of written) {
        if (state === undefined) committed.delete(id);
        else committed.set(id, { version: base + 1, state });
      }
    }
    this.store.events.push(...events.flatMap((event) => this.#copies(event)));
  }

  /** Copies an event that happened in no organization to each organization of its user. */
  #copies(event: EventRow): EventRow[] {
    const person = personOf(event);
    const organizations = this.store
      .all('members')
      .flatMap(({ userId, organizationId }) => (userId === person ? organizationId : []))
      .sort();
    return organizations.length === 0 ? [event] : organizations.map((organizationId) => ({ ...event, organizationId }));
  }
}
