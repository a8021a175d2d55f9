import { PAUSE, type Pausable } from '../kernel/pausable.ts';
import { percentDecoded } from '../kernel/percent-decoded.ts';
import { readableText } from '../search/readable-text.ts';
import { HeadingAnchors } from '../search/heading-anchors.ts';

const EXPLICIT_ID = /<[a-z][^<>]{0,2000}?\s(?:id|name)[ \t]*=[ \t]*["']([^"'\s]{1,500})["']/gi;

/** Maximum number of anchors of each kind that are read per document; links to later ones count as broken. */
export const MAX_ANCHORS = 10_000;

/**
 * Extracts the anchors of a Markdown document: those of its headings with their aliases, and explicit ids. Linear in its
 * length.
 */
export function* extractAnchors(markdown: string): Pausable<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [, id] of markdown.matchAll(EXPLICIT_ID)) {
    if (found.size >= MAX_ANCHORS) break;
    found.add(id!);
  }
  const anchors = new HeadingAnchors();
  let headings = 0;
  for (const { level, text, anchorSource: named, anchor } of readableText(markdown, false)) {
    yield PAUSE;
    if (level === 0) continue;
    const ids = anchors.idsFor(named ?? text, anchor);
    found.add(ids.anchor);
    for (const alias of ids.aliases) found.add(alias);
    if (++headings >= MAX_ANCHORS) break;
  }
  return found;
}

/** Tells whether a page has the anchor that a link names, percent-encoded or not. */
export function hasAnchor(anchors: ReadonlySet<string>, named: string): boolean {
  // Every page has an anchor for its beginning.
  return named === '' || named.toLowerCase() === 'top' || anchors.has(named) || anchors.has(percentDecoded(named));
}
