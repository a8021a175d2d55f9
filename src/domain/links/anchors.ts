import { readableText } from '../search/readable-text.ts';
import { Anchors } from '../search/sections.ts';

const OWN_ID = /<[a-z][^<>]{0,2000}?\s(?:id|name)[ \t]*=[ \t]*["']([^"'\s]{1,500})["']/gi;

/** Every anchor that a markdown document has: those of its headings, and ids that stand in it. Linear in its length. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, id] of markdown.matchAll(OWN_ID)) found.add(id!);
  const anchors = new Anchors();
  for (const { level, text, named, anchor } of readableText(markdown)) if (level > 0) found.add(anchors.of(named ?? text, anchor));
  return found;
}

/** Whether a page with these anchors has the one that a link names, percent-encoded or not. */
export function hasAnchor(anchors: ReadonlySet<string>, named: string): boolean {
  // Of these every page has one: its beginning.
  if (named === '' || named.toLowerCase() === 'top' || anchors.has(named)) return true;
  try {
    return anchors.has(decodeURIComponent(named));
  } catch {
    return false;
  }
}
