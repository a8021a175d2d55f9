import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id, OrganizationId, UserId, ApiTokenId } from '../kernel/id.ts';

/** Prefix of a session's secret; bearer tokens must not have it, and session cookies must. */
export const SESSION_PREFIX = 'qs_';

/** Origin of a session started with a password, and of tokens created in it. */
export const PASSWORD_ORIGIN = 'password';

/** Origin of a token that the operator created for a user. */
export const OPERATOR_ORIGIN = 'operator';

/** Origin of the operator token from the configuration. */
export const CONFIGURATION_ORIGIN = 'configuration';

export interface ApiTokenState extends State {
  readonly id: ApiTokenId;
  readonly userId: UserId;
  /** `api` is an API token, `session` a browser session. */
  readonly kind: 'api' | 'session';
  /**
   * Origin: `password`, `saml:` and the id of an identity provider, or `operator`. A token has the origin of the
   * credential it was created with; null for tokens created before origins were recorded.
   */
  readonly via: string | null;
  /** Only organization that it gives access to; null for all of the user's organizations. */
  readonly organizationId: OrganizationId | null;
  readonly name: string;
  /** SHA-256 of the secret, lower-case hex; the secret itself is shown once and never stored. */
  readonly hash: string;
  /** Restricts the token to queries. */
  readonly readOnly: boolean;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/**
 * Credential of a user: an API token or a browser session. Revoking deletes it, which takes effect everywhere with the
 * commit.
 */
export class ApiToken extends Aggregate<ApiTokenState> {
  static readonly kind = 'API token';
  static restore = (state: ApiTokenState) => new ApiToken(state);

  static issue(of: {
    id: Id;
    userId: UserId;
    via: string | null;
    name: string;
    hash: string;
    readOnly?: boolean;
    expiresAt?: string | null;
    organizationId?: OrganizationId | null;
    at: string;
  }): ApiToken {
    const token = new ApiToken({
      id: of.id,
      userId: of.userId,
      kind: 'api',
      via: of.via,
      organizationId: of.organizationId ?? null,
      name: of.name,
      hash: of.hash,
      readOnly: of.readOnly ?? false,
      createdAt: of.at,
      expiresAt: of.expiresAt ?? null,
    });
    token.record('api-token.issued', { userId: of.userId, readOnly: of.readOnly ?? false });
    return token;
  }

  /** Opens a browser session with all rights of the user until `expiresAt`, confined to one organization if given. */
  static openSession(of: {
    id: Id;
    userId: UserId;
    via: string;
    organizationId?: OrganizationId | null;
    hash: string;
    expiresAt: string;
    at: string;
  }): ApiToken {
    const session = new ApiToken({
      id: of.id,
      userId: of.userId,
      kind: 'session',
      via: of.via,
      organizationId: of.organizationId ?? null,
      name: '',
      hash: of.hash,
      readOnly: false,
      createdAt: of.at,
      expiresAt: of.expiresAt,
    });
    session.record('session.opened', { userId: of.userId, via: of.via });
    return session;
  }

  revoke(): void {
    const { userId, kind, via } = this.state;
    if (kind === 'api') this.record('api-token.revoked', { userId });
    else this.record('session.ended', { userId, via });
  }
}
