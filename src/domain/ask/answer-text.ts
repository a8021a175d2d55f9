import { proseParagraphs, type TextRange } from '../content/markdown/prose.ts';

/** Maximum length of an answer in characters; longer ones are cut. */
export const MAX_ANSWER_LENGTH = 20_000;

/** Blank lines, which no paragraph contains. */
const BLANK_LINES = /(\n[ \t\r]*\n\s*)/;
const TAG_OPENING = /<(?=[a-zA-Z/!?])/g;
/** Openings of block tags and expressions, which pages evaluate. */
const BRACE = /\{(?=[{%])/g;
const IMAGE = /!(?=\[)/g;
/** Destinations of links and of their definitions. */
const LINK = /\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)/g;
const REFERENCE = /\]\[[^\]\n]*\]/g;
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:.*$/gm;
/** Everything that makes a link, an image or a definition of brackets, as far as it is left. */
const BRACKET_END = /\](?=[(:])/g;

/** Removes what loads or leads elsewhere from text that is not code. */
const plain = (text: string): string =>
  text
    .replace(DEFINITION, '')
    .replace(IMAGE, '')
    .replace(LINK, ']')
    .replace(REFERENCE, ']')
    .replace(BRACKET_END, ']\\')
    .replace(TAG_OPENING, '&lt;')
    .replace(BRACE, '&#123;');

/**
 * Finds the code spans of a paragraph, by offsets. None where the end of a block or of a table cell, or a formula, could
 * end one of them elsewhere: what readers see as text must not pass as code.
 */
function codeSpansOf(paragraph: string): readonly TextRange[] {
  const spans: TextRange[] = [];
  if (paragraph.includes('$$')) return spans;
  let at = 0;
  for (const line of paragraph.split('\n')) {
    const marks = /\\.|(`+)/g;
    for (let mark = marks.exec(line); mark !== null; mark = marks.exec(line)) {
      const run = mark[1];
      if (run === undefined) continue;
      const end = closingRun(line, run, marks.lastIndex);
      if (end < 0 || line.slice(mark.index, end).includes('|')) return [];
      spans.push({ from: at + mark.index, to: at + end });
      marks.lastIndex = end;
    }
    at += line.length + 1;
  }
  return spans;
}

/** Returns the offset after the next run of as many backticks in a line; -1 if there is none. */
function closingRun(line: string, run: string, from: number): number {
  const runs = /`+/g;
  runs.lastIndex = from;
  for (let next = runs.exec(line); next !== null; next = runs.exec(line))
    if (next[0].length === run.length) return runs.lastIndex;
  return -1;
}

function plainAroundCode(paragraph: string): string {
  let result = '';
  let at = 0;
  for (const { from, to } of codeSpansOf(paragraph)) {
    result += plain(paragraph.slice(at, from)) + paragraph.slice(from, to);
    at = to;
  }
  return result + plain(paragraph.slice(at));
}

/**
 * Removes links, images and HTML from an answer, outside code; addresses that are written out stay. A page can make an
 * engine write them: a picture whose address contains what the engine has read would send it away as soon as the answer
 * is shown.
 */
export function safeAnswer(markdown: string): string {
  let result = '';
  let at = 0;
  for (const { from, to } of proseParagraphs(markdown)) {
    result += markdown.slice(at, from);
    result += markdown.slice(from, to).split(BLANK_LINES).map(plainAroundCode).join('');
    at = to;
  }
  return result + markdown.slice(at);
}
