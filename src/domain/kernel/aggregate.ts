import type { Id } from './id.ts';

/** Plain, immutable, JSON-shaped: what an aggregate is made of. */
export interface State {
  readonly id: Id;
}

/** Something that happened to an aggregate; becomes a row of the audit log in the same transaction. */
export interface DomainEvent {
  readonly type: string;
  readonly aggregateId: Id;
  readonly data?: Readonly<Record<string, unknown>>;
  /** In whose log it is, where that is not the organization of what it happened to. */
  readonly organizationId?: Id;
}

/** A consistency boundary: immutable state inside, named transitions outside. */
export abstract class Aggregate<S extends State> {
  #state: S;
  #events: DomainEvent[] = [];

  protected constructor(state: S) {
    this.#state = state;
  }

  get id(): Id {
    return this.#state.id;
  }
  protected get state(): S {
    return this.#state;
  }
  /** The state as it stands, to be stored or shown. */
  snapshot(): S {
    return this.#state;
  }
  /** Hands over what happened since the last call. */
  takeEvents(): DomainEvent[] {
    return this.#events.splice(0);
  }

  /** The only way state changes: a new state and the event that says why. */
  protected apply(change: Partial<S>, type: string, data?: DomainEvent['data']): void {
    this.#state = { ...this.#state, ...change };
    this.record(type, data);
  }
  /** State that follows what happens without being worth a line in the log, such as when somebody was last seen. */
  protected applySilently(change: Partial<S>): void {
    this.#state = { ...this.#state, ...change };
  }
  protected record(type: string, data?: DomainEvent['data'], organizationId?: Id): void {
    this.#events.push({
      type,
      aggregateId: this.id,
      ...(data !== undefined && { data }),
      ...(organizationId !== undefined && { organizationId }),
    });
  }
}

/** What a repository needs to know about an aggregate class. */
export interface AggregateClass<A, S> {
  /** In words, as errors say it: `change request`. */
  readonly kind: string;
  restore(state: S): A;
}
