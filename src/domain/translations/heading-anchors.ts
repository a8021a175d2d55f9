import { headingId } from '../documents/written-attributes.ts';
import { headingOf } from '../search/readable-text.ts';
import { Anchors } from '../search/sections.ts';

const IMAGE = /!\[[^[\]]*\]\([^()]*\)/g;
const WRITTEN_ID = / <a href="#([^"]*)" id="\1"><\/a>/g;

/** What a heading is found by, from what stands between its marks: the words, without those of images, and the id that it was given. */
export const foundBy = (markdown: string): ReturnType<typeof headingOf> => headingOf(markdown.replace(IMAGE, ''));

/** What stands behind the words of a heading, so that links find it by `anchor` whatever it says; nothing where they do, or where it has an id. */
export function anchored(words: string, anchor: string): string {
  const { text, anchor: given } = foundBy(words);
  return given !== undefined || new Anchors().of(text, undefined) === anchor ? '' : headingId(anchor);
}

/** A document without the ids that were written behind headings for the sake of these anchors. */
export const withoutAnchors = (markdown: string, anchors: ReadonlySet<string | undefined>): string => markdown.replace(WRITTEN_ID, (written, id: string) => (anchors.has(id) ? '' : written));
