import { parse, stringify } from 'lossless-json';

/** Quick test whether a text may contain an integer that a number rounds; `JSON.parse` reads all others in less time. */
const MAYBE_LONG = /\d{16}/;
/** Integer that is read exactly; even longer ones are read as numbers. */
const INTEGER = /^-?\d{1,40}$/;

/**
 * Parses JSON; integers that a number would round, such as the limits of 64 bits, become bigints.
 *
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  if (!MAYBE_LONG.test(text)) return JSON.parse(text);
  try {
    return parse(text, undefined, {
      parseNumber: (number) => (INTEGER.test(number) ? exactInteger(number) : Number(number)),
      // The last one is the value, as for `JSON.parse`.
      onDuplicateKey: ({ newValue }) => newValue,
    });
  } catch (error) {
    // The library takes more of the stack than `JSON.parse`.
    if (error instanceof RangeError) return JSON.parse(text);
    throw error;
  }
}

/** Formats a value like `JSON.stringify`, with bigints as integers. */
export function stringifyExactJson(value: unknown, space?: number): string {
  try {
    return JSON.stringify(value, null, space);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return stringify(value, undefined, space)!;
  }
}

/** Returns an integer as a number, or as a bigint if a number would round it. */
export const exactInteger = (digits: string): number | bigint =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits);

/** Tells whether a value is or contains a bigint. */
export const hasBigInteger = (value: unknown): boolean =>
  typeof value === 'bigint' ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hasBigInteger));
