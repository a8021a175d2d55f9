import type { Role } from '../../domain/access/level.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { MemberState } from '../../domain/organizations/member.ts';
import type { OrganizationState } from '../../domain/organizations/organization.ts';
import type { UserState } from '../../domain/users/user.ts';
import type { Viewer } from '../library/library-reads.ts';
import type { Page, PageRequest } from '../kernel/repository.ts';

/** A member with the user behind it: how many spaces were given to them by name, and how many teams they are in. */
export interface MemberRow {
  readonly member: MemberState;
  readonly user: UserState;
  readonly spaces: number;
  readonly teams: number;
}

/** Lists of people, joined with what is shown beside them. */
export interface UserReads {
  /** The organizations that the user belongs to, with the user's role there and whether they own a team. */
  organizationsOf(
    userId: Id,
    page: PageRequest,
  ): Promise<Page<{ readonly organization: OrganizationState; readonly role: Role; readonly ownsTeam: boolean }>>;
  /** The organization that has proven the e-mail domain, if there is one: people with addresses there may join it. */
  organizationsOfDomain(domain: string): Promise<readonly OrganizationState[]>;
  /** The users that there are with these ids, in any order. */
  usersById(ids: readonly Id[]): Promise<readonly UserState[]>;
  /**
   * Tells whether a user may know another one: both are members of an organization that the credential opens, in which the first
   * is no guest.
   */
  canSee(user: Omit<Viewer, 'organizationId'>, other: Id): Promise<boolean>;
}
