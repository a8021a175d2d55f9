import type { PublicKey } from '../../domain/organizations/organization-key.ts';

/** What a verified token says, and until when it may be believed: an instant, ISO 8601. */
export interface VerifiedToken {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly expiresAt: string;
}

/** Verifies JSON Web Tokens that visitors of sites bring. What a token says of how it is signed decides nothing. */
export interface VisitorTokenVerifier {
  /** What it says which key signed it; undefined where it says nothing, or is no token. Not verified. */
  readKeyId(token: string): string | undefined;
  /** Undefined unless it is signed with this shared secret (HMAC SHA-256), says when it ends, and is in force. @param now ISO 8601 */
  verifyWithSecret(token: string, secret: string, now: string): Promise<VerifiedToken | undefined>;
  /** The same for the owner of a pair of keys (ES256). */
  verifyWithPublicKey(token: string, publicKey: PublicKey, now: string): Promise<VerifiedToken | undefined>;
}
