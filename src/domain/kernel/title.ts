const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
const UNTITLED = 'Untitled';

/** Tells whether a text shows readers anything; white space and invisible characters show nothing. */
export const isVisibleText = (text: string): boolean => VISIBLE.test(text);

/** Returns the title without the white space around it, or `Untitled` if it shows nothing. */
export const titleOrUntitled = (title = ''): string => (isVisibleText(title) ? title.trim() : UNTITLED);

/** Cuts a title to a maximum length in characters; cuts no grapheme in two and leaves no white space at the end. */
export function shortenTitle(title: string, maxLength: number): string {
  let short = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(title)) {
    length += [...segment].length;
    if (length > maxLength) break;
    short += segment;
  }
  return short.trimEnd();
}
