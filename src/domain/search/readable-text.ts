import { isGitHubAlertMarker } from '../content/markdown/github-alert.ts';
import { CodeLines } from '../content/markdown/code-lines.ts';
import { referenceLabels, toPlainText } from './plain-text.ts';

/** Piece of a document's readable text: a heading, or the text between two. */
export interface TextPiece {
  /** Level 1 to 6 for a heading, 0 for other text. */
  readonly level: number;
  /** Text without markup; on one line for headings. */
  readonly text: string;
  /** Text from which a heading's id is derived: as shown on a page, without images. */
  readonly anchorSource?: string;
  /** Explicit id of a heading. */
  readonly anchor?: string;
  /** Set if the next piece continues this one. */
  readonly isContinued?: true;
}

/** Text of a heading with the source of its id. */
export type HeadingText = Pick<TextPiece, 'text' | 'anchor'> & { readonly anchorSource: string };

/** Heading, possibly inside a quote or a list item. */
const HEADING = /^(?: {0,3}>)* {0,3}(?:(?:[-+*]|\d{1,9}[.)]) {1,4})*(#{1,6})(?:[ \t]+(.*))?$/;
/** Heading written as HTML, on one line. */
const HTML_HEADING = /^ {0,3}<h([1-6])(?:\s[^<>]{0,2000})?>(.*)<\/h\1\s*>[ \t]*$/i;
const EXPLICIT_ID = /^ {0,3}<h[1-6]\b[^<>]{0,2000}?\sid[ \t]*=[ \t]*["']([^"'\s]{1,200})["']/i;
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/;
const DEFINITION = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*\[(?!\^)[^\]\n]{1,999}\]:/;
const FOOTNOTE = /^[ \t>]*\[\^[^\]\s]{1,60}\]:/;
/** Markers of quotes, list items and tasks at the start of a line. */
const LINE_MARKS = /^(?:[ \t]*>)*[ \t]*(?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+\[[ xX]\])?(?:[ \t]+|$))?/gm;
const QUOTE_MARK = /^[ \t]*>[ \t]?/;
/** Words with single spaces between, without characters that could be markup. */
const PLAIN = /^[\p{L}\p{N}.,?!'’-]+(?: [\p{L}\p{N}.,?!'’-]+)*$/u;
const MAYBE_MARKS = '-+*0123456789';
/** Line that cannot be a setext heading: an underline after a list, quote, block tag or break is a thematic break. */
const MARKED = /^[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]|\||\{%[^]*%\}[ \t]*$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$)/;
const ANCHOR = /<a\b[^<>]*\bid="([^"\s<>]{1,200})"/;
/** Limits of one piece in lines and in UTF-16 units; longer text is split. */
const MAX_LINES = 200;
const MAX_PIECE = 20_000;
/** Maximum length of a heading that is read, in UTF-16 units. */
const MAX_HEADING = 10_000;

/**
 * Lists the text of a markdown document in its order, without markup, URLs and tag names. Linear in the part that is
 * read, and lazy: a piece takes about a millisecond, so that a caller may pause after each.
 *
 * @param withText false for headings only; other pieces are then empty
 */
export function* readableText(markdown: string, withText = true): Generator<TextPiece> {
  const code = new CodeLines();
  const labels = referenceLabels(markdown);
  let lines: string[] = [];
  let isMarked = false;
  let isCode = false;
  const pieces = function* (): Generator<TextPiece> {
    const text = withText ? lines.join('\n') : '';
    lines = [];
    const stripped = isMarked ? text.replace(LINE_MARKS, '') : text;
    isMarked = false;
    for (const { part, isLast } of partsOf(stripped))
      yield { level: 0, text: toPlainText(part, false, labels), ...(!isLast && { isContinued: true }) };
  };
  for (const line of linesOf(markdown)) {
    const sign = leadingCharacter(line);
    const wasCode: boolean = isCode;
    const kind = code.read(line);
    isCode = kind === 'code' || kind === 'indented';
    if (isCode !== wasCode && lines.length > 0) {
      if (wasCode) yield { level: 0, text: lines.splice(0).join('\n') };
      else yield* pieces();
    }
    if (isCode) {
      lines.push(withoutQuotes(line, code.quotes));
      if (lines.length >= MAX_LINES) yield { level: 0, text: lines.splice(0).join('\n') };
      continue;
    }
    if (kind === 'closing') continue;
    const heading = line.includes('#') ? HEADING.exec(line) : sign === '<' ? HTML_HEADING.exec(line) : null;
    const underlined =
      (sign === '=' || sign === '-') &&
      lines.length > 0 &&
      lines.at(-1)!.trim() !== '' &&
      !MARKED.test(lines.at(-1)!) &&
      UNDERLINE.test(line);
    if (kind !== 'opening' && heading === null && !underlined) {
      if (line.includes(']:') && DEFINITION.test(line)) continue;
      if (isGitHubAlertMarker(line, lines.at(-1))) continue;
      lines.push(sign === '[' ? line.replace(FOOTNOTE, '') : line);
      isMarked ||= (sign !== '' && MAYBE_MARKS.includes(sign)) || line.startsWith('>');
      if (lines.length >= MAX_LINES) yield* pieces();
      continue;
    }
    const isTagged = heading !== null && sign === '<';
    const title = underlined
      ? lines.pop()!
      : isTagged
        ? heading[2]!
        : (heading?.[2] ?? '').replace(/(?:^|[ \t])#+[ \t]*$/, '');
    if (lines.length > 0) yield* pieces();
    if (kind !== 'opening') {
      const own = isTagged ? EXPLICIT_ID.exec(line)?.[1] : undefined;
      yield {
        level: isTagged ? Number(heading[1]) : (heading?.[1]!.length ?? (line.includes('=') ? 1 : 2)),
        ...parseHeading(title.slice(0, MAX_HEADING), labels),
        ...(own !== undefined && { anchor: own }),
      };
    }
  }
  if (lines.length === 0) return;
  if (!isCode) yield* pieces();
  else if (withText) yield { level: 0, text: lines.join('\n') };
}

/**
 * Parses the content of a heading: its text, the source of its id, and its explicit id. A heading that is an address alone
 * keeps it as its text.
 *
 * @param labels labels of the definitions of the document
 */
export function parseHeading(markdown: string, labels?: ReadonlySet<string>): HeadingText {
  const anchor = ANCHOR.exec(markdown)?.[1];
  if (markdown === '' || PLAIN.test(markdown)) return { text: markdown, anchorSource: markdown };
  const anchorSource = toPlainText(markdown.trim(), true, labels);
  const text = toPlainText(markdown, false, labels).trim() || anchorSource.trim();
  return {
    text: text.replace(/\s+/g, ' '),
    anchorSource,
    ...(anchor !== undefined && { anchor }),
  };
}

/** Returns the first character of a line after blanks and quote markers, which tells the possible kinds of the line. */
function leadingCharacter(line: string): string {
  let at = 0;
  while (line[at] === ' ' || line[at] === '\t' || line[at] === '>') at++;
  return line[at] ?? '';
}

/** Removes the markers of the quotes around a line of code. */
function withoutQuotes(line: string, quotes: number): string {
  let rest = line;
  for (let quote = 0; quote < quotes; quote++) rest = rest.replace(QUOTE_MARK, '');
  return rest;
}

/** Splits text into parts of at most `MAX_PIECE` units, at the end of a line or word if possible. */
function* partsOf(text: string): Generator<{ readonly part: string; readonly isLast: boolean }> {
  let rest = text;
  while (rest.length > MAX_PIECE) {
    const window = rest.slice(0, MAX_PIECE);
    const lineEnd = window.lastIndexOf('\n');
    const end = lineEnd > 0 ? lineEnd : window.search(/\s\S*$/);
    const length = end > 0 ? end + 1 : MAX_PIECE;
    yield { part: rest.slice(0, length), isLast: false };
    rest = rest.slice(length);
  }
  yield { part: rest, isLast: true };
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Lists the lines of a document without their endings and a byte order mark. */
function* linesOf(text: string): Generator<string> {
  for (let from = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0; from <= text.length;) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    yield text.slice(from, text[to - 1] === '\r' && to > from ? to - 1 : to);
    from = to + 1;
  }
}
