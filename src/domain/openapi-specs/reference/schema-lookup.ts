import type { MediaModel, OperationModel, PropertyModel, SchemaDefinitions, SchemaModel } from './reference-model.ts';

/** Maximum number of references from one to the next. */
const MAX_STEPS = 20;

/** Schema with the members of its definition, and the keys of the definitions that it is made of. */
export interface ResolvedSchema {
  readonly schema: SchemaModel;
  readonly keys: readonly string[];
}

/**
 * Follows the references of a schema. Its own members win over those of the definition. A definition that is missing
 * leaves the name alone.
 */
export function resolveSchema(schema: SchemaModel, definitions: SchemaDefinitions): ResolvedSchema {
  const keys: string[] = [];
  let current = schema;
  let isNullable = schema.types.includes('null');
  while (current.ref !== undefined && keys.length < MAX_STEPS) {
    keys.push(current.ref);
    const definition = definitions.get(current.ref);
    if (definition === undefined) break;
    const { ref: _, types, name, ...own } = current;
    isNullable ||= types.includes('null');
    const title = definition.name ?? name;
    current = { ...definition, ...own, ...(title !== undefined && { name: title }) };
  }
  const { ref: _, ...resolved } = current;
  const types = isNullable && !resolved.types.includes('null') ? [...resolved.types, 'null'] : resolved.types;
  return { schema: { ...resolved, types }, keys };
}

/** Lists the members of an object or a tuple; the items of a tuple are named by their positions, as in `[0]`. */
export const membersOf = ({
  properties = [],
  patterns = [],
  prefixItems = [],
  items,
}: SchemaModel): readonly PropertyModel[] => {
  const others = prefixItems.length > 0 && items !== undefined ? [items] : [];
  return [
    ...properties,
    ...patterns,
    ...prefixItems.map((schema, index) => ({ name: `[${index}]`, isRequired: false, schema })),
    ...others.map((schema) => ({ name: `[${prefixItems.length}…]`, isRequired: false, schema })),
  ];
};

/** Schemas directly within a schema. */
export const schemasWithin = (schema: SchemaModel): readonly SchemaModel[] => [
  ...membersOf(schema).map((member) => member.schema),
  ...(schema.additional === undefined ? [] : [schema.additional]),
  ...(schema.items === undefined ? [] : [schema.items]),
  ...(schema.variants ?? []).flatMap(({ options }) => options),
];

/** Schemas that an operation names. */
export const schemasOf = ({ parameters, body, responses }: OperationModel): readonly SchemaModel[] => {
  const ofMedia = (content: readonly MediaModel[]): readonly SchemaModel[] =>
    content.flatMap(({ schema }) => schema ?? []);
  return [
    ...parameters.map(({ schema }) => schema),
    ...ofMedia(body?.content ?? []),
    ...responses.flatMap(({ headers, content }) => [...headers.map(({ schema }) => schema), ...ofMedia(content)]),
  ];
};

/** References directly or indirectly within a schema, without those of its definitions; by schema. */
const referencesBySchema = new WeakMap<SchemaModel, readonly string[]>();

function referencesWithin(schema: SchemaModel): readonly string[] {
  const known = referencesBySchema.get(schema);
  if (known !== undefined) return known;
  const found = new Set<string>();
  const open = [schema];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (each.ref !== undefined) found.add(each.ref);
    open.push(...schemasWithin(each));
  }
  const references = [...found];
  referencesBySchema.set(schema, references);
  return references;
}

/**
 * Lists the keys of the definitions that the schemas refer to, directly or indirectly, the nearest first.
 * @param limit number of keys
 */
export function reachableDefinitions(
  schemas: readonly SchemaModel[],
  definitions: SchemaDefinitions,
  limit: number,
): readonly string[] {
  const found = new Set<string>();
  for (let level = schemas; level.length > 0 && found.size < limit;) {
    const next: SchemaModel[] = [];
    for (const key of level.flatMap(referencesWithin)) {
      if (found.has(key) || found.size >= limit) continue;
      found.add(key);
      const definition = definitions.get(key);
      if (definition !== undefined) next.push(definition);
    }
    level = next;
  }
  return [...found];
}
