import type { DomainEvent, State } from '../../domain/kernel/aggregate.ts';
import type { EventContext, Events } from '../../ports/kernel/events.ts';
import { eventRow, type EventRow } from './event-row.ts';

/** The events of a unit of work that are not stored yet. */
export class RecordedEvents implements Events {
  #rows: EventRow[] = [];
  #context: EventContext;

  constructor(private readonly context: EventContext) {
    this.#context = context;
  }

  record(event: DomainEvent): void {
    this.recordAll([event], { id: event.aggregateId });
  }

  /** Records the events of an aggregate in this state. */
  recordAll(events: readonly DomainEvent[], state: State): void {
    for (const event of events) this.#rows.push(eventRow(event, state, this.#context));
  }

  setActor(userId: string): void {
    this.#context = { ...this.context, actorId: this.context.actorId ?? userId };
  }

  /** Hands over what was recorded since the last call. */
  take(): readonly EventRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }
}
