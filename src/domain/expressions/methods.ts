import { MAX_TEXT_LENGTH } from './expression.ts';

/** A function that a value may be asked for: pure, its work in proportion to the value. Undefined where the value does not have it. */
export type Method = (of: unknown, args: readonly unknown[]) => unknown;

const ofText =
  (apply: (text: string, args: readonly unknown[]) => unknown): Method =>
  (of, args) =>
    typeof of === 'string' ? apply(of, args) : undefined;
/** Asks a text for another: what is no text is found nowhere. */
const asking = (ask: (text: string, other: string) => boolean): Method =>
  ofText((text, [other]) => typeof other === 'string' && ask(text, other));

const place = (value: unknown, byDefault: number): number =>
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
  ['startsWith', asking((text, other) => text.startsWith(other))],
  ['endsWith', asking((text, other) => text.endsWith(other))],
  ['toUpperCase', ofText((text) => text.toUpperCase())],
  ['toLowerCase', ofText((text) => text.toLowerCase())],
  ['trim', ofText((text) => text.trim())],
  [
    'slice',
    (of, [from, to]) =>
      typeof of === 'string' || Array.isArray(of) ? of.slice(place(from, 0), place(to, of.length)) : undefined,
  ],
  ['at', (of, [index]) => (typeof of === 'string' || Array.isArray(of) ? of.at(place(index, 0)) : undefined)],
  [
    'concat',
    (of, args) =>
      typeof of === 'string' ? of + args.map(textOf).join('') : Array.isArray(of) ? of.concat(...args) : undefined,
  ],
  [
    'join',
    (of, [between]) => (Array.isArray(of) ? joined(of, typeof between === 'string' ? between : ',') : undefined),
  ],
  ['toString', (of) => (of === undefined || of === null ? undefined : textOf(of))],
]);

/** A value as text: that of a number, a text or a truth value, items of a list joined by commas; empty for everything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? joined(value, ',') : '';
}

function joined(items: readonly unknown[], between: string): string {
  let text = '';
  for (const [i, item] of items.entries()) {
    text += (i === 0 ? '' : between) + (Array.isArray(item) ? '' : textOf(item));
    if (text.length > MAX_TEXT_LENGTH) break;
  }
  return text;
}
