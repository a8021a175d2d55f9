import { headingText, inlineText, splitAnchor } from './inline-text.ts';

/** Number of bytes in which the heading is searched for. */
const WINDOW_BYTES = 8_192;
const decoder = new TextDecoder();

/**
 * Returns the plain text of the level-1 heading at the start of a Markdown body, `# Title` or `Title` underlined with
 * `=`; null if the body starts with anything else.
 */
export function leadingHeading(body: Uint8Array): string | null {
  const window = decoder.decode(body.subarray(0, WINDOW_BYTES));
  // Line of the first word or mark, and the line after it.
  const from = window.lastIndexOf('\n', window.search(/\S/)) + 1;
  const [line = '', next = ''] = window
    .slice(from)
    .split('\n', 2)
    .map((each) => each.trimEnd());
  if (line === '' || /^(?: {4}|\t)/.test(line)) return null;
  const text = line.trimStart();
  if (/^#(?:[ \t]|$)/.test(text)) return plainTitle(headingText(text.slice(1)));
  const underlined = /^ {0,3}=+$/.test(next) && !/^(?:[>#]|[*+-][ \t]|```|~~~)/.test(text);
  return underlined ? plainTitle(text) : null;
}

const plainTitle = (source: string): string | null => inlineText(splitAnchor(source).text) || null;
