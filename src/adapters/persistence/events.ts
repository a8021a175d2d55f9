import type { DomainEvent, State } from '../../domain/kernel/aggregate.ts';
import type { EventContext, Events } from '../../ports/kernel/events.ts';

/** Event as it is stored. */
export interface EventRow extends EventContext {
  readonly type: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/**
 * Names the user whose organizations get a copy of an event that happened in no organization, such as a sign-in. The
 * copies keep the log of an organization complete when the user has left.
 */
export function personOf({ organizationId, data }: EventRow): string | undefined {
  const { userId } = (data ?? {}) as { userId?: string };
  return organizationId === null ? userId : undefined;
}

/**
 * Makes the row of an event. Its organization and space are those of the event, otherwise those of the aggregate,
 * otherwise those in which the operation was authorized; an event of an organization belongs to it.
 */
function eventRow(
  { type, aggregateId: of, data, organizationId: eventOrganizationId }: DomainEvent,
  state: State,
  context: EventContext,
): EventRow {
  const { organizationId, spaceId } = state as { organizationId?: string; spaceId?: string };
  return {
    ...context,
    address: context.address ?? null,
    type,
    subject: of,
    data: data ?? null,
    organizationId:
      eventOrganizationId ?? organizationId ?? (type.startsWith('organization.') ? of : context.organizationId),
    spaceId: spaceId ?? context.spaceId,
  };
}

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

const LENGTH = 20;
const LARGEST = '9223372036854775807'.padStart(LENGTH, '0');

/** Id of an event at this place in the log; older events have smaller ids. */
export const eventId = (place: number | string): string => String(place).padStart(LENGTH, '0');

/** Place of an event in the log; undefined for an id that no event can have. */
export const eventPlace = (id: string): string | undefined =>
  /^\d{20}$/.test(id) && id <= LARGEST ? String(BigInt(id)) : undefined;
