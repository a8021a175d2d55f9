/** Quick test whether a text may contain an integer that a number rounds. */
const MAYBE_LONG = /\d{16}/;
/** Long integer outside of texts; even longer ones are read as numbers. */
const LONG_INTEGER = /(?<![\d.eE+-])-?\d{16,40}(?![\d.eE])/g;
/** Sign before the digits of a text that stands for an integer; the texts of documents never contain it. */
const MARK = '\0';
const MARKED = /^\0-?\d{16,40}$/;
/** Marked text as JSON. A backslash before it would make its quotation mark a part of another text. */
const MARKED_JSON = /(?<!\\)"\\u0000(-?\d{16,40})"/g;

/**
 * Parses JSON; integers that a number would round, such as the limits of 64 bits, become bigints.
 *
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!MAYBE_LONG.test(text) || text.includes('\\u0000')) return value;
  const marked = markIntegers(text);
  if (marked === text) return value;
  try {
    return JSON.parse(marked, (_, member: unknown) =>
      typeof member === 'string' && MARKED.test(member) ? BigInt(member.slice(MARK.length)) : member,
    );
  } catch (error) {
    // Replacing members takes more of the stack than parsing.
    if (error instanceof RangeError) return value;
    throw error;
  }
}

/** Formats a value like `JSON.stringify`, with bigints as integers. */
export function stringifyExactJson(value: unknown, space?: number): string {
  try {
    return JSON.stringify(value, null, space);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const marked = JSON.stringify(
    value,
    (_, member: unknown) => (typeof member === 'bigint' ? `${MARK}${member}` : member),
    space,
  );
  return marked.replace(MARKED_JSON, '$1');
}

/** Returns an integer as a number, or as a bigint if a number would round it. */
export const exactInteger = (digits: string): number | bigint =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits);

/** Tells whether a value is or contains a bigint. */
export const hasBigInteger = (value: unknown): boolean =>
  typeof value === 'bigint' ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hasBigInteger));

/** Turns the integers of valid JSON that a number would round into marked texts. */
function markIntegers(text: string): string {
  let marked = '';
  let from = 0;
  while (from < text.length) {
    const quote = text.indexOf('"', from);
    const end = quote < 0 ? text.length : quote;
    marked += text
      .slice(from, end)
      .replace(LONG_INTEGER, (digits) => (typeof exactInteger(digits) === 'bigint' ? `"\\u0000${digits}"` : digits));
    from = quote < 0 ? end : endOfText(text, quote);
    marked += text.slice(end, from);
  }
  return marked;
}

/** Returns the offset after the text of JSON that begins at a quotation mark. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  return json.length;
}
