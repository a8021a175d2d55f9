import { type OrganizationId, type UserId } from '../../domain/kernel/id.ts';

/** User in an organization. */
export interface OrganizationUser {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}

/** Placeholder origin for checks of a person's rights that are made without the person's credential. */
export const ANY_ORIGIN = '*';

/** Reader, with the origin of the credential they read with. */
export interface Viewer extends OrganizationUser {
  /**
   * Origin of the credential, as `ApiTokenState.via`, or `ANY_ORIGIN`. If SSO is enforced, only origins of the
   * organization's identity providers see anything.
   */
  readonly via: string | null;
}
