const FENCE = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,}|\${2,})(.*)$/;
const LIST_MARKER = /[-*+]|\d/;

/** Kinds of fences that are found: those of code, or those of formulas also. */
export type Fences = 'code' | 'code and formulas';

interface Fence {
  readonly mark: string;
  /** Number of quotes around the code. */
  readonly quotes: number;
  /** Number of columns that the code is indented by the list item that starts on the line of the fence. */
  readonly indent: number;
}

/** Finds fenced code by its lines, which must be passed in order and may end with a line ending. Linear. */
export class FencedCode {
  #open: Fence | undefined;

  constructor(private readonly fences: Fences = 'code') {}

  /** Marks that close the present code; undefined outside code. */
  get mark(): string | undefined {
    return this.#open?.mark;
  }

  /** Reads a line. Returns its part: a fence, code between fences, or undefined for other text. */
  read(written: string): 'opening' | 'code' | 'closing' | undefined {
    const open = this.#open;
    const takesFormulas = this.fences === 'code and formulas';
    if (
      open === undefined &&
      !written.includes('```') &&
      !written.includes('~~~') &&
      !(takesFormulas && written.includes('$$'))
    )
      return undefined;
    const line = written.trimEnd();
    if (open !== undefined && !endsContainer(line, open)) {
      if (!closes(line, open)) return 'code';
      this.#open = undefined;
      return 'closing';
    }
    const [, prefix = '', mark, info = ''] = FENCE.exec(line) ?? [];
    this.#open =
      mark === undefined || (mark[0] !== '~' && info.includes(mark[0]!)) || (mark.startsWith('$') && !takesFormulas)
        ? undefined
        : { mark, quotes: quotesOf(prefix), indent: LIST_MARKER.test(prefix) ? prefix.length : 0 };
    return this.#open && 'opening';
  }
}

const quotesOf = (prefix: string): number => prefix.split('>').length - 1;

/** Tells whether a line is outside the quote or list item in which the fence is. */
function endsContainer(line: string, { quotes, indent }: Fence): boolean {
  if (quotes === 0 && indent === 0) return false;
  const prefix = /^[ \t>]*/.exec(line)![0];
  return quotesOf(prefix) < quotes || (quotes === 0 && prefix.length < indent && prefix.length < line.length);
}

function closes(line: string, { mark, quotes }: Fence): boolean {
  let from = 0;
  for (let quote = 0; quote < quotes; quote++) from = line.indexOf('>', from) + 1;
  const text = line.slice(from).trimStart();
  return text.startsWith(mark) && text.replaceAll(mark[0]!, '') === '';
}
