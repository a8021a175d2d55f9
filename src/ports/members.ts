import { type MemberState } from '../domain/members.ts';
import { type UserState } from '../domain/users.ts';
import type { Role } from '../domain/permissions/level.ts';
import type { Id } from '../domain/kernel/id.ts';
import type { Page, PageRequest } from './kernel/repository.ts';

export const MEMBER_SORTS = ['joinedAt', 'lastSeenAt', 'name'] as const;
/** By `lastSeenAt` only those who were seen and are not disabled are listed; names are compared without case. */
export type MemberSort = (typeof MEMBER_SORTS)[number];

export interface MemberFilter {
  /** `null` is guests. */
  readonly role?: Role | undefined;
  /** A part of the display name or the e-mail address, in any case. */
  readonly search?: string | undefined;
}

/** Members of organizations with the users behind them, as it is committed. */
export interface MemberReads {
  list(organizationId: Id, filter: MemberFilter, sort: MemberSort, page: PageRequest): Promise<Page<MemberRow>>;
  find(organizationId: Id, userId: Id): Promise<MemberRow | undefined>;
}

/** A member with the user behind it: how many spaces were given to them by name, and how many teams they are in. */
export interface MemberRow {
  readonly member: MemberState;
  readonly user: UserState;
  readonly spaces: number;
  readonly teams: number;
}
