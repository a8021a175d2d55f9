import { sameJson, type JsonObject } from './objects/json.ts';

/** Layout of a page that sets no layout options. */
export const DEFAULT_LAYOUT = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
} as const;

/**
 * Keeps only the options that differ from the default; null if there are none, so that equal layouts are equal records.
 */
export function nonDefaultLayout(layout: JsonObject): JsonObject | null {
  const stated = Object.entries(layout).filter(
    ([name, value]) => value !== undefined && !sameJson(value, DEFAULT_LAYOUT[name as keyof typeof DEFAULT_LAYOUT]),
  );
  return stated.length === 0 ? null : Object.fromEntries(stated);
}
