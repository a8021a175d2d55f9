/** Longest markdown that is laid out, in UTF-16 units; the longest page among 2,000 real ones has 156,000. */
export const MAX_MARKDOWN_LENGTH = 300_000;
/** Lines, and bars between cells: each costs some 50 µs when all of a page is made of them. */
export const MAX_LINES = 30_000;
export const MAX_BARS = 40_000;
/** Quotes and lists one within the other. */
export const MAX_CONTAINERS = 50;
/** Marks of quotes and list items in all; the parser takes some 60 µs for each. */
export const MAX_MARKERS = 10_000;
/** Squares of the numbers of lines that continue a quote or list item, summed over the paragraphs. About 20 ns each. */
export const MAX_CONTINUATION_STEPS = 25_000_000;
/** Square brackets open at the same time, within one paragraph. */
export const MAX_BRACKETS = 32;
/** Ends of emphasis times possible beginnings: what the parser may try, summed over the paragraphs. About 0.1 µs each; walking past the rest costs a 40th. */
export const MAX_EMPHASIS_STEPS = 4_000_000;
/** Starts of code, math, HTML and link targets times the text after them, likewise. About 10 ns each. */
export const MAX_SCAN_STEPS = 80_000_000;

/** Longest markdown, and the most marks and lines in it, that are parsed while others wait (`npm run fuzz:rendering`). */
export const MAX_QUICK_LENGTH = 8_000;
export const MAX_QUICK_MARKS = 600;

const MARKERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/;
const RULE = /^[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/;
const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^`\n]*)$/;
const DELIMITER_ROW = /^\|[ \t:|-]+$/;
const BREAKS = /^[ \t>]*$|^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]|^ {0,3}#{1,6}[ \t]/;

/** Everything but letters, digits, spaces and commas: marks of any syntax, and ends of lines. */
const MARKS = /[^\p{L}\p{M}\p{N} ,]/gu;

/**
 * Tells whether rendering `markdown` takes at most a few hundredths of a second, whatever it holds: it is short, and
 * so few marks stand in it that no construct of the parser can repeat itself often. The rest belongs on a thread.
 */
export function isQuick(markdown: string): boolean {
  if (markdown.length > MAX_QUICK_LENGTH) return false;
  let marks = 0;
  for (const _ of markdown.matchAll(MARKS)) if (++marks > MAX_QUICK_MARKS) return false;
  return true;
}

interface Paragraph {
  length: number;
  runs: number;
  closers: number;
  starts: number;
  open: number;
  deepest: number;
  /** Begins in a quote or a list item. */
  contained: boolean;
  continued: number;
}

const emptyParagraph = (): Paragraph => ({
  length: 0,
  runs: 0,
  closers: 0,
  starts: 0,
  open: 0,
  deepest: 0,
  contained: false,
  continued: 0,
});

/**
 * Whether parsing `markdown` could take long. The parser is linear for what people write, yet takes time in proportion to
 * the square, and worse, of unbalanced or deeply nested marks within one paragraph. This is one linear look at the text that
 * never takes less than the parser might, so that a page of a megabyte of brackets costs milliseconds.
 */
export function isTooComplex(markdown: string): boolean {
  if (markdown.length > MAX_MARKDOWN_LENGTH) return true;
  const lines = markdown.split(/\r\n|\n|\r/);
  if (lines.length > MAX_LINES || markdown.split('|').length > MAX_BARS) return true;
  let emphasis = 0;
  let scans = 0;
  let continuations = 0;
  let fence: string | undefined;
  let table = false;
  let previous = '';
  let paragraph = emptyParagraph();
  const containers = new ContainerDepth();
  const closeParagraph = (): boolean => {
    emphasis += paragraph.runs * (paragraph.closers + paragraph.runs / 40);
    scans += paragraph.starts * paragraph.length;
    continuations += paragraph.continued ** 2;
    const tooDeep = paragraph.deepest > MAX_BRACKETS;
    paragraph = emptyParagraph();
    return tooDeep || emphasis > MAX_EMPHASIS_STEPS || scans > MAX_SCAN_STEPS || continuations > MAX_CONTINUATION_STEPS;
  };
  for (const line of lines) {
    const mark = FENCE.exec(line);
    if (fence !== undefined) {
      if (mark && (mark[1] as string).startsWith(fence) && (mark[2] as string).trim() === '') fence = undefined;
      continue;
    }
    if (containers.exceedsLimits(line)) return true;
    table = line.startsWith('|') && (table || isTableHead(previous, line));
    if ((table || mark || BREAKS.test(line)) && closeParagraph()) return true;
    if (mark) fence = mark[1];
    else {
      if (MARKERS.test(line)) paragraph.contained = true;
      else if (paragraph.contained) paragraph.continued++;
      addLine(line, paragraph);
    }
    previous = line;
  }
  return closeParagraph();
}

/** How deep lists and quotes are, told line by line from what begins each line. */
class ContainerDepth {
  #indents: number[] = [];
  #markers = 0;

  exceedsLimits(line: string): boolean {
    const prefix = MARKERS.exec(line)?.[0] ?? '';
    if (prefix === '' || RULE.test(line)) return false;
    const markers = prefix.match(/>|[-*+]|\d+/g)?.length ?? 0;
    const indent = prefix.search(/[^ \t]/);
    while ((this.#indents.at(-1) ?? -1) >= indent) this.#indents.pop();
    this.#indents.push(indent);
    this.#markers += markers;
    return markers + this.#indents.length - 1 > MAX_CONTAINERS || this.#markers > MAX_MARKERS;
  }
}

/** A header and its delimiter row, plain enough to be sure that the parser sees a table, whose cells are paragraphs each. */
const isTableHead = (header: string, row: string): boolean =>
  header.startsWith('|') &&
  DELIMITER_ROW.test(row) &&
  !header.includes('\\') &&
  !header.includes('`') &&
  countCells(header) === countCells(row) &&
  !/\|[ \t:]*\||-[ \t:]+-|::/.test(row.trimEnd().replace(/\|$/, ''));
const countCells = (row: string): number => row.trimEnd().replace(/\|$/, '').split('|').length;

const isSpace = (character: string | undefined): boolean => character === undefined || /\s/.test(character);
const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Adds what one line may cost to its paragraph. */
function addLine(line: string, paragraph: Paragraph): void {
  paragraph.length += line.length + 1;
  const marks = /\*+|_+|~+|`+|\$\$+|[[\]<]/g;
  for (let match = marks.exec(line); match; match = marks.exec(line)) {
    const mark = match[0];
    const start = match.index;
    if (line[start - 1] === '\\' && mark.length === 1) continue;
    const after = line[start + mark.length];
    if (mark === '[') {
      paragraph.open++;
      paragraph.runs++;
      paragraph.deepest = Math.max(paragraph.deepest, paragraph.open);
    } else if (mark === ']') {
      paragraph.open = Math.max(0, paragraph.open - 1);
      paragraph.runs++;
      paragraph.closers++;
      if (after === '(') paragraph.starts++;
    } else if (mark === '<' || mark.startsWith('`') || mark.startsWith('$')) {
      if (mark !== '<' || !isSpace(after)) paragraph.starts++;
    } else {
      const before = line[start - 1];
      paragraph.runs++;
      if (!isSpace(before) && !(mark.startsWith('_') && isWord(after))) paragraph.closers++;
    }
  }
}
