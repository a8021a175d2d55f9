import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';

/** What begins the secret of a session; no bearer is taken that begins so, and no cookie that does not. */
export const SESSION_PREFIX = 'qs_';

/** Origin of a session that began with the password, and of bearers made in one. */
export const PASSWORD_ORIGIN = 'password';

/** Origin of a bearer that the operator made for somebody. */
export const OPERATOR_ORIGIN = 'operator';

/** The origin of the token that the configuration gives to the operator. */
export const CONFIGURATION_ORIGIN = 'configuration';

export interface ApiTokenState extends State {
  readonly userId: Id;
  /** A bearer of the API, or the session of a browser. */
  readonly kind: 'api' | 'session';
  /**
   * Origin: `password`, `saml:` and the id of an identity provider, or `operator`. A bearer has that of the credential
   * it was made with; null for bearers from before origins were recorded.
   */
  readonly via: string | null;
  /** The one organization that it opens anything in; null: wherever the user may go. */
  readonly organizationId: Id | null;
  readonly name: string;
  /** SHA-256 of the secret, lower-case hex; the secret itself is shown once and never stored. */
  readonly hash: string;
  /** A read-only token may only use queries. */
  readonly readOnly: boolean;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** A credential of a user: a bearer of the API, or the session of a browser. Revoking it is deleting it: it stops working everywhere at that commit. */
export class ApiToken extends Aggregate<ApiTokenState> {
  static readonly kind = 'API token';
  static restore = (state: ApiTokenState) => new ApiToken(state);

  static issue(of: {
    id: Id;
    userId: Id;
    via: string | null;
    name: string;
    hash: string;
    readOnly?: boolean;
    expiresAt?: string | null;
    organizationId?: Id | null;
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

  /** A browser's session; it has every right of the user until `expiresAt`, in one organization only where one is named. */
  static openSession(of: {
    id: Id;
    userId: Id;
    via: string;
    organizationId?: Id | null;
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
