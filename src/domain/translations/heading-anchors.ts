import { headingAnchor } from '../content/documents/tag-markup.ts';
import { parseHeading } from '../search/readable-text.ts';
import { HeadingAnchors } from '../search/sections.ts';

const HEADING_ID = / <a href="#([^"]*)" id="\1"><\/a>/g;

/** What stands behind the words of a heading, so that links find it by `anchor` whatever it says; nothing where they do, or where it has an id. */
export function headingAnchorSuffix(words: string, anchor: string): string {
  const { anchorSource: named, anchor: given } = parseHeading(words);
  return given !== undefined || new HeadingAnchors().anchorFor(named, undefined) === anchor
    ? ''
    : headingAnchor(anchor);
}

/** A document without the ids that were written behind headings for the sake of these anchors. */
export const stripHeadingAnchors = (markdown: string, anchors: ReadonlySet<string | undefined>): string =>
  markdown.replace(HEADING_ID, (written, id: string) => (anchors.has(id) ? '' : written));
