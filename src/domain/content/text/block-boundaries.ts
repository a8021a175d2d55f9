import { FencedCode } from '../markdown/fenced-code.ts';

const BLANK = /^\s*$/;
/** Start of a block: a heading, list item, quote, table row, thematic break, HTML or template tag, or reference. */
const STARTS_BLOCK = /^\s*(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|>|\||<|\{%|\[[^\]]+\]:|(?:[-*_]\s*){3,}$)/;
const ENDS_BLOCK = /^\s*(?:#{1,6}\s|\{%.*%\}\s*$|(?:[-*_]\s*){3,}$)/;

/**
 * Returns a function that tells whether a markdown block ends before a line, so that changes above and below it are
 * independent. Conservative: there is no boundary inside fenced code.
 */
export function blockBoundaries(lines: readonly string[]): (line: number) => boolean {
  const fenced = new Uint8Array(lines.length + 1);
  const code = new FencedCode();
  lines.forEach((line, i) => {
    const part = code.read(line);
    if (part === 'code' || part === 'closing') fenced[i] = 1;
  });
  return (line) => {
    if (line <= 0 || line >= lines.length) return true;
    if (fenced[line] === 1) return false;
    const [above, below] = [lines[line - 1]!, lines[line]!];
    return BLANK.test(above) || BLANK.test(below) || STARTS_BLOCK.test(below) || ENDS_BLOCK.test(above);
  };
}
