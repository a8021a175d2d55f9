/** Codes of the moment (RFC 6238), as apps for two-factor sign-in make them, and codes for when the app is lost. */
export interface OneTimeCodes {
  /** A new secret, in base32. */
  newSecret(): string;
  /** What an app reads a secret from. */
  uri(secret: string, of: { readonly issuer: string; readonly account: string }): string;
  /** The time step whose code this is, the present one or one beside it; `undefined` when it is none. */
  stepOf(secret: string, code: string, at: string): number | undefined;
  /** Ten codes that are good for once each. */
  newRecoveryCodes(): readonly string[];
  /** What of a recovery code is stored; written with or without its dash, in large letters or small. */
  hashRecoveryCode(code: string): string;
}
