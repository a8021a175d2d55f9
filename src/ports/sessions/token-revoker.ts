import type { Id, OrganizationId, UserId } from '../../domain/kernel/id.ts';

/** Selects sessions and API tokens; every field that is given must match. */
export interface TokenFilter {
  readonly userId?: UserId;
  readonly kind?: 'api' | 'session';
  /** Origin of the session they come from: `password`, or `saml:` and the id of a provider. */
  readonly via?: string;
  /** Only organization that they give access to. */
  readonly organizationId?: OrganizationId;
  /** ISO 8601; matches those that have expired by then. */
  readonly expiredBy?: string;
  /** Origin of those that stay. */
  readonly exceptVia?: string;
  /** Id of one that stays. */
  readonly except?: Id;
}

/** Deletes sessions and API tokens in bulk. */
export interface TokenRevoker {
  /**
   * Deletes every match in one statement, however many there are. A filter names `userId` or `via`.
   * @returns the number of deleted rows
   */
  revoke(filter: TokenFilter): Promise<number>;
}
