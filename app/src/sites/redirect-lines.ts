/** Redirect as a line of text has it. */
export interface RedirectLine {
  readonly source: string;
  readonly url: string;
}

/** Path and address with white space alone between them; both may contain commas. */
const SPACED = /^(\S*[^\s,])\s+(\S+)$/;
/** Path and address with a comma between them; a further column would be taken for a part of the address. */
const SEPARATED = /^([^\s,]+)[\s,]+([^\s,]+)$/;

/**
 * Reads redirects from lines such as `/old https://example.com/new`, with white space, a comma or a tab between the
 * path and the address. Empty lines and lines that begin with `#` are skipped.
 *
 * @throws Error naming the first line that has not exactly two parts
 */
export function parseRedirectLines(text: string, refuse: (line: number) => string): readonly RedirectLine[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const entry = line.replace(/^[\s,]+|[\s,]+$/g, '');
    if (entry === '' || entry.startsWith('#')) return [];
    const [, source, url] = SPACED.exec(entry) ?? SEPARATED.exec(entry) ?? [];
    if (source === undefined || url === undefined) throw new Error(refuse(index + 1));
    return [{ source, url }];
  });
}
