import { MAX_EXPRESSION_RESULT_LENGTH } from './expression.ts';

/** Method of a value: pure, with work proportional to the value. Returns undefined for values without this method. */
export type Method = (of: unknown, args: readonly unknown[]) => unknown;

const textMethod =
  (apply: (text: string, args: readonly unknown[]) => unknown): Method =>
  (of, args) =>
    typeof of === 'string' ? apply(of, args) : undefined;
/** Builds a method that tests a text with another; false for an argument that is not a text. */
const textPredicate = (ask: (text: string, other: string) => boolean): Method =>
  textMethod((text, [other]) => typeof other === 'string' && ask(text, other));

const indexArgument = (value: unknown, byDefault: number): number =>
  typeof value === 'number' && !Number.isNaN(value) ? value : byDefault;

export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  [
    'includes',
    (of, [item]) =>
      Array.isArray(of)
        ? of.includes(item)
        : typeof of === 'string'
          ? typeof item === 'string' && of.includes(item)
          : undefined,
  ],
  [
    'indexOf',
    (of, [item]) =>
      Array.isArray(of)
        ? of.indexOf(item)
        : typeof of === 'string'
          ? typeof item === 'string'
            ? of.indexOf(item)
            : -1
          : undefined,
  ],
  ['startsWith', textPredicate((text, other) => text.startsWith(other))],
  ['endsWith', textPredicate((text, other) => text.endsWith(other))],
  ['toUpperCase', textMethod((text) => text.toUpperCase())],
  ['toLowerCase', textMethod((text) => text.toLowerCase())],
  ['trim', textMethod((text) => text.trim())],
  [
    'slice',
    (of, [from, to]) =>
      typeof of === 'string' || Array.isArray(of)
        ? of.slice(indexArgument(from, 0), indexArgument(to, of.length))
        : undefined,
  ],
  ['at', (of, [index]) => (typeof of === 'string' || Array.isArray(of) ? of.at(indexArgument(index, 0)) : undefined)],
  [
    'concat',
    (of, args) =>
      typeof of === 'string' ? of + args.map(toText).join('') : Array.isArray(of) ? of.concat(...args) : undefined,
  ],
  [
    'join',
    (of, [between]) => (Array.isArray(of) ? joinItems(of, typeof between === 'string' ? between : ',') : undefined),
  ],
  ['toString', (of) => (of === undefined || of === null ? undefined : toText(of))],
]);

/**
 * Converts a value to text: numbers, texts and booleans as such, list items joined by commas; empty for everything
 * else.
 */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? joinItems(value, ',') : '';
}

function joinItems(items: readonly unknown[], between: string): string {
  let text = '';
  for (const [i, item] of items.entries()) {
    text += (i === 0 ? '' : between) + (Array.isArray(item) ? '' : toText(item));
    if (text.length > MAX_EXPRESSION_RESULT_LENGTH) break;
  }
  return text;
}
