/**
 * Keeps short secrets where others may look, such as in the payload of a job: encrypted and authenticated under the
 * instance's secret key, bound to a purpose. The same secret never looks the same twice.
 */
export interface SecretBox {
  /** @param purpose what the secret is for and whose; it must be the same when the box is opened */
  seal(secret: string, purpose: string): string;
  /** The secret, or `undefined` when the box was altered, closed for another purpose or under another key. */
  open(box: string, purpose: string): string | undefined;
  /** A secret of 256 bits as text for a purpose: always the same, and nobody's who lacks the instance's secret key. */
  derive(purpose: string): string;
}
