import { FencedCode } from '../../../domain/content/markdown/fenced-code.ts';

/** Maximum length of rendered Markdown in UTF-16 units; the longest of 2,000 real pages has 156,000. */
export const MAX_MARKDOWN_LENGTH = 300_000;
/** Maximum number of lines and of bars between cells; each costs up to 50 µs. */
export const MAX_LINES = 30_000;
export const MAX_BARS = 40_000;
/** Maximum nesting of quotes and lists. */
export const MAX_CONTAINERS = 50;
/** Maximum number of marks of quotes and list items; each costs up to 60 µs. */
export const MAX_MARKERS = 10_000;
/**
 * Maximum sum over all paragraphs of the squared number of lines that continue a quote or list item; each step costs
 * about 20 ns.
 */
const MAX_CONTINUATION_STEPS = 25_000_000;
/** Maximum number of open square brackets within one paragraph. */
export const MAX_BRACKETS = 32;
/**
 * Maximum number of attempts to match emphasis (closings times openings, summed over the paragraphs); each costs about
 * 0.1 µs, and skipping other marks a 40th of that.
 */
const MAX_EMPHASIS_STEPS = 4_000_000;
/**
 * Maximum number of characters scanned after the starts of code, math, HTML and link targets, summed likewise; each
 * costs about 10 ns.
 */
const MAX_SCAN_STEPS = 80_000_000;

/** Maximum length and number of marks of Markdown that is rendered on the calling thread (`npm run fuzz:rendering`). */
const MAX_QUICK_LENGTH = 8_000;
const MAX_QUICK_MARKS = 600;

const MARKERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/;
const RULE = /^[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/;
const DELIMITER_ROW = /^\|[ \t:|-]+$/;
const BREAKS = /^[ \t>]*$|^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]|^ {0,3}#{1,6}[ \t]/;

/** Characters other than letters, digits, spaces and commas: possible syntax, and line ends. */
const MARKS = /[^\p{L}\p{M}\p{N} ,]/gu;

/**
 * Reports whether rendering `markdown` takes at most a few hundredths of a second: it is short and contains so few
 * marks that no construct can repeat itself often. Other Markdown belongs on a thread.
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
  /** The paragraph starts in a quote or a list item. */
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
 * Reports whether parsing `markdown` could take long. The parser is linear for ordinary text, but takes quadratic time
 * and more for unbalanced or deeply nested marks within one paragraph. This check is linear and never underestimates
 * the parser, so a megabyte of brackets costs milliseconds.
 */
export function isTooComplex(markdown: string): boolean {
  if (markdown.length > MAX_MARKDOWN_LENGTH) return true;
  const lines = markdown.split(/\r\n|\n|\r/);
  if (lines.length > MAX_LINES || markdown.split('|').length > MAX_BARS) return true;
  let emphasis = 0;
  let scans = 0;
  let continuations = 0;
  const fenced = new FencedCode();
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
    const part = fenced.read(line);
    if (part === 'code' || part === 'closing') continue;
    if (containers.exceedsLimits(line)) return true;
    table = line.startsWith('|') && (table || isTableHead(previous, line));
    if ((table || part || BREAKS.test(line)) && closeParagraph()) return true;
    if (part === undefined) {
      if (MARKERS.test(line)) paragraph.contained = true;
      else if (paragraph.contained) paragraph.continued++;
      addLine(line, paragraph);
    }
    previous = line;
  }
  return closeParagraph();
}

/** Tracks the depth of lists and quotes by the start of each line. */
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

/** Reports whether two lines are certainly the header and delimiter row of a table, whose cells count as paragraphs. */
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

/** Adds the cost of a line to its paragraph. */
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
