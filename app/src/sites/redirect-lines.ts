/** Redirect as a line of text has it. */
export interface RedirectLine {
  readonly source: string;
  readonly url: string;
}

/**
 * Reads redirects from lines such as `/old https://example.com/new`, with white space, a comma or a tab between the
 * path and the address. Empty lines and lines that begin with `#` are skipped.
 *
 * @throws Error naming the first line that has not exactly two parts
 */
export function parseRedirectLines(text: string, refuse: (line: number) => string): readonly RedirectLine[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const parts = line.split(/[\s,]+/).filter((part) => part !== '');
    if (parts.length === 0 || parts[0]!.startsWith('#')) return [];
    const [source, url, ...more] = parts;
    if (url === undefined || more.length > 0) throw new Error(refuse(index + 1));
    return [{ source: source!, url }];
  });
}
