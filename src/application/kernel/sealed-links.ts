import type { TextSigner } from '../../ports/kernel/secret-box.ts';
import { HOUR_MS } from '../../domain/kernel/time.ts';

/** Values that a link carries, in an order that both sides know. */
type Carried = readonly (string | number | boolean | null)[];

/**
 * Creates the last segment of a link that is valid until `expires`, in milliseconds since 1970.
 * @param purpose kind of the link; links of other kinds are not accepted in its place
 */
export const sealLink = (sealer: TextSigner, purpose: string, expires: number, carried: Carried): string =>
  sealer.sign(JSON.stringify([expires, ...carried]), purpose);

/** Returns the values that a link carries; undefined when it was altered, is of another kind, or has expired. @param now ISO 8601 */
export function openLink<T extends Carried>(
  sealer: TextSigner,
  purpose: string,
  sealed: string,
  now: string,
): T | undefined {
  const text = sealer.verify(sealed, purpose);
  if (text === undefined) return undefined;
  const [expires, ...carried] = JSON.parse(text) as [number, ...Carried];
  return Date.parse(now) < expires ? (carried as unknown as T) : undefined;
}

const WINDOW_MS = HOUR_MS;

/** The end of a link that is good for one to two hours, and stays the same within an hour. @param now ISO 8601 */
export const hourlyExpiry = (now: string): number => (Math.floor(Date.parse(now) / WINDOW_MS) + 2) * WINDOW_MS;
