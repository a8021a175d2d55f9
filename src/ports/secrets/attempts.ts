/** So many tries at once, then one more each `every` milliseconds. */
export interface AttemptRule {
  readonly atOnce: number;
  readonly every: number;
}

/** Counts tries where all nodes see them. */
export interface Attempts {
  /**
   * Takes one try of `key`, unless none is left.
   * @param at now
   * @returns 0, or after how many milliseconds one is left: then nothing was taken
   */
  take(key: string, rule: AttemptRule, at: string): Promise<number>;
  /** Gives back one try that was taken. */
  giveBack(key: string, rule: AttemptRule): Promise<void>;
  /** Gives all tries back. */
  forget(key: string): Promise<void>;
}
