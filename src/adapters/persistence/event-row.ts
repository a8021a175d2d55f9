import type { DomainEvent, State } from '../../domain/kernel/aggregate.ts';
import type { EventContext } from '../../ports/kernel/events.ts';

/** An event as it is stored: what happened, to what, where, by whom, when. */
export interface EventRow extends EventContext {
  readonly type: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/**
 * Whose organizations an event belongs to that happened in none, such as signing in: a copy of it is stored for each of them,
 * so that an organization's log says of its members what bears on it, and goes on saying so when they are gone.
 */
export function personOf({ organizationId, data }: EventRow): string | undefined {
  const { userId } = (data ?? {}) as { userId?: string };
  return organizationId === null ? userId : undefined;
}

/** The place is what the event says, else the aggregate's own where it knows it, else where the operation was authorized; an organization is its own. */
export function eventRow(
  { type, aggregateId: of, data, organizationId: told }: DomainEvent,
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
    organizationId: told ?? organizationId ?? (type.startsWith('organization.') ? of : context.organizationId),
    spaceId: spaceId ?? context.spaceId,
  };
}
