/** Makes and recognizes the secrets of API tokens and sessions. */
export interface TokenSecrets {
  /** A new secret: `qr_` and at least 160 random bits; `hash` is what may be stored. */
  issue(): { readonly secret: string; readonly hash: string };
  /** A new secret of a session: `qs_` and as many random bits. */
  issueSession(): { readonly secret: string; readonly hash: string };
  /** A new secret for a link, `ql_` and as many random bits; it opens what it was made for and nothing else. */
  issueLink(): { readonly secret: string; readonly hash: string };
  /** SHA-256 of a secret, lower-case hex. */
  hash(secret: string): string;
}
