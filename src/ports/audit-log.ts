import type { Id, ApiTokenId, OrganizationId, SpaceId, UserId } from '../domain/kernel/id.ts';
import type { UserState } from '../domain/users.ts';
import type { Page, PageRequest } from './kernel/repository.ts';

/** Entry of an organization's audit log: who did what to which subject, from where and when. */
export interface AuditEntry {
  readonly id: Id;
  /** Event type, such as `member.role-changed`. */
  readonly type: string;
  readonly subject: Id;
  readonly spaceId: SpaceId | null;
  /** Acting user; null for the system itself and for unidentified callers. */
  readonly actorId: UserId | null;
  readonly actor: UserState | null;
  /** API token or session that the caller used. */
  readonly tokenId: ApiTokenId | null;
  readonly requestId: string | null;
  readonly address: string | null;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

export interface AuditFilter {
  /** Event type, or the part before the dot: `member` matches every event about members. */
  readonly type?: string | undefined;
  readonly actor?: Id | undefined;
  /**
   * Id of the event's subject, of its space, or of the user that the event is about; also the SHA-256 of the subject of
   * an event about an invite.
   */
  readonly target?: Id | undefined;
  /** ISO 8601; both bounds are inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Reads of an organization's audit log, which is append-only. */
export interface AuditLog {
  /** Lists entries, newest first. */
  list(organizationId: OrganizationId, filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>>;
  find(organizationId: OrganizationId, id: Id): Promise<AuditEntry | undefined>;
}
