import { digestOf } from '../content/objects/hash.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/time.ts';

/** Delays before the attempts after the first, without jitter; about 27 hours in all. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  8 * HOUR_MS,
  11 * HOUR_MS,
] as const;
/** Part of a delay that jitter adds at most. */
export const MAX_JITTER = 0.2;
/** Longest delay that an endpoint can ask for. */
export const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

const JITTER_STEPS = 0xffff_ffff;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Computes the delay before the next attempt in milliseconds: that of the schedule with jitter, or the delay that
 * the endpoint requested if that is longer.
 * @param tries number of attempts so far
 * @param seed text that decides the jitter
 * @returns undefined after the last attempt
 */
export function retryDelay(tries: number, seed: string, retryAfterMs: number | null): number | undefined {
  const delay = RETRY_DELAYS_MS[tries - 1];
  if (delay === undefined) return undefined;
  const jitter = (Number.parseInt(digestOf(seed).slice(0, 8), 16) / JITTER_STEPS) * MAX_JITTER;
  return Math.max(Math.round(delay * (1 + jitter)), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** Parses a `Retry-After` header: seconds or a date. @returns milliseconds; null for anything else */
export function parseRetryAfter(value: string | undefined, now: string): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND_MS;
  const at = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - Date.parse(now));
}
