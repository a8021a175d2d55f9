import { sanitizeText } from '../../domain/kernel/storable-text.ts';
import type { PhrasingContent, RootContent } from 'mdast';
import { parseMarkdown } from '../../domain/content/markdown/parse-markdown.ts';

const ESCAPE = /\\([!-/:-@[-`{-~])/g;
const MARKUP = /[*_`&!\][]/;
/** Length beyond which only escapes are removed, because matching emphasis takes more than linear time. */
const MAX_MARKUP_LENGTH = 1_000;

/** Removes Markdown escapes: a backslash before ASCII punctuation. */
export const unescapeMarkdown = (text: string): string => sanitizeText(text).replace(ESCAPE, '$1');

/**
 * Returns the text of a line of Markdown: removes escapes, character references and the marks of emphasis, code and
 * links. HTML and shortcodes of emoji stay as written, because they may be meant literally; inner spaces stay.
 */
export function inlineText(source: string): string {
  const text = source.trim();
  if (text.length > MAX_MARKUP_LENGTH || !MARKUP.test(text.replace(ESCAPE, ''))) return unescapeMarkdown(text).trim();
  // A leading word makes the line a paragraph, since `1. Setup` and `# x` are titles here, not blocks.
  const root = parseMarkdown(`x ${text}`);
  return sanitizeText(root.children.map(nodeText).join('').slice(2).trim());
}

function nodeText(node: RootContent | PhrasingContent): string {
  if (node.type === 'emoji') return `:${node.name}:`;
  if ('value' in node) return node.value;
  if ('alt' in node && node.alt) return node.alt;
  if ('children' in node) return (node.children as PhrasingContent[]).map(nodeText).join('');
  return node.type === 'break' ? ' ' : '';
}

export interface AnchoredText {
  readonly text: string;
  /** Id of a trailing `<a href="#id" id="id"></a>`. */
  readonly id?: string;
}

const ANCHOR = /^<a\s[^<>]*\bid=["']([^"'<>]+)["'][^<>]*>\s*<\/a>$/;
const MAX_ANCHOR_LENGTH = 1_000;

/** Splits a heading into its text and the empty anchor that states its id. */
export function splitAnchor(heading: string): AnchoredText {
  const trimmed = heading.trimEnd();
  const start = trimmed.endsWith('</a>') ? trimmed.lastIndexOf('<a ') : -1;
  if (start < 0 || trimmed.length - start > MAX_ANCHOR_LENGTH) return { text: trimmed };
  const id = ANCHOR.exec(trimmed.slice(start))?.[1];
  return id === undefined ? { text: trimmed } : { text: trimmed.slice(0, start).trimEnd(), id };
}

/** Returns the text of an ATX heading after its opening marks, without closing marks and surrounding space. */
export function headingText(afterMarks: string): string {
  const text = afterMarks.trim();
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end--;
  return end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t' ? text.slice(0, end).trim() : text;
}
