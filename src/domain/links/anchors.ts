import { readableText } from '../search/readable-text.ts';

const OWN_ID = /<[a-z][^<>]{0,2000}?\s(?:id|name)[ \t]*=[ \t]*["']([^"'\s]{1,500})["']/gi;

/** A heading as an address within its page has it, as GitHub writes it. */
export const headingSlug = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replace(/ /g, '-');

/** Every anchor that a markdown document has: those of its headings, and ids that stand in it. Linear in its length. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, id] of markdown.matchAll(OWN_ID)) anchors.add(id!);
  const seen = new Map<string, number>();
  for (const { level, text } of readableText(markdown)) {
    if (level === 0) continue;
    const slug = headingSlug(text) || 'section';
    let unique = slug;
    for (let n = seen.get(slug) ?? 0; seen.has(unique); ) {
      n += 1;
      seen.set(slug, n);
      unique = `${slug}-${n}`;
    }
    seen.set(unique, 0);
    anchors.add(unique);
  }
  return anchors;
}

/** Whether a page with these anchors has the one that a link names, percent-encoded or not. */
export function hasAnchor(anchors: ReadonlySet<string>, named: string): boolean {
  if (named === '' || anchors.has(named)) return true;
  try {
    return anchors.has(decodeURIComponent(named));
  } catch {
    return false;
  }
}
