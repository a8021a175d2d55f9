import type { DomainEvent } from '../../domain/kernel/aggregate.ts';
import type { ApiTokenId, OrganizationId, SpaceId, UserId } from '../../domain/kernel/id.ts';

/** Actor, origin and time that are stored with every event of a unit of work. */
export interface EventContext {
  readonly organizationId: OrganizationId | null;
  readonly spaceId: SpaceId | null;
  /** Acting user; null for the system itself. */
  readonly actorId: UserId | null;
  readonly tokenId: ApiTokenId | null;
  readonly requestId: string | null;
  /** Caller's IP address as the server sees it; absent for the system itself. */
  readonly address?: string | null;
  readonly at: string;
}

export interface Events {
  /** Records an event that changes no aggregate, such as a download. */
  record(event: DomainEvent): void;
  /** Sets the actor of all following events, if none is set yet; called once a user has proven their identity. */
  setActor(userId: UserId): void;
}
