/** Seals short texts so that they can be handed out and known again: signed, bound to a purpose, not secret. */
export interface TextSigner {
  /** @param purpose what the text is for and whom; it must be the same when it is opened */
  sign(text: string, purpose: string): string;
  /** The text, or `undefined` when it was altered or sealed for another purpose. */
  verify(sealed: string, purpose: string): string | undefined;
}
