import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';

export interface ApiTokenState extends State {
  readonly userId: Id;
  readonly name: string;
  /** SHA-256 of the secret, lower-case hex; the secret itself is shown once and never stored. */
  readonly hash: string;
  /** A read-only token may only use queries. */
  readonly readOnly: boolean;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** A bearer credential of a user. Revoking it is deleting it: it stops working everywhere at that commit. */
export class ApiToken extends Aggregate<ApiTokenState> {
  static readonly kind = 'API token';
  static restore = (state: ApiTokenState) => new ApiToken(state);

  static issue(of: { id: Id; userId: Id; name: string; hash: string; readOnly?: boolean; expiresAt?: string | null; at: string }): ApiToken {
    const token = new ApiToken({
      id: of.id,
      userId: of.userId,
      name: of.name,
      hash: of.hash,
      readOnly: of.readOnly ?? false,
      createdAt: of.at,
      expiresAt: of.expiresAt ?? null,
    });
    token.record('api-token.issued', { userId: of.userId, readOnly: of.readOnly ?? false });
    return token;
  }

  revoke(): void {
    this.record('api-token.revoked', { userId: this.state.userId });
  }
}
