/** Range of a markdown document, by offsets. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;
const INDENTED = /^(?: {4}| {0,3}\t)/;
const LIST_ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/** Number of lines without prose between two empty ranges. */
const SKIPPED_LINES_PER_PAUSE = 500;

/**
 * Lists the paragraphs of a markdown document that are not code, each with its lines. Linear and lazy: yields an empty
 * range now and then among many lines without prose, so that a caller may pause.
 */
export function* proseParagraphs(markdown: string): Generator<TextRange> {
  let skipped = 0;
  let fence = '';
  let start = -1;
  let blank = true;
  let inList = false;
  for (let from = 0; from < markdown.length;) {
    const newline = markdown.indexOf('\n', from);
    const to = newline === -1 ? markdown.length : newline + 1;
    const line = markdown.slice(from, to);
    const mark = FENCE.exec(line)?.[1] ?? '';
    const isBlank = /^[ \t>]*\r?\n?$/.test(line);
    const isCode = fence !== '' || mark !== '' || (blank && !inList && !isBlank && start < 0 && INDENTED.test(line));
    if (fence !== '') {
      if (mark.startsWith(fence) && line.replace(/^[ \t>]+/, '').trim() === mark) fence = '';
    } else if (mark !== '') fence = mark;
    if (isCode || isBlank) {
      if (start >= 0) yield { from: start, to: from };
      else if (++skipped % SKIPPED_LINES_PER_PAUSE === 0) yield { from, to: from };
      start = -1;
      // Indented code directly after code is still code.
      blank = isBlank || (fence === '' && mark === '');
    } else {
      if (start < 0) start = from;
      blank = false;
      if (LIST_ITEM.test(line)) inList = true;
      else if (!/^[ \t]/.test(line)) inList = false;
    }
    from = to;
  }
  if (start >= 0) yield { from: start, to: markdown.length };
}
