/** Inline scripts of pages, the same on every page; the content security policy names their hashes. */
export const INLINE_SCRIPTS: readonly string[] = [];
