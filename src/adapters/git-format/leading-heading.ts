import { headingText, inlineText, splitAnchor } from './inline-text.ts';

/** A heading is looked for in this many bytes at the beginning. */
const WINDOW_BYTES = 8_192;
const decoder = new TextDecoder();

/**
 * The plain text of the heading of level 1 that a Markdown body starts with, `# Title` or `Title` underlined with `=`;
 * null when it starts with anything else.
 */
export function leadingHeading(body: Uint8Array): string | null {
  const window = decoder.decode(body.subarray(0, WINDOW_BYTES));
  // The line that the first word or mark stands in, and the one after it.
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
