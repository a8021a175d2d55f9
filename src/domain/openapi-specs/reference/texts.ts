import { toPrintableText, toSingleLine } from '../document.ts';
import { stringifyExactJson } from '../exact-json.ts';

const MAX_NAME = 300;
const MAX_PROSE = 20_000;
const MAX_VALUE = 4_000;

/** Returns a text as one line of limited length; undefined for other values and empty texts. */
export function toName(value: unknown): string | undefined {
  const text = typeof value === 'string' ? toSingleLine(value, MAX_NAME) : '';
  return text === '' ? undefined : text;
}

/** Returns the name of a member, which may be empty; longer names end with an ellipsis. */
export function toMemberName(name: string): string {
  const text = toSingleLine(name, MAX_NAME);
  return text.length < MAX_NAME ? text : `${text}…`;
}

/** Returns Markdown of limited length; undefined for other values and empty texts. */
export function toProse(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = toPrintableText(value.slice(0, MAX_PROSE)).trim();
  return text === '' ? undefined : text;
}

/** Reports whether a value is short enough to be shown as an example or a default. */
export function isShortValue(value: unknown): boolean {
  return (
    value !== undefined && (typeof value === 'string' ? value.length : stringifyExactJson(value).length) <= MAX_VALUE
  );
}
