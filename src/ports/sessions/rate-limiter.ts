/** Rate limit: `burst` attempts at once, then one more every `refillMs` milliseconds. */
export interface RateLimitRule {
  readonly burst: number;
  readonly refillMs: number;
}

/** Counts attempts across all nodes. */
export interface RateLimiter {
  /**
   * Takes one attempt of `key`, if one is left.
   * @param at present time, ISO 8601
   * @returns 0, or the milliseconds until an attempt is available: then none was taken
   */
  consume(key: string, rule: RateLimitRule, at: string): Promise<number>;
  /** Returns one attempt that was taken. */
  refund(key: string, rule: RateLimitRule): Promise<void>;
  /** Returns all attempts. */
  reset(key: string): Promise<void>;
}
