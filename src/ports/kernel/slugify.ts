/**
 * Turns text of any script into one segment of a page path: `[a-z0-9]` words joined by single hyphens, at most 100
 * characters. Answers the empty string when nothing readable is left (such as for a lone emoji); the caller then falls
 * back to a word of its own. Pure: the same text gives the same slug on every machine.
 */
export type Slugify = (text: string) => string;
