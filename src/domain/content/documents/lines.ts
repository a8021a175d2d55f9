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
