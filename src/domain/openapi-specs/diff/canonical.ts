import { isJsonMap } from '../document.ts';

/** A text that equal values share, whatever the order of their members. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonMap(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(',')}}`;
}

const MAX_FORMATTED_LENGTH = 200;

/** A value as a difference shows it. */
export function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : canonical(value);
  return text.length > MAX_FORMATTED_LENGTH ? `${text.slice(0, MAX_FORMATTED_LENGTH)}…` : text;
}
