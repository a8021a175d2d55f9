export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the instant that is some milliseconds after another one, or before it if they are negative. */
export const addMilliseconds = (instant: string, ms: number): string =>
  new Date(Date.parse(instant) + ms).toISOString();

/** Returns an instant in UTC, in milliseconds. Databases do not know all the offsets that ISO 8601 allows. */
export const toUtc = (instant: string): string => new Date(instant).toISOString();

const MAX_YEAR = 9_999;

/** Tells whether a text is an instant whose year in UTC has four digits; databases and RFC 3339 have no others. */
export function isInstant(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= MAX_YEAR;
}
