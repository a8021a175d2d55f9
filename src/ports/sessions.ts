import type { ResourceConsumer } from './kernel/request-limits.ts';
import type { Id, OrganizationId, UserId } from '../domain/kernel/id.ts';

/** One-time codes (RFC 6238) for two-factor sign-in, and recovery codes. */
export interface OneTimeCodes {
  /** Generates a secret, in base32. */
  newSecret(): string;
  /** Formats a secret as the URI that authenticator apps scan. */
  uri(secret: string, of: { readonly issuer: string; readonly account: string }): string;
  /** Returns the time step of a code if it is the present or an adjacent one; `undefined` for a wrong code. */
  stepOf(secret: string, code: string, at: string): number | undefined;
  /** Generates ten single-use recovery codes. */
  newRecoveryCodes(): readonly string[];
  /** Hashes a recovery code for storage; accepts it with or without its dash, in any case. */
  hashRecoveryCode(code: string): string;
}

/**
 * Hashes passwords with a slow function, so that a leaked hash is hard to reverse. Both methods throw ShareExhausted or
 * PoolBusy if too many hashes are pending.
 */
export interface PasswordHasher {
  /**
   * Hashes a password.
   * @param consumer network and account that the work is charged to
   */
  hash(password: string, consumer: ResourceConsumer): Promise<string>;
  /** Compares a password with a hash. Without a hash, takes the same time and returns false. */
  verify(password: string, hash: string | null | undefined, consumer: ResourceConsumer): Promise<boolean>;
}

/** Generates and hashes the secrets of API tokens and sessions. */
export interface TokenSecrets {
  /** Generates a secret of an API token: `qr_` and at least 160 random bits; only `hash` may be stored. */
  issue(): { readonly secret: string; readonly hash: string };
  /** Generates a secret of a session: `qs_` and as many random bits. */
  issueSession(): { readonly secret: string; readonly hash: string };
  /** Generates a secret for a link: `ql_` and as many random bits; valid only for the purpose it was created for. */
  issueLink(): { readonly secret: string; readonly hash: string };
  /** Returns the SHA-256 of a secret in lower-case hex. */
  hash(secret: string): string;
}

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

/** Rate limit: `burst` attempts at once, then one more every `refillMs` milliseconds. */
export interface RateLimitRule {
  readonly burst: number;
  readonly refillMs: number;
}

/** Counts attempts across all nodes. */
export interface RateLimiter {
  /**
   * Takes one attempt of `key`, if one is left.
   * @param at present time, ISO 8601
   * @returns 0, or the milliseconds until an attempt is available: then none was taken
   */
  consume(key: string, rule: RateLimitRule, at: string): Promise<number>;
  /** Returns one attempt that was taken. */
  refund(key: string, rule: RateLimitRule): Promise<void>;
  /** Returns all attempts. */
  reset(key: string): Promise<void>;
}
