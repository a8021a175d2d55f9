import { toPlainText } from './plain-text.ts';

/** A piece of a document that people read: a heading, or what stands between two. */
export interface TextPiece {
  /** 1 to 6 for a heading, 0 for other text. */
  readonly level: number;
  /** Without markup; on one line in headings. */
  readonly text: string;
  /** What the id of a heading is made of: what it says on a page, without images. */
  readonly anchorSource?: string;
  /** The id that a heading was given by hand. */
  readonly anchor?: string;
  /** The next piece goes on where this one ends. */
  readonly isContinued?: true;
}

/** What a heading says, and what it is found by. */
export type HeadingText = Pick<TextPiece, 'text' | 'anchor'> & { readonly anchorSource: string };

const FENCE = /^[ \t>]*(`{3,}|~{3,})/;
/** One may open a quote or an item of a list. */
const HEADING = /^(?: {0,3}>)* {0,3}(?:(?:[-+*]|\d{1,9}[.)]) {1,4})*(#{1,6})(?:[ \t]+(.*))?$/;
/** A heading that is written as HTML, on one line. */
const HTML_HEADING = /^ {0,3}<h([1-6])(?:\s[^<>]{0,2000})?>(.*)<\/h\1\s*>[ \t]*$/i;
const EXPLICIT_ID = /^ {0,3}<h[1-6]\b[^<>]{0,2000}?\sid[ \t]*=[ \t]*["']([^"'\s]{1,200})["']/i;
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/;
const DEFINITION = /^ {0,3}\[[^\]\n]{1,999}\]:/;
/** Marks of quotes, list items and tasks before what a line says. */
const LINE_MARKS = /^(?:[ \t]*>)*[ \t]*(?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+\[[ xX]\])?(?:[ \t]+|$))?/gm;
/** Words with single spaces between, and nothing that could be a mark. */
const PLAIN = /^[\p{L}\p{N}.,?!'’-]+(?: [\p{L}\p{N}.,?!'’-]+)*$/u;
const MAYBE_MARKS = '-+*0123456789';
/** A line that no underline makes a heading: that is a rule behind a list or a quote. */
const MARKED = /^[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]|\|)/;
const ANCHOR = /<a\b[^<>]*\bid="([^"\s<>]{1,200})"/;
/** Lines and UTF-16 units of one piece; longer text comes in several. */
const MAX_LINES = 200;
const MAX_PIECE = 20_000;
/** Length up to which a heading is read, in UTF-16 units. */
const MAX_HEADING = 10_000;

/**
 * The text of a markdown document in its order, without markup, addresses, and names of tags. Linear in what is read of it,
 * and lazy: a piece takes about a millisecond, so that a caller may pause at each.
 *
 * @param withText false for the headings alone; pieces of the text between them are empty
 */
export function* readableText(markdown: string, withText = true): Generator<TextPiece> {
  let fence: string | undefined;
  let lines: string[] = [];
  let isMarked = false;
  const pieces = function* (): Generator<TextPiece> {
    const text = withText ? lines.join('\n') : '';
    lines = [];
    const said = isMarked ? text.replace(LINE_MARKS, '') : text;
    isMarked = false;
    for (const { part, isLast } of partsOf(said))
      yield { level: 0, text: toPlainText(part), ...(!isLast && { isContinued: true }) };
  };
  for (const line of linesOf(markdown)) {
    const sign = leadingCharacter(line);
    const mark = sign === '`' || sign === '~' ? FENCE.exec(line)?.[1] : undefined;
    if (fence !== undefined) {
      if (mark !== undefined && mark.startsWith(fence) && line.trimEnd().endsWith(mark)) {
        yield { level: 0, text: lines.join('\n') };
        lines = [];
        fence = undefined;
      } else lines.push(line);
      if (lines.length >= MAX_LINES) yield { level: 0, text: lines.splice(0).join('\n') };
      continue;
    }
    const heading = line.includes('#') ? HEADING.exec(line) : sign === '<' ? HTML_HEADING.exec(line) : null;
    const underlined =
      (sign === '=' || sign === '-') &&
      lines.length > 0 &&
      lines.at(-1)!.trim() !== '' &&
      !MARKED.test(lines.at(-1)!) &&
      UNDERLINE.test(line);
    if (mark === undefined && heading === null && !underlined) {
      if (sign === '[' && DEFINITION.test(line)) continue;
      lines.push(line);
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
    if (mark !== undefined) fence = mark;
    else {
      const own = isTagged ? EXPLICIT_ID.exec(line)?.[1] : undefined;
      yield {
        level: isTagged ? Number(heading[1]) : (heading?.[1]!.length ?? (line.includes('=') ? 1 : 2)),
        ...parseHeading(title.slice(0, MAX_HEADING)),
        ...(own !== undefined && { anchor: own }),
      };
    }
  }
  if (lines.length === 0) return;
  if (fence === undefined) yield* pieces();
  else if (withText) yield { level: 0, text: lines.join('\n') };
}

/** What a heading says, what its id is made of, and the id that it was given by hand, from what stands between its marks. */
export function parseHeading(markdown: string): HeadingText {
  const anchor = ANCHOR.exec(markdown)?.[1];
  if (markdown === '' || PLAIN.test(markdown)) return { text: markdown, anchorSource: markdown };
  return {
    text: toPlainText(markdown).replace(/\s+/g, ' ').trim(),
    anchorSource: toPlainText(markdown.trim(), true),
    ...(anchor !== undefined && { anchor }),
  };
}

/** The first character of a line behind blanks and marks of quotes; it tells what else the line may be. */
function leadingCharacter(line: string): string {
  let at = 0;
  while (line[at] === ' ' || line[at] === '\t' || line[at] === '>') at++;
  return line[at] ?? '';
}

/** The text in parts of at most `MAX_PIECE` units, which end with a line or a word where that is possible. */
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

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    yield text.slice(from, text[to - 1] === '\r' && to > from ? to - 1 : to);
    from = to + 1;
  }
}
