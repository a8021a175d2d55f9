import { type Id } from '../../domain/kernel/id.ts';

/** A person in an organization. */
export interface OrganizationUser {
  readonly organizationId: Id;
  readonly userId: Id;
}

/** Origin of no particular credential: for questions about a person's rights that nobody asks in that person's name. */
export const ANY_ORIGIN = '*';

/** The person who reads, and the origin of the credential that they read with. */
export interface Viewer extends OrganizationUser {
  /** `ApiTokenState.via` of the credential, or `ANY_ORIGIN`. Where SSO is enforced, others than those of its providers see nothing. */
  readonly via: string | null;
}
