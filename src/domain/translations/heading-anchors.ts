import { headingAnchor } from '../content/documents/tag-markup.ts';
import { parseHeading } from '../search/readable-text.ts';
import { HeadingAnchors } from '../search/heading-anchors.ts';

const HEADING_ID = / <a href="#([^"]*)" id="\1"><\/a>/g;

/**
 * Returns the markup after a translated heading that keeps it linkable by `anchor` and `aliases`; empty if its text gives
 * the same ids or it has an explicit one.
 */
export function headingAnchorSuffix(words: string, anchor: string, aliases: readonly string[] = []): string {
  const { anchorSource: named, anchor: explicitAnchor } = parseHeading(words);
  if (explicitAnchor !== undefined) return '';
  const own = new HeadingAnchors().idsFor(named, undefined);
  return own.anchor === anchor && aliases.every((alias) => own.aliases.includes(alias))
    ? ''
    : [anchor, ...aliases].map(headingAnchor).join('');
}

/** Removes the ids that were added to headings for these anchors. */
export const stripHeadingAnchors = (markdown: string, anchors: ReadonlySet<string | undefined>): string =>
  markdown.replace(HEADING_ID, (written, id: string) => (anchors.has(id) ? '' : written));
