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
