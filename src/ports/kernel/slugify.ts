/**
 * Converts text of any script into one segment of a page path: `[a-z0-9]` words joined by single hyphens, at most 100
 * characters. Returns the empty string if nothing readable is left (such as for a lone emoji); the caller then uses a
 * default. Pure: equal texts give equal slugs on every machine.
 */
export type Slugify = (text: string) => string;
