/** Memory limits of the content caches, in bytes. */
export interface CacheShares {
  /** Content objects, encoded and decoded. */
  readonly objects: number;
  /** Views of pages for the API. */
  readonly pageViews: number;
  /** Assembled page trees. */
  readonly pageTrees: number;
  /** Compressed answers that are as large as a space. */
  readonly answers: number;
  /** Outlines and rendered pages of published sites. */
  readonly sites: number;
}

/** Divides the memory for content among the caches. */
export const divideCacheMemory = (bytes: number): CacheShares => ({
  objects: bytes / 3,
  pageViews: bytes / 12,
  pageTrees: bytes / 12,
  answers: bytes / 12,
  sites: (bytes * 5) / 12,
});
