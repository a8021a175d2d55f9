import { isObject } from '../../../domain/kernel/is-object.ts';
import { parseExactJson } from '../../../domain/openapi-specs/exact-json.ts';
import { valueText } from './value-text.ts';

/** Kind of the value that a text field stands for. */
export type FieldKind = 'text' | 'list' | 'object';

/** Writes a value for a text field: lists of plain values separated by commas, other lists and objects as JSON. */
export const writeField = (value: unknown): string =>
  Array.isArray(value) && value.every(isPlain) ? value.map(valueText).join(',') : valueText(value);

const isPlain = (item: unknown): boolean =>
  typeof item === 'string' ? !/^\s*\[|,/.test(item) : typeof item !== 'object' || item === null;

/** Reads the value of a text field; an object that is not valid JSON remains a text. */
export function readField(text: string, kind: FieldKind): unknown {
  const value = kind === 'text' ? undefined : parseJson(text);
  if (kind === 'list') {
    if (Array.isArray(value)) return value;
    return text.trim() === '' ? [] : text.split(',').map((item) => item.trim());
  }
  return isObject(value) ? value : text;
}

function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
