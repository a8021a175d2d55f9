import { PAUSE, PauseCounter, type Pausable } from '../../kernel/pausable.ts';

/** Splits a text into lines, each with its line feed. */
export function* splitLines(text: string): Pausable<string[]> {
  const lines: string[] = [];
  const pauses = new PauseCounter();
  for (let from = 0; from < text.length;) {
    if (pauses.isDue()) yield PAUSE;
    const end = text.indexOf('\n', from) + 1 || text.length;
    lines.push(text.slice(from, end));
    from = end;
  }
  return lines;
}

/** Counts the lines that `splitLines` returns. */
export function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** The lines of a text with their endings: LF, CRLF or CR. Linear, and lazy. */
export function* linesWithEndings(text: string): Generator<string> {
  let carriageReturn = text.indexOf('\r');
  for (let from = 0; from < text.length;) {
    const lineFeed = text.indexOf('\n', from);
    let end = lineFeed < 0 ? text.length : lineFeed + 1;
    if (carriageReturn >= 0 && carriageReturn < from) carriageReturn = text.indexOf('\r', from);
    if (carriageReturn >= 0 && carriageReturn + 1 < end && carriageReturn + 1 !== lineFeed) end = carriageReturn + 1;
    yield text.slice(from, end);
    from = end;
  }
}
