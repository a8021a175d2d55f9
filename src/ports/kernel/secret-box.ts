/**
 * Encrypts and authenticates short secrets under the instance's secret key, bound to a purpose, so that they can be
 * stored in readable places such as job payloads. Sealing the same secret twice gives different boxes.
 */
export interface SecretBox {
  /**
   * Seals a secret.
   * @param purpose use and owner of the secret; `open` requires the same purpose
   */
  seal(secret: string, purpose: string): string;
  /** Returns the secret, or `undefined` if the box was altered, or sealed for another purpose or under another key. */
  open(box: string, purpose: string): string | undefined;
  /** Derives a 256-bit secret for a purpose: always the same, and unpredictable without the instance's secret key. */
  derive(purpose: string): string;
}

/** Signs short texts that are handed out and verified later: bound to a purpose, not secret. */
export interface TextSigner {
  /**
   * Signs a text.
   * @param purpose use and owner of the text; `verify` requires the same purpose
   */
  sign(text: string, purpose: string): string;
  /** Returns the text, or `undefined` if it was altered or signed for another purpose. */
  verify(sealed: string, purpose: string): string | undefined;
}
