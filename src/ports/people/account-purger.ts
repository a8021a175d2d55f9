import type { Role } from '../../domain/access/level.ts';
import type { Id } from '../../domain/kernel/id.ts';

/** A membership that ended. */
export interface EndedMembership {
  readonly id: Id;
  readonly organizationId: Id;
  readonly role: Role;
}

/** Removes what ties an account to organizations, however much of it there is. */
export interface AccountPurger {
  /**
   * Deletes the user's memberships with grants, team memberships and requested reviews, and the SAML identities that
   * lead to the account. Organizations are not guarded: one may lose its last administrator.
   * @returns the memberships, in the order of their organizations
   */
  purge(userId: Id): Promise<readonly EndedMembership[]>;
}
