import { headingAnchor } from '../content/documents/tag-markup.ts';
import { parseHeading } from '../search/readable-text.ts';
import { HeadingAnchors } from '../search/heading-anchors.ts';

const HEADING_ID = / <a href="#([^"]*)" id="\1"><\/a>/g;

/**
 * Returns the markup after a translated heading that keeps it linkable by `anchor`; empty if its text gives the same id
 * or it has an explicit one.
 */
export function headingAnchorSuffix(words: string, anchor: string): string {
  const { anchorSource: named, anchor: given } = parseHeading(words);
  return given !== undefined || new HeadingAnchors().anchorFor(named, undefined) === anchor
    ? ''
    : headingAnchor(anchor);
}

/** Removes the ids that were added to headings for these anchors. */
export const stripHeadingAnchors = (markdown: string, anchors: ReadonlySet<string | undefined>): string =>
  markdown.replace(HEADING_ID, (written, id: string) => (anchors.has(id) ? '' : written));
