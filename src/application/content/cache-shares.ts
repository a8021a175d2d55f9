/** How much memory each of the caches of content may take, in bytes. */
export interface CacheShares {
  /** Content objects as they are stored, and decoded. */
  readonly objects: number;
  /** Pages as the API shows them. */
  readonly pageViews: number;
  /** Whole page trees. */
  readonly pageTrees: number;
  /** What published sites need of their spaces to be read quickly, and their pages as HTML. */
  readonly sites: number;
}

/** Shares out the memory for content. */
export const divideCacheMemory = (bytes: number): CacheShares => ({
  objects: bytes / 3,
  pageViews: bytes / 12,
  pageTrees: bytes / 12,
  sites: bytes / 2,
});
