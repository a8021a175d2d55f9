import type { SchemaDefinitions, SchemaModel } from './reference-model.ts';
import { resolveSchema } from './schema-lookup.ts';
import { isObject } from '../../kernel/is-object.ts';

const MAX_DEPTH = 6;
const MAX_VALUES = 200;
/** Items of an array, and characters of a text, that a value has at most to reach a required number. */
const MAX_ITEMS = 5;
const MAX_TEXT = 100;

/** Value of a text without a format. */
const TEXT = 'string';
/** Values of texts by format. */
const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'user@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  byte: 'U3dhZ2dlcg==',
  binary: '<file>',
};

/** Direction of a body; read-only members are not sent and write-only members are not received. */
export type BodyDirection = 'request' | 'response';

/** Reports whether bodies of a direction lack a member. */
export const isLeftOut = ({ readOnly, writeOnly }: SchemaModel, direction: BodyDirection): boolean =>
  (direction === 'request' ? readOnly : writeOnly) === true;

/**
 * Makes up a value of a schema from its examples, defaults and allowed values. Recursion ends at the second occurrence
 * of a definition; the size of the value is bounded.
 */
export function sampleValue(schema: SchemaModel, definitions: SchemaDefinitions, direction: BodyDirection): unknown {
  return new Sampler(definitions, direction).sample(schema, 0, new Set());
}

/** Returns the stated value of a schema: its example, default or first allowed value; undefined if it states none. */
export function statedValue({ examples, default: fallback, values }: SchemaModel): unknown {
  if (examples !== undefined && examples.length > 0) return examples[0];
  return fallback === undefined ? values?.[0] : fallback.value;
}

class Sampler {
  #remaining = MAX_VALUES;

  constructor(
    private readonly definitions: SchemaDefinitions,
    private readonly direction: BodyDirection,
  ) {}

  sample(model: SchemaModel, depth: number, open: ReadonlySet<string>): unknown {
    const { schema, keys } = resolveSchema(model, this.definitions);
    const stated = statedValue(schema);
    if (stated !== undefined) return stated;
    if (--this.#remaining < 0 || depth > MAX_DEPTH || keys.some((key) => open.has(key))) return emptyValue(schema);
    const within = keys.length === 0 ? open : new Set([...open, ...keys]);
    const type = schema.types.find((each) => each !== 'null');
    if (schema.properties !== undefined || type === 'object') return this.#object(schema, depth, within);
    const items = schema.prefixItems ?? (schema.items === undefined ? [] : [schema.items]);
    if (type === 'array' || items.length > 0) return this.#array(schema, items, depth, within);
    const option = schema.variants?.[0]?.options[0];
    if (type === undefined && option !== undefined) return this.sample(option, depth + 1, within);
    return primitiveValue(schema, type);
  }

  /** Repeats the last item as often as the schema requires. */
  #array(schema: SchemaModel, items: readonly SchemaModel[], depth: number, open: ReadonlySet<string>): unknown {
    const values = items.map((each) => this.sample(each, depth + 1, open));
    const missing = Math.min(limitOf(schema, 'minimum items') ?? 0, MAX_ITEMS) - values.length;
    const last = items.at(-1);
    if (last === undefined || schema.prefixItems !== undefined) return values;
    return [...values, ...Array.from({ length: Math.max(0, missing) }, () => this.sample(last, depth + 1, open))];
  }

  #object(schema: SchemaModel, depth: number, open: ReadonlySet<string>): unknown {
    const entries: [string, unknown][] = [];
    for (const { name, schema: of } of schema.properties ?? []) {
      if (this.#remaining <= 0) break;
      if (isLeftOut(resolveSchema(of, this.definitions).schema, this.direction)) continue;
      entries.push([name, this.sample(of, depth + 1, open)]);
    }
    const option = schema.variants?.[0]?.options[0];
    if (option !== undefined) {
      const value = this.sample(option, depth + 1, open);
      if (isObject(value)) entries.push(...Object.entries(value));
    }
    if (entries.length === 0 && schema.additional !== undefined)
      entries.push(['key', this.sample(schema.additional, depth + 1, open)]);
    return Object.fromEntries(entries);
  }
}

const emptyValue = ({ types }: SchemaModel): unknown =>
  types.includes('array') ? [] : types.includes('object') ? {} : types.includes('null') ? null : {};

/** Returns the number that a constraint of a schema states; undefined without one. */
function limitOf({ constraints }: SchemaModel, label: string): number | undefined {
  const stated = constraints?.find((each) => each.label === label)?.value;
  const limit = stated === undefined ? Number.NaN : Number(stated);
  return Number.isFinite(limit) ? limit : undefined;
}

function primitiveValue(schema: SchemaModel, type: string | undefined): unknown {
  switch (type) {
    case 'integer':
      return numberValue(schema, 1, 1);
    case 'number':
      return numberValue(schema, 1.5, 0.5);
    case 'boolean':
      return true;
    case 'string':
      return textValue(schema);
    default:
      return schema.types.includes('null') ? null : 'any';
  }
}

/**
 * Returns the lowest number that the limits of a schema allow, or the highest one, or the usual one without limits.
 * @param step distance from a limit that is excluded
 */
function numberValue(schema: SchemaModel, usual: number, step: number): number {
  const lowest = limitOf(schema, 'minimum');
  const above = limitOf(schema, 'greater than');
  const highest = limitOf(schema, 'maximum');
  const below = limitOf(schema, 'less than');
  const multiple = limitOf(schema, 'multiple of');
  const allows = (value: number): boolean =>
    value >= (lowest ?? -Infinity) &&
    value > (above ?? -Infinity) &&
    value <= (highest ?? Infinity) &&
    value < (below ?? Infinity);
  const between = above !== undefined && below !== undefined && step < 1 ? [(above + below) / 2] : [];
  const candidates = [lowest, add(above, step), ...between, usual, highest, add(below, -step)];
  const fitting = candidates.find((value) => value !== undefined && allows(value)) ?? usual;
  if (multiple === undefined || multiple <= 0) return fitting;
  // Without the digits that binary fractions add.
  const rounded = Number((Math.ceil(fitting / multiple) * multiple).toPrecision(12));
  return allows(rounded) ? rounded : fitting;
}

const add = (limit: number | undefined, step: number): number | undefined =>
  limit === undefined ? undefined : limit + step;

/** Returns a text of the format, or else one as long as the schema requires. */
function textValue(schema: SchemaModel): string {
  const { format } = schema;
  if (format !== undefined && Object.hasOwn(TEXTS, format)) return TEXTS[format]!;
  const shortest = Math.min(limitOf(schema, 'minimum length') ?? 0, MAX_TEXT);
  const longest = Math.max(0, limitOf(schema, 'maximum length') ?? Infinity);
  const length = Math.max(shortest, Math.min(longest, TEXT.length));
  return TEXT.repeat(Math.ceil(length / TEXT.length)).slice(0, length);
}
