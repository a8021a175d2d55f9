import { FencedCode } from './fenced-code.ts';

const LINE_ENDS = '\r\n';
const LIST_MARKERS = '-*+0123456789';
const INDENTED = /^(?: {4}| {0,3}\t)/;
const LIST_ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/** Kind of a line of a document: text, blank, indented code, or a part of fenced code. */
export type LineKind = 'text' | 'blank' | 'indented' | 'opening' | 'code' | 'closing';

/** Finds code by its lines, which must be passed in order and may end with a line ending. Linear. */
export class CodeLines {
  readonly #fenced = new FencedCode();
  #isAfterText = false;
  #isInList = false;

  read(line: string): LineKind {
    const sign = firstSign(line);
    const kind = this.#fenced.read(line) ?? this.#kindOutsideFences(line, sign);
    this.#isAfterText = kind === 'text';
    if (kind === 'text' || kind === 'opening') {
      if (LIST_MARKERS.includes(sign) && LIST_ITEM.test(line)) this.#isInList = true;
      else if (line[0] !== ' ' && line[0] !== '\t') this.#isInList = false;
    }
    return kind;
  }

  /** Indented lines continue a paragraph or belong to a list item; otherwise they are code. */
  #kindOutsideFences(line: string, sign: string): LineKind {
    if (LINE_ENDS.includes(sign)) return 'blank';
    return !this.#isAfterText && !this.#isInList && INDENTED.test(line) ? 'indented' : 'text';
  }
}

/** Returns the first character of a line after blanks and the marks of quotes; empty if there is none. */
function firstSign(line: string): string {
  let at = 0;
  while (line[at] === ' ' || line[at] === '\t' || line[at] === '>') at++;
  return line[at] ?? '';
}
