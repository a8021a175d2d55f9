import { sanitizeText } from '../../domain/kernel/storable-text.ts';
import type { PhrasingContent, RootContent } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

const ESCAPE = /\\([!-/:-@[-`{-~])/g;
const MARKUP = /[*_`&!\][]/;
/** Longer texts are no titles; only their escapes are undone, since emphasis is matched in more than linear time. */
const MAX_MARKUP_LENGTH = 1_000;

const markdown = unified().use(remarkParse).freeze();

/** Undoes Markdown's backslash escapes: a backslash before ASCII punctuation goes. */
export const unescapeMarkdown = (text: string): string => sanitizeText(text).replace(ESCAPE, '$1');

/**
 * What a line of Markdown says without its marks: escapes and character references undone, emphasis, code and link
 * marks gone, HTML kept as written (it may be meant literally, or hold an expression); spaces inside stay.
 */
export function inlineText(source: string): string {
  const text = source.trim();
  if (text.length > MAX_MARKUP_LENGTH || !MARKUP.test(text.replace(ESCAPE, ''))) return unescapeMarkdown(text).trim();
  // A leading word keeps the line a paragraph: `1. Setup` and `# x` are titles here, not blocks.
  const root = markdown.parse(`x ${text}`);
  return sanitizeText(root.children.map(nodeText).join('').slice(2).trim());
}

function nodeText(node: RootContent | PhrasingContent): string {
  if ('value' in node) return node.value;
  if ('alt' in node && node.alt) return node.alt;
  if ('children' in node) return (node.children as PhrasingContent[]).map(nodeText).join('');
  return node.type === 'break' ? ' ' : '';
}

export interface AnchoredText {
  readonly text: string;
  /** The id of a trailing `<a href="#id" id="id"></a>`. */
  readonly id?: string;
}

const ANCHOR = /^<a\s[^<>]*\bid=["']([^"'<>]+)["'][^<>]*>\s*<\/a>$/;
const MAX_ANCHOR_LENGTH = 1_000;

/** Splits a heading's text from the empty anchor that states its id. */
export function splitAnchor(heading: string): AnchoredText {
  const trimmed = heading.trimEnd();
  const start = trimmed.endsWith('</a>') ? trimmed.lastIndexOf('<a ') : -1;
  if (start < 0 || trimmed.length - start > MAX_ANCHOR_LENGTH) return { text: trimmed };
  const id = ANCHOR.exec(trimmed.slice(start))?.[1];
  return id === undefined ? { text: trimmed } : { text: trimmed.slice(0, start).trimEnd(), id };
}

/** The text of an ATX heading's line after its opening marks: closing marks and surrounding space removed. */
export function headingText(afterMarks: string): string {
  const text = afterMarks.trim();
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end--;
  return end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t' ? text.slice(0, end).trim() : text;
}
