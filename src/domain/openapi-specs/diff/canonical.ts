import { isJsonMap } from '../document.ts';
import { stringifyExactJson } from '../exact-json.ts';

/** Encodes a value so that values that differ only in the order of members are equal. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (!isJsonMap(value)) return stringifyExactJson(value) ?? 'null';
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`);
  return `{${members.join(',')}}`;
}

const MAX_FORMATTED_LENGTH = 200;

/** Formats a value for display in a difference. */
export function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : canonicalText(value);
  return text.length > MAX_FORMATTED_LENGTH ? `${text.slice(0, MAX_FORMATTED_LENGTH)}…` : text;
}
