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
