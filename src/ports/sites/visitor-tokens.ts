import type { PublicKey } from '../../domain/organizations/organization-key.ts';

/** Claims of a verified token, and the end of their validity, ISO 8601. */
export interface VerifiedToken {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly expiresAt: string;
}

/** Verifies JSON Web Tokens of site visitors. The algorithm is fixed by the caller, never taken from the token. */
export interface VisitorTokenVerifier {
  /** Reads the key id from a token without verifying it; undefined if there is none, or the text is not a token. */
  readKeyId(token: string): string | undefined;
  /**
   * Verifies a token that is signed with a shared secret (HMAC SHA-256); undefined unless it has an expiry and is valid
   * now.
   * @param now ISO 8601
   */
  verifyWithSecret(token: string, secret: string, now: string): Promise<VerifiedToken | undefined>;
  /** Verifies a token that is signed with a private key (ES256), by the same rules. */
  verifyWithPublicKey(token: string, publicKey: PublicKey, now: string): Promise<VerifiedToken | undefined>;
}

/** Generated key pair; the private key is in a format that only the signer reads. */
export interface KeyPair {
  readonly publicKey: PublicKey;
  readonly privateKey: string;
}

/** Signs claims as JSON Web Tokens, so that others can verify them offline. */
export interface ClaimSigner {
  generateKeyPair(): Promise<KeyPair>;
  /**
   * Signs claims.
   * @param key private key of a generated pair, and the id by which verifiers find the public key
   */
  sign(
    claims: Readonly<Record<string, unknown>>,
    key: { readonly id: string; readonly privateKey: string },
  ): Promise<string>;
  /** Signs claims with a shared secret (HMAC SHA-256), for `VisitorTokenVerifier.verifyWithSecret`. */
  signWithSecret(claims: Readonly<Record<string, unknown>>, secret: string): Promise<string>;
}
