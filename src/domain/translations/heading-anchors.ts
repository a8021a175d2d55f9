import { headingId } from '../documents/written-attributes.ts';
import { headingOf } from '../search/readable-text.ts';
import { Anchors } from '../search/sections.ts';

const WRITTEN_ID = / <a href="#([^"]*)" id="\1"><\/a>/g;

/** What stands behind the words of a heading, so that links find it by `anchor` whatever it says; nothing where they do, or where it has an id. */
export function anchored(words: string, anchor: string): string {
  const { named, anchor: given } = headingOf(words);
  return given !== undefined || new Anchors().of(named, undefined) === anchor ? '' : headingId(anchor);
}

/** A document without the ids that were written behind headings for the sake of these anchors. */
export const withoutAnchors = (markdown: string, anchors: ReadonlySet<string | undefined>): string =>
  markdown.replace(WRITTEN_ID, (written, id: string) => (anchors.has(id) ? '' : written));
