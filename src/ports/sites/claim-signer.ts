import type { PublicKey } from '../../domain/organizations/organization-key.ts';

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
}
