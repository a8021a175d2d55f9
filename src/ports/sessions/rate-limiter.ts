/** So many tries at once, then one more each `refillMs` milliseconds. */
export interface RateLimitRule {
  readonly burst: number;
  readonly refillMs: number;
}

/** Counts tries where all nodes see them. */
export interface RateLimiter {
  /**
   * Takes one try of `key`, unless none is left.
   * @param at now
   * @returns 0, or after how many milliseconds one is left: then nothing was taken
   */
  consume(key: string, rule: RateLimitRule, at: string): Promise<number>;
  /** Gives back one try that was taken. */
  refund(key: string, rule: RateLimitRule): Promise<void>;
  /** Gives all tries back. */
  reset(key: string): Promise<void>;
}
