import { stringifyExactJson } from '../../../domain/openapi-specs/exact-json.ts';

/** Formats a JSON value as it is written in requests; texts without quotation marks. */
export const valueText = (value: unknown): string => (typeof value === 'string' ? value : stringifyExactJson(value));
