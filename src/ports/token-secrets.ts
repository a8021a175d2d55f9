/** Makes and recognizes API token secrets. */
export interface TokenSecrets {
  /** A new secret: `qr_` and at least 160 random bits; `hash` is what may be stored. */
  issue(): { readonly secret: string; readonly hash: string };
  /** SHA-256 of a secret, lower-case hex. */
  hash(secret: string): string;
}
