/** Seals short texts so that they can be handed out and known again: signed, bound to a purpose, not secret. */
export interface Sealer {
  /** @param purpose what the text is for and whom; it must be the same when it is opened */
  seal(text: string, purpose: string): string;
  /** The text, or `undefined` when it was altered or sealed for another purpose. */
  open(sealed: string, purpose: string): string | undefined;
}
