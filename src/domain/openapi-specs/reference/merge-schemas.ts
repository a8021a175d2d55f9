import { asList, entriesOf, isJsonMap, type JsonMap, type SpecDocument } from '../document.ts';

/** Maximum number of schemas and properties that are merged for one schema. */
const MAX_MERGED = 5_000;

/** Keywords that list alternatives; each list stays separate. */
const VARIANT_KINDS = ['oneOf', 'anyOf'] as const;

/** Schema without `allOf`, still with references among its members. */
export interface MergedSchema {
  readonly schema: JsonMap;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<unknown>;
  readonly variants: readonly {
    readonly kind: (typeof VARIANT_KINDS)[number];
    readonly options: readonly unknown[];
    readonly discriminator: unknown;
  }[];
  /** Schemas of the document that were merged; they contribute members of their own. */
  readonly parts: ReadonlySet<JsonMap>;
  /** Members are missing because there are too many. */
  readonly isCut: boolean;
}

/**
 * Merges a schema with those in its `allOf`, directly or indirectly. The schema's own members win over those of its
 * parts, and earlier parts over later ones; properties of one name are combined by another `allOf`. A schema that
 * contains itself is merged once.
 */
export function mergeSchema(schema: JsonMap, document: SpecDocument): MergedSchema {
  const merged: JsonMap = {};
  const properties = new Map<string, unknown>();
  const required = new Set<unknown>();
  const variants: MergedSchema['variants'][number][] = [];
  const seen = new Set<JsonMap>();
  const parts = new Set<JsonMap>();
  /** Example objects of the parts, and their form in XML. */
  const inherited: JsonMap = {};
  /** Number of parts that state members of the value. */
  let shapes = 0;
  let remaining = MAX_MERGED;
  const add = (part: JsonMap): void => {
    if (seen.has(part) || remaining <= 0) return;
    seen.add(part);
    if (Object.keys(part).some((key) => key !== 'allOf' && key !== '$ref')) parts.add(part);
    remaining--;
    if (asList(part['oneOf'] ?? part['anyOf']).length > 0 || entriesOf(part['properties']).length > 0) shapes++;
    for (const [key, value] of Object.entries(part)) {
      if (SEPARATE.has(key)) continue;
      if (part !== schema && ((EXAMPLES.has(key) && hasObject(value)) || key === 'xml')) {
        if (!Object.hasOwn(inherited, key)) inherited[key] = value;
        continue;
      }
      if (!Object.hasOwn(merged, key)) merged[key] = value;
      else if (NESTED.has(key) && isJsonMap(value))
        merged[key] = isJsonMap(merged[key]) ? combine(merged[key], value) : value;
    }
    for (const [name, value] of entriesOf(part['properties'])) {
      if (remaining-- <= 0) break;
      properties.set(name, properties.has(name) ? combine(properties.get(name), value) : value);
    }
    for (const name of asList(part['required']).slice(0, Math.max(0, remaining))) required.add(name);
    for (const kind of VARIANT_KINDS) {
      const options = asList(part[kind]);
      if (options.length > 0) variants.push({ kind, options, discriminator: part['discriminator'] });
    }
    for (const each of asList(part['allOf'])) if (isJsonMap(each)) add(each);
    const referenced = part['$ref'] === undefined ? undefined : document.resolve(part);
    if (referenced !== undefined) add(referenced);
  };
  add(schema);
  if (shapes <= 1) Object.assign(merged, { ...inherited, ...merged });
  else addExamples(properties, inherited);
  return { schema: merged, properties, required, variants, parts, isCut: remaining <= 0 };
}

/** Members that are schemas. */
const NESTED: ReadonlySet<string> = new Set(['items', 'additionalProperties']);
/** Members that are merged separately. */
const SEPARATE: ReadonlySet<string> = new Set([
  'properties',
  'required',
  'allOf',
  'discriminator',
  '$ref',
  ...VARIANT_KINDS,
]);

/** Members that state values of a schema. */
const EXAMPLES: ReadonlySet<string> = new Set(['example', 'examples', 'default']);

const hasObject = (value: unknown): boolean => isJsonMap(value) || asList(value).some(isJsonMap);

/**
 * Gives properties the values that an example of one part has for them: as a value of the whole schema, that example
 * would lack the members of the other parts.
 */
function addExamples(properties: Map<string, unknown>, { example, examples }: JsonMap): void {
  const values = isJsonMap(example) ? example : asList(examples).find(isJsonMap);
  for (const [name, value] of entriesOf(values)) {
    const property = properties.get(name);
    if (isJsonMap(property) && !Object.keys(property).some((key) => EXAMPLES.has(key) || COMPOUND.has(key)))
      properties.set(name, { ...property, example: value });
  }
}

/** Members of a schema that leads to others, which may state examples of their own. */
const COMPOUND: ReadonlySet<string> = new Set(['$ref', 'allOf', 'oneOf', 'anyOf']);

const combine = (first: unknown, second: unknown): unknown => {
  if (first === second || first === false) return first;
  return second === false ? false : { allOf: [first, second] };
};
