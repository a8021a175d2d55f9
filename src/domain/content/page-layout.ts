import { sameJson, type JsonObject } from './objects/json.ts';

/** How a page is laid out that says nothing of it. */
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

/** What a layout says that is not the default; null when it says nothing, so that equal layouts are equal records. */
export function nonDefaultLayout(layout: JsonObject): JsonObject | null {
  const stated = Object.entries(layout).filter(
    ([name, value]) => value !== undefined && !sameJson(value, DEFAULT_LAYOUT[name as keyof typeof DEFAULT_LAYOUT]),
  );
  return stated.length === 0 ? null : Object.fromEntries(stated);
}
