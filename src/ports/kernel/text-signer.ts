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
