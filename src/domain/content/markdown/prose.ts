import { CodeLines } from './code-lines.ts';

/** Range of a markdown document, by offsets. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Number of lines without prose between two empty ranges. */
const SKIPPED_LINES_PER_PAUSE = 500;

/**
 * Lists the paragraphs of a markdown document that are not code or formulas, each with its lines. Linear and lazy: yields an empty
 * range now and then among many lines without prose, so that a caller may pause.
 */
export function* proseParagraphs(markdown: string): Generator<TextRange> {
  const lines = new CodeLines('code and formulas');
  let skipped = 0;
  let start = -1;
  for (let from = 0; from < markdown.length;) {
    const newline = markdown.indexOf('\n', from);
    const to = newline === -1 ? markdown.length : newline + 1;
    if (lines.read(markdown.slice(from, to)) === 'text') {
      if (start < 0) start = from;
    } else {
      if (start >= 0) yield { from: start, to: from };
      else if (++skipped % SKIPPED_LINES_PER_PAUSE === 0) yield { from, to: from };
      start = -1;
    }
    from = to;
  }
  if (start >= 0) yield { from: start, to: markdown.length };
}
