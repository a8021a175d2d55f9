import type { Role } from '../domain/permissions/level.ts';
import type { Id, OrganizationId, UserId } from '../domain/kernel/id.ts';

import type { OrganizationState } from '../domain/organizations/organization.ts';
import type { UserState } from '../domain/users.ts';
import type { Viewer } from './kernel/viewer.ts';
import type { Page, PageRequest } from './kernel/repository.ts';

/** An organization of the instance, with the number of its members. */
export interface OrganizationRow {
  readonly organization: OrganizationState;
  readonly members: number;
}

/** Reads of users with data that is shown with them. */
export interface UserReads {
  /** Lists the users of the instance; `search` is a part of the name or the e-mail address, case-insensitive. */
  listUsers(search: string | undefined, page: PageRequest): Promise<Page<UserState>>;
  /** Lists the organizations of the instance; `search` is a part of the title, case-insensitive. */
  listOrganizations(search: string | undefined, page: PageRequest): Promise<Page<OrganizationRow>>;
  /** Lists the organizations of a user, with the user's role and whether the user owns a team there. */
  organizationsOf(
    userId: UserId,
    page: PageRequest,
  ): Promise<Page<{ readonly organization: OrganizationState; readonly role: Role; readonly ownsTeam: boolean }>>;
  /** Returns the organizations that have proven the e-mail domain: people with such addresses may join them. */
  organizationsOfDomain(domain: string): Promise<readonly OrganizationState[]>;
  /** Returns the existing users with these ids, in any order. */
  usersById(ids: readonly Id[]): Promise<readonly UserState[]>;
  /**
   * Tells whether a user may see another one: both are members of an organization that the credential gives access to,
   * and the first is not a guest there.
   */
  canSee(user: Omit<Viewer, 'organizationId'>, other: Id): Promise<boolean>;
}

/** A membership that ended. */
export interface EndedMembership {
  readonly id: Id;
  readonly organizationId: OrganizationId;
  readonly role: Role;
}

/** Removes what ties an account to organizations, however much of it there is. */
export interface AccountPurger {
  /**
   * Deletes the user's memberships with grants, team memberships and requested reviews, and the SAML identities that
   * lead to the account. Organizations are not guarded: one may lose its last administrator.
   * @returns the memberships, in the order of their organizations
   */
  purge(userId: UserId): Promise<readonly EndedMembership[]>;
}
