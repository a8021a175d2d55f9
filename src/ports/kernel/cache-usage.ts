/** Use of a cache since the process started. */
export interface CacheUsage {
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
  /** Estimated memory of the entries, in bytes. */
  readonly bytes: number;
}
