import type { PublicKey } from '../../domain/organizations/organization-key.ts';

/** A new pair of keys; the private half is text that only the signer reads. */
export interface KeyPair {
  readonly publicKey: PublicKey;
  readonly privateKey: string;
}

/** Signs claims as JSON Web Tokens, so that others can trust them without asking. */
export interface ClaimSigner {
  generateKeyPair(): Promise<KeyPair>;
  /** @param key the private half of a pair made here, and the id by which verifiers find the public half */
  sign(
    claims: Readonly<Record<string, unknown>>,
    key: { readonly id: string; readonly privateKey: string },
  ): Promise<string>;
}
