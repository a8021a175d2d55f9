import { CodeSpans } from '../../domain/content/markdown/code-spans.ts';
import { inlineText, unescapeMarkdown } from './inline-text.ts';

export interface SummaryLink {
  /** Plain text; may be empty. */
  readonly title: string;
  /** Destination without escapes. */
  readonly destination: string;
  readonly linkTitle?: string;
  /** Text of the item besides its link; empty in a well-formed item. */
  readonly rest: string;
  readonly source: LinkSource;
}

/** Positions of the parts of a link in the text. */
export interface LinkSource {
  /** Text of the link between its brackets. */
  readonly title: Span;
  /** Destination as written, including angle brackets. */
  readonly destination: Span;
  /** Offset after the closing parenthesis. */
  readonly end: number;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

interface ParsedDestination {
  readonly raw: string;
  readonly written: Span;
  readonly linkTitle?: string;
  /** Offset after the closing parenthesis. */
  readonly end: number;
}

/**
 * Finds the first link of a list item: `[text](dest)`, `[text](<dest>)`, each with an optional quoted title; null if
 * there is none. Accepts more than Markdown: spaces in the destination, a missing closing parenthesis. Runs in linear
 * time.
 */
export function findLink(text: string): SummaryLink | null {
  const codeSpans = new CodeSpans(text);
  const open: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '\\') index++;
    else if (character === '`') index = (codeSpans.spanAt(index)?.to ?? codeSpans.endOfRun(index)) - 1;
    else if (character === '[') open.push(index);
    else if (character === ']') {
      const start = open.pop();
      if (start === undefined || text[index + 1] !== '(') continue;
      const destination = readDestination(text, index + 2);
      if (text[start - 1] === '!' && text[start - 2] !== '\\') index = destination.end - 1;
      else return createLink(text, start, index, destination);
    }
  }
  return null;
}

function createLink(
  text: string,
  start: number,
  close: number,
  { raw, written, linkTitle, end }: ParsedDestination,
): SummaryLink {
  const title = inlineText(text.slice(start + 1, close));
  const rest = `${text.slice(0, start)} ${text.slice(end)}`.replace(/[*_~\s]+/g, ' ').trim();
  const destination = unescapeMarkdown(raw).replaceAll('&amp;', '&');
  return {
    title,
    destination,
    ...(linkTitle === undefined ? {} : { linkTitle: inlineText(linkTitle) }),
    rest,
    source: { title: { from: start + 1, to: close }, destination: written, end },
  };
}

function readDestination(text: string, from: number): ParsedDestination {
  let start = from;
  while (isSpace(text[start])) start++;
  if (text[start] === '<') {
    const close = indexOfUnescaped(text, '>', start + 1);
    if (close >= 0)
      return {
        raw: text.slice(start + 1, close),
        written: { from: start, to: close + 1 },
        ...afterDestination(text, close + 1),
      };
  }
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (character === '\\') index++;
    else if (character === '(') depth++;
    else if (character === ')' && depth-- === 0) return { ...trimDestination(text, start, index), end: index + 1 };
    else if (isSpace(character) && !isSpace(text[index + 1])) {
      const title = readLinkTitle(text, index + 1);
      if (title) return { ...trimDestination(text, start, index), ...title };
    }
  }
  return { ...trimDestination(text, start, text.length), end: text.length };
}

function trimDestination(text: string, from: number, end: number): Pick<ParsedDestination, 'raw' | 'written'> {
  const raw = text.slice(from, end).trimEnd();
  return { raw, written: { from, to: from + raw.length } };
}

/** Reads what follows `<dest>`: an optional title, then the closing parenthesis, which may be missing. */
function afterDestination(text: string, from: number): Omit<ParsedDestination, 'raw' | 'written'> {
  let index = from;
  while (isSpace(text[index])) index++;
  const title = readLinkTitle(text, index);
  if (title) return title;
  return { end: text[index] === ')' ? index + 1 : index };
}

/** Reads a quoted text at `from` if a closing parenthesis follows it. */
function readLinkTitle(text: string, from: number): Omit<ParsedDestination, 'raw' | 'written'> | null {
  const quote = text[from];
  if (quote !== '"' && quote !== "'") return null;
  const close = indexOfUnescaped(text, quote, from + 1);
  if (close < 0) return null;
  let index = close + 1;
  while (isSpace(text[index])) index++;
  return text[index] === ')' ? { linkTitle: text.slice(from + 1, close), end: index + 1 } : null;
}

function indexOfUnescaped(text: string, character: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === character) return index;
  }
  return -1;
}

const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\t';
