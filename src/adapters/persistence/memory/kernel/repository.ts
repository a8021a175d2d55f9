import type { Aggregate, AggregateClass, State } from '../../../../domain/kernel/aggregate.ts';
import { StaleWrite } from '../../../../domain/kernel/errors.ts';
import type { Repository } from '../../../../ports/kernel/repository.ts';
import type { RecordedEvents } from '../../events.ts';
import { requireStorableState } from '../../../../domain/kernel/storable-text.ts';
import type { Row, TableName } from '../store.ts';
import { MemoryFinder } from './finder.ts';
import type { Overlay } from './overlay.ts';

/** Members that the repositories of one task share. */
export interface RepositoryContext {
  readonly overlay: Overlay;
  readonly events: RecordedEvents;
}

/** Repository inside the overlay of a task. */
export class MemoryRepository<A extends Aggregate<S>, S extends State>
  extends MemoryFinder<A, S>
  implements Repository<A, S>
{
  readonly #versions = new WeakMap<A, number>();

  constructor(
    type: AggregateClass<A, S>,
    private readonly table: TableName,
    protected readonly context: RepositoryContext,
  ) {
    super(type, () => context.overlay.rows<S>(table));
  }

  async save(aggregate: A): Promise<void> {
    const state: S = aggregate.snapshot();
    requireStorableState(state);
    const base = this.#versions.get(aggregate) ?? 0;
    if (base === 0 && this.context.overlay.row(this.table, state.id) !== undefined && !this.#versions.has(aggregate))
      throw new StaleWrite(this.table);
    this.context.overlay.write(this.table, base, state.id, state);
    this.#versions.set(aggregate, base);
    this.context.events.recordAll(aggregate.takeEvents(), state);
  }

  async saveAll(aggregates: readonly A[]): Promise<void> {
    for (const aggregate of aggregates) await this.save(aggregate);
  }

  async delete(aggregate: A): Promise<void> {
    const version = this.#versions.get(aggregate);
    if (version === undefined) throw new Error(`a row of ${this.table} is read before it is deleted`);
    if ((this.context.overlay.row(this.table, aggregate.id)?.version ?? -1) !== version)
      throw new StaleWrite(this.table);
    this.context.overlay.write(this.table, version, aggregate.id, undefined);
    this.context.events.recordAll(aggregate.takeEvents(), aggregate.snapshot());
  }

  protected override restore(row: Row<S>): A {
    const aggregate = super.restore(row);
    this.#versions.set(aggregate, row.version);
    return aggregate;
  }
}
