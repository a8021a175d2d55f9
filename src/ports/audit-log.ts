import type { Id } from '../domain/kernel/id.ts';
import type { UserState } from '../domain/users.ts';
import type { Page, PageRequest } from './kernel/repository.ts';

/** One thing that happened in an organization: what, to what, by whom, from where, when. */
export interface AuditEntry {
  readonly id: Id;
  /** Such as `member.role-changed`. */
  readonly type: string;
  readonly subject: Id;
  readonly spaceId: Id | null;
  /** Null where the system itself did it, or somebody of whom nothing is known. */
  readonly actorId: Id | null;
  readonly actor: UserState | null;
  /** The API token or the session with which it was done. */
  readonly tokenId: Id | null;
  readonly requestId: string | null;
  readonly address: string | null;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

export interface AuditFilter {
  /** A type, or what types begin with before the dot: `member` is all that happened to members. */
  readonly type?: string | undefined;
  readonly actor?: Id | undefined;
  /** What it happened to, the space it happened in, or the person it is about. */
  readonly target?: Id | undefined;
  /** Both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Reads of what happened in an organization. Nothing there is ever changed. */
export interface AuditLog {
  /** The newest first. */
  list(organizationId: Id, filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>>;
  find(organizationId: Id, id: Id): Promise<AuditEntry | undefined>;
}
