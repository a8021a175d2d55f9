import fc from 'fast-check';

/** JSON Schema, as far as the API reference uses it. */
export interface RequestSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly RequestSchema[];
  readonly oneOf?: readonly RequestSchema[];
  readonly allOf?: readonly RequestSchema[];
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | RequestSchema;
  readonly propertyNames?: RequestSchema;
  readonly items?: RequestSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Values that fit a schema. */
export interface ArbitraryOptions {
  readonly components: Readonly<Record<string, RequestSchema>>;
  /** Texts that are given besides random ones, such as ids that exist. */
  readonly texts: readonly string[];
}

/** Objects nest no deeper than this, but for members that are required. */
const MAX_DEPTH = 4;
const MAX_TEXT = 40;
const MAX_ITEMS = 3;
const WORDS = ['Words', 'a', 'Änderung 第1章', 'a/b', '  x ', '0', '{% if %}', '# A\n\n* b', '\u200bx', 'true'];
/** No server listens there. */
const URLS = ['http://127.0.0.1:9/', 'http://127.0.0.1:9/a%20b?c=d#e', 'https://127.0.0.1:9/docs/'];

/** Creates values that fit a schema, and that random ones would seldom be. */
export function arbitraryOf(schema: RequestSchema, options: ArbitraryOptions, depth = 0): fc.Arbitrary<unknown> {
  const inner = (of: RequestSchema, deeper = 0): fc.Arbitrary<unknown> => arbitraryOf(of, options, depth + deeper);
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1)!;
    return fc.constant(undefined).chain(() => inner(options.components[name]!));
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) {
    const all = variants.map((each) => inner(each));
    if (schema.properties === undefined) return fc.oneof(...all);
    const { anyOf: _, oneOf: __, ...own } = schema;
    return fc.tuple(inner(own), fc.oneof(...all)).map(([first, second]) => Object.assign({}, first, second));
  }
  if (schema.allOf !== undefined)
    return fc.tuple(...schema.allOf.map((each) => inner(each))).map((parts) => Object.assign({}, ...parts));
  const { type } = schema;
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => inner({ ...schema, type: each })));
  switch (type) {
    case 'object':
      return objects(schema, inner, depth);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = MAX_ITEMS } = schema;
      const most = Math.max(minItems, Math.min(maxItems, depth > MAX_DEPTH ? 0 : MAX_ITEMS));
      return fc.array(inner(items, 1), { minLength: minItems, maxLength: most });
    }
    case 'string':
      return strings(schema, options.texts);
    case 'integer':
    case 'number': {
      const { minimum: min = -1_000, maximum: max = 1_000_000 } = schema;
      return type === 'integer'
        ? fc.integer({ min: Math.max(min, -1e9), max: Math.min(max, 1e9) })
        : fc.double({ min, max, noNaN: true });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(fc.constantFrom(null, true, 0, 'text'), fc.constantFrom({}, [], { a: 1 }));
  }
}

function objects(
  { properties = {}, required = [], additionalProperties, propertyNames }: RequestSchema,
  inner: (of: RequestSchema, deeper: number) => fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<unknown> {
  const kept = Object.entries(properties).filter(([name]) => required.includes(name) || depth <= MAX_DEPTH);
  const known = fc.record(Object.fromEntries(kept.map(([name, each]) => [name, inner(each, 1)])), {
    requiredKeys: [...required].filter((name) => name in properties),
    noNullPrototype: true,
  });
  if (typeof additionalProperties !== 'object' || depth > MAX_DEPTH) return known;
  const names = inner(propertyNames ?? { type: 'string', minLength: 1, maxLength: 20 }, 1) as fc.Arbitrary<string>;
  const others = fc.dictionary(
    names.filter((name) => name !== '__proto__'),
    inner(additionalProperties, 1),
    { maxKeys: MAX_ITEMS, noNullPrototype: true },
  );
  return fc.tuple(others, known).map(([first, second]) => ({ ...first, ...(second as object) }));
}

function strings(
  { minLength = 0, maxLength = Infinity, pattern, format }: RequestSchema,
  texts: readonly string[],
): fc.Arbitrary<string> {
  const fits = (text: string): boolean =>
    [...text].length >= minLength &&
    [...text].length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text));
  const unit = fc.constantFrom(...'abcXYZ019 -_./'.split(''), 'é', '漢', '😀');
  const random =
    format === 'uri'
      ? fc.constantFrom(...URLS)
      : format === 'email'
        ? fc.integer({ min: 0, max: 1e6 }).map((i) => `person-${i}@example.com`)
        : format === 'date-time'
          ? fc
              .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
              .map((date) => date.toISOString())
          : pattern !== undefined
            ? fc.stringMatching(new RegExp(pattern, 'u'))
            : fc.string({ unit, minLength, maxLength: Math.max(minLength, Math.min(maxLength, MAX_TEXT)) });
  if (format !== undefined) return random.filter(fits);
  const candidates = [...texts, ...WORDS].filter(fits);
  return candidates.length === 0
    ? random.filter(fits)
    : fc.oneof({ arbitrary: random.filter(fits), weight: 1 }, { arbitrary: fc.constantFrom(...candidates), weight: 2 });
}
