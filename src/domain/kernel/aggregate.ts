import type { EventType } from './event-types.ts';
import type { Id, OrganizationId } from './id.ts';

/** State of an aggregate: plain, immutable, JSON-shaped. */
export interface State {
  readonly id: Id;
}

/** Event of an aggregate; stored in the audit log in the same transaction. */
export interface DomainEvent {
  readonly type: EventType;
  readonly aggregateId: Id;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Organization whose audit log it belongs to, if different from the aggregate's. */
  readonly organizationId?: OrganizationId;
}

/** Consistency boundary: immutable state inside, named transitions outside. */
export abstract class Aggregate<S extends State> {
  #state: S;
  #events: DomainEvent[] = [];

  protected constructor(state: S) {
    this.#state = state;
  }

  get id(): S['id'] {
    return this.#state.id;
  }
  protected get state(): S {
    return this.#state;
  }
  /** Returns the present state, to be stored or displayed. */
  snapshot(): S {
    return this.#state;
  }
  /** Returns and clears the events since the last call. */
  takeEvents(): DomainEvent[] {
    return this.#events.splice(0);
  }

  /** Changes the state and records the event. */
  protected apply(change: Partial<S>, type: EventType, data?: DomainEvent['data']): void {
    this.#state = { ...this.#state, ...change };
    this.record(type, data);
  }
  /**
   * Changes the state without an event, for changes that do not belong in the audit log, such as the time of last
   * activity.
   */
  protected applySilently(change: Partial<S>): void {
    this.#state = { ...this.#state, ...change };
  }
  protected record(type: EventType, data?: DomainEvent['data'], organizationId?: OrganizationId): void {
    this.#events.push({
      type,
      aggregateId: this.id,
      ...(data !== undefined && { data }),
      ...(organizationId !== undefined && { organizationId }),
    });
  }
}

/** Aggregate class as a repository needs it. */
export interface AggregateClass<A, S> {
  /** Name in error messages, such as `change request`. */
  readonly kind: string;
  restore(state: S): A;
}
