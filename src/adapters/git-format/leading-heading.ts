import { headingText, inlineText, splitAnchor } from './inline-text.ts';

/** A heading is looked for in this many bytes at the beginning. */
const WINDOW = 8_192;

/**
 * The plain text of the heading of level 1 that a Markdown body starts with, `# Title` or `Title` underlined with `=`;
 * null when it starts with anything else.
 */
export function leadingHeading(body: Uint8Array): string | null {
  const lines = new TextDecoder().decode(body.subarray(0, WINDOW)).split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const line = lines[first];
  if (line === undefined || /^(?: {4}|\t)/.test(line)) return null;
  const text = line.trimStart();
  if (/^#(?:[ \t]|$)/.test(text)) return textOf(headingText(text.slice(1)));
  const underlined = /^ {0,3}=+$/.test(lines[first + 1] ?? '') && !/^(?:[>#]|[*+-][ \t]|```|~~~)/.test(text);
  return underlined ? textOf(text) : null;
}

const textOf = (source: string): string | null => inlineText(splitAnchor(source).text) || null;
