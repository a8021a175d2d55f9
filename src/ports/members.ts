import { type MemberState } from '../domain/members.ts';
import { type UserState } from '../domain/users.ts';
import type { Role } from '../domain/permissions/level.ts';
import type { OrganizationId, UserId } from '../domain/kernel/id.ts';
import type { Page, PageRequest } from './kernel/repository.ts';

export const MEMBER_SORTS = ['joinedAt', 'lastSeenAt', 'name'] as const;
/**
 * Sort order of members. `lastSeenAt` lists only members who were seen and are not disabled; names are compared
 * case-insensitively.
 */
export type MemberSort = (typeof MEMBER_SORTS)[number];

/** Search for people. */
export interface PeopleSearch {
  /** Part of the display name or the e-mail address, case-insensitive. */
  readonly search?: string | undefined;
  /** Searches display names alone, for callers who may not see e-mail addresses. */
  readonly namesOnly?: boolean | undefined;
}

export interface MemberFilter extends PeopleSearch {
  /** Role; `null` for guests. */
  readonly role?: Role | undefined;
}

/** Reads of committed members with their users. */
export interface MemberReads {
  list(
    organizationId: OrganizationId,
    filter: MemberFilter,
    sort: MemberSort,
    page: PageRequest,
  ): Promise<Page<MemberRow>>;
  find(organizationId: OrganizationId, userId: UserId): Promise<MemberRow | undefined>;
  /** Finds the members among some users, in any order. */
  findByUsers(organizationId: OrganizationId, userIds: readonly UserId[]): Promise<readonly MemberRow[]>;
}

/** Member with its user, the numbers of spaces and sites with a direct grant, and the number of teams. */
export interface MemberRow {
  readonly member: MemberState;
  readonly user: UserState;
  readonly spaces: number;
  readonly teams: number;
  readonly sites: number;
}
