import type { DomainEvent, State } from '../../domain/kernel/aggregate.ts';
import type { EventContext } from '../../ports/kernel/events.ts';

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
