const BLANK = /^\s*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const MIN_FENCE = 3;
/** A heading, list item, quote, table row, thematic break, HTML or template tag, or reference begins a block of its own. */
const STARTS_BLOCK = /^\s*(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|>|\||<|\{%|\[[^\]]+\]:|(?:[-*_]\s*){3,}$)/;
const ENDS_BLOCK = /^\s*(?:#{1,6}\s|\{%.*%\}\s*$|(?:[-*_]\s*){3,}$)/;

/**
 * Says whether a block of markdown ends before the line with a number: what is changed above and below it does not touch.
 * Errs on the side of no: inside fenced code there is no boundary.
 */
export function blockBoundaries(lines: readonly string[]): (line: number) => boolean {
  const fenced = new Uint8Array(lines.length + 1);
  let fence = '';
  lines.forEach((line, i) => {
    const mark = line.length < MIN_FENCE ? '' : (FENCE.exec(line)?.[1] ?? '');
    if (fence === '') fence = mark;
    else {
      fenced[i] = 1;
      if (mark.startsWith(fence) && line.trim() === mark) fence = '';
    }
  });
  return (line) => {
    if (line <= 0 || line >= lines.length) return true;
    if (fenced[line] === 1) return false;
    const [above, below] = [lines[line - 1]!, lines[line]!];
    return BLANK.test(above) || BLANK.test(below) || STARTS_BLOCK.test(below) || ENDS_BLOCK.test(above);
  };
}
