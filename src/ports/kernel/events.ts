import type { DomainEvent } from '../../domain/kernel/aggregate.ts';
import type { Id } from '../../domain/kernel/id.ts';

/** Who did what is recorded, and from where: goes onto every event of a unit of work. */
export interface EventContext {
  readonly organizationId: Id | null;
  readonly spaceId: Id | null;
  /** The acting user; null for the system itself. */
  readonly actorId: Id | null;
  readonly tokenId: Id | null;
  readonly requestId: string | null;
  /** The caller's IP address as the server sees it; absent for the system itself. */
  readonly address?: string | null;
  readonly at: string;
}

export interface Events {
  /** Records what happened without an aggregate changing, such as that a file was handed out. */
  record(event: DomainEvent): void;
  /** Somebody has just proved who they are: where nobody was known to act, what is recorded from here on is done by them. */
  setActor(userId: Id): void;
}
