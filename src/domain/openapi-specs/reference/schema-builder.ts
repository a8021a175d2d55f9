import {
  asList,
  asText,
  DOCUMENT_NAMES,
  entriesOf,
  isJsonMap,
  pointerName,
  type JsonMap,
  type SpecDocument,
} from '../document.ts';
import { isFileType } from './file-types.ts';
import { mergeSchema } from './merge-schemas.ts';
import type {
  ConstraintLabel,
  ConstraintModel,
  PropertyModel,
  SchemaModel,
  VariantsModel,
  XmlModel,
} from './reference-model.ts';
import { isShortValue, toMemberName, toName, toProse } from './texts.ts';

const CONSTRAINTS: readonly (readonly [key: string, label: ConstraintLabel])[] = [
  ['minimum', 'minimum'],
  ['exclusiveMinimum', 'greater than'],
  ['maximum', 'maximum'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'multiple of'],
  ['minLength', 'minimum length'],
  ['maxLength', 'maximum length'],
  ['pattern', 'pattern'],
  ['minItems', 'minimum items'],
  ['maxItems', 'maximum items'],
  ['minProperties', 'minimum properties'],
  ['maxProperties', 'maximum properties'],
];
const MAX_CONSTRAINT = 500;
const MAX_VALUES = 200;
const MAX_OPTIONS = 50;
const MAX_EXAMPLES = 3;
/** Number of schemas, and of characters in their texts, of a whole document. */
export const MAX_SCHEMAS = 300_000;

/**
 * Builds the schemas of a document. Each referenced schema is built once, as a definition, so that recursive schemas
 * end. Schemas beyond the limit are cut.
 */
export class SchemaBuilder {
  readonly #definitions = new Map<string, SchemaModel>();
  readonly #pending: string[] = [];
  /** Numbers of the schemas of the document that were combined. */
  readonly #numbers = new Map<JsonMap, number>();
  /** Combinations by the keys of their definitions. */
  readonly #combinations = new Map<string, JsonMap>();
  #remaining = MAX_SCHEMAS;

  constructor(private readonly document: SpecDocument) {}

  /** Builds a schema; its definitions are available from `definitions`. */
  build(value: unknown): SchemaModel {
    return this.#build(value, false);
  }

  /** Builds the definition at a JSON pointer and returns a reference to it. */
  refer(pointer: string): SchemaModel {
    if (!this.#definitions.has(pointer)) {
      // Reserves the place, so that a schema can refer to itself.
      this.#definitions.set(pointer, { types: [] });
      this.#pending.push(pointer);
    }
    const name = this.#definitionName(pointer);
    return { ref: pointer, types: [], ...(name !== undefined && { name }) };
  }

  /** Builds the definitions that are referenced, directly or indirectly. */
  definitions(): ReadonlyMap<string, SchemaModel> {
    for (let pointer = this.#pending.pop(); pointer !== undefined; pointer = this.#pending.pop()) {
      const model = this.#build(this.#combinations.get(pointer) ?? this.document.resolvePointer(pointer), false);
      const name = this.#definitionName(pointer);
      this.#definitions.set(pointer, model.ref === undefined && name !== undefined ? { ...model, name } : model);
    }
    return this.#definitions;
  }

  /**
   * Returns the name of a definition: its key among the schemas, or in another document, or the name of that document.
   * A schema elsewhere in the document has none.
   */
  #definitionName(pointer: string): string | undefined {
    const [, file, key] = /^#\/x-documents\/([^/]+)(?:\/([^/]+))?$/.exec(pointer) ?? [];
    const names = this.document.root[DOCUMENT_NAMES];
    if (file !== undefined && key === undefined) return isJsonMap(names) ? toName(names[file]) : undefined;
    return key !== undefined || /\/(?:schemas|definitions|\$defs)\/[^/]+$/.test(pointer)
      ? toName(pointerName(pointer))
      : undefined;
  }

  #build(value: unknown, isCombined: boolean): SchemaModel {
    if (!isJsonMap(value)) return { types: [] };
    if (--this.#remaining < 0) return { types: [], isCut: true };
    const reference = singleReference(value);
    if (reference !== undefined)
      return nullable({ ...this.refer(reference), ...this.#annotations(value) }, isMarkedNullable(value));
    const { schema, properties, required, variants, parts, isCut } = mergeSchema(value, this.document);
    const isCombination = [...parts].some((part) => part !== value);
    if (isCombined && isCombination) return this.#referToCombination(parts, schema);
    const within = isCombined || isCombination;
    const constraints = describeConstraints(schema);
    const items = isJsonMap(schema['items']) ? this.#build(schema['items'], within) : undefined;
    const prefixItems = this.#prefixItems(schema, within);
    const patterns = this.#patterns(schema, within);
    const alternatives = variants
      .map((each) => this.#variants(each, within))
      .filter((each): each is VariantsModel & { isNullable: boolean } => each !== undefined);
    const [only] = alternatives;
    const isWrapper = properties.size === 0 && Object.keys(schema).every((key) => ANNOTATIONS.has(key));
    // A nullable reference is a choice between a schema and null.
    if (alternatives.length === 1 && only!.options.length === 1 && isWrapper)
      return nullable(
        { ...only!.options[0]!, ...this.#annotations(schema) },
        only!.isNullable || isMarkedNullable(value),
      );
    const model: SchemaModel = {
      ...this.#annotations(schema),
      types: typesOf(schema, properties.size + patterns.length > 0, items !== undefined || prefixItems.length > 0),
      ...formatOf(schema),
      ...(constraints.length > 0 && { constraints }),
      ...this.#values(schema),
      ...(properties.size > 0 && { properties: this.#properties(properties, required, within) }),
      ...(patterns.length > 0 && { patterns }),
      ...(isJsonMap(schema['additionalProperties']) &&
        Object.keys(schema['additionalProperties']).length > 0 && {
          additional: this.#build(schema['additionalProperties'], within),
        }),
      ...(prefixItems.length > 0 && { prefixItems }),
      ...(items !== undefined && { items }),
      ...(alternatives.length > 0 && {
        variants: alternatives.map(({ isNullable: _, ...each }) => each),
      }),
      ...(isCut && { isCut: true as const }),
    };
    const isNullable = alternatives.some((each) => each.isNullable) && model.types.length > 0;
    return nullable(model, isNullable || isMarkedNullable(value));
  }

  /** Refers to a combination within another one, which is built once: members of recursive schemas never end else. */
  #referToCombination(parts: ReadonlySet<JsonMap>, schema: JsonMap): SchemaModel {
    const numbers = [...parts].map((part) => {
      const number = this.#numbers.get(part) ?? this.#numbers.size;
      this.#numbers.set(part, number);
      return number;
    });
    const key = `allOf:${numbers.sort((one, other) => one - other).join()}`;
    if (!this.#definitions.has(key)) {
      this.#definitions.set(key, { types: [] });
      this.#combinations.set(key, { allOf: [...parts] });
      this.#pending.push(key);
    }
    return { ref: key, ...this.#annotations(schema), types: [] };
  }

  #properties(
    properties: ReadonlyMap<string, unknown>,
    required: ReadonlySet<unknown>,
    isCombined: boolean,
  ): readonly PropertyModel[] {
    return [...properties].flatMap(([name, of]) =>
      // A property without any valid value does not occur.
      of === false
        ? []
        : [{ name: toMemberName(name), isRequired: required.has(name), schema: this.#build(of, isCombined) }],
    );
  }

  #patterns(schema: JsonMap, isCombined: boolean): readonly PropertyModel[] {
    return entriesOf(schema['patternProperties'])
      .slice(0, MAX_OPTIONS)
      .flatMap(([pattern, of]) =>
        of === false
          ? []
          : [{ name: `/${toMemberName(pattern)}/`, isRequired: false, schema: this.#build(of, isCombined) }],
      );
  }

  /** Builds the first items of a tuple, which drafts before JSON Schema 2020-12 state as a list of `items`. */
  #prefixItems({ items, prefixItems }: JsonMap, isCombined: boolean): readonly SchemaModel[] {
    return asList(prefixItems ?? items)
      .slice(0, MAX_OPTIONS)
      .map((each) => this.#build(each, isCombined));
  }

  #variants(
    { kind, options, discriminator }: ReturnType<typeof mergeSchema>['variants'][number],
    isCombined: boolean,
  ): (VariantsModel & { readonly isNullable: boolean }) | undefined {
    const nulls = options.filter(isNull);
    const others = options.filter((each) => !isNull(each));
    if (others.length === 0) return undefined;
    // Of a single other option null is a part of its type.
    const shown = others.length === 1 ? others : [...others, ...nulls];
    const property = isJsonMap(discriminator) ? toName(discriminator['propertyName']) : undefined;
    return {
      kind,
      options: shown.slice(0, MAX_OPTIONS).map((each) => this.#build(each, isCombined)),
      ...(property !== undefined && { discriminator: property }),
      isNullable: nulls.length > 0,
    };
  }

  /** Returns the members that also apply beside a reference. */
  #annotations(schema: JsonMap): Partial<SchemaModel> {
    const description = toProse(schema['description']);
    const title = toName(schema['title']);
    const examples = [...(schema['example'] === undefined ? [] : [schema['example']]), ...asList(schema['examples'])]
      .filter(isShortValue)
      .slice(0, MAX_EXAMPLES);
    return {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(isShortValue(schema['default']) && { default: { value: schema['default'] } }),
      ...(examples.length > 0 && { examples }),
      ...(schema['deprecated'] === true && { deprecated: true as const }),
      ...(schema['readOnly'] === true && { readOnly: true as const }),
      ...(schema['writeOnly'] === true && { writeOnly: true as const }),
      ...xmlOf(schema),
    };
  }

  #values(schema: JsonMap): Partial<SchemaModel> {
    const all = schema['const'] !== undefined ? [schema['const']] : asList(schema['enum']);
    if (all.length === 0) return {};
    const values = all.slice(0, MAX_VALUES).filter(isShortValue);
    return { values, ...(values.length < all.length && { omittedValues: all.length - values.length }) };
  }
}

/** Returns the reference of a schema that consists of one; also as the only part of an `allOf`. */
function singleReference(schema: JsonMap): string | undefined {
  const { $ref: own, allOf, ...others } = schema;
  if (!Object.keys(others).every((key) => ANNOTATIONS.has(key))) return undefined;
  const [first, ...more] = asList(allOf);
  if (typeof own === 'string') return first === undefined ? own : undefined;
  if (more.length > 0 || !isJsonMap(first) || Object.keys(first).length > 1) return undefined;
  return typeof first['$ref'] === 'string' ? first['$ref'] : undefined;
}

/** Members that describe a schema without restricting its values. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'description',
  'title',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'nullable',
  'x-nullable',
  'xml',
]);

/** Tells whether a schema allows null by the mark of OpenAPI 3.0, or by the one that is usual in Swagger 2.0. */
const isMarkedNullable = (schema: JsonMap): boolean => schema['nullable'] === true || schema['x-nullable'] === true;

const isNull = (schema: unknown): boolean => isJsonMap(schema) && schema['type'] === 'null';

const nullable = (schema: SchemaModel, isNullable: boolean): SchemaModel =>
  isNullable && !schema.types.includes('null') ? { ...schema, types: [...schema.types, 'null'] } : schema;

function typesOf(schema: JsonMap, hasProperties: boolean, hasItems: boolean): readonly string[] {
  const stated = (Array.isArray(schema['type']) ? schema['type'] : [schema['type']]).flatMap(
    (each) => toName(each) ?? [],
  );
  if (stated.length > 0) return [...new Set(stated)];
  if (hasProperties || isJsonMap(schema['additionalProperties'])) return ['object'];
  if (hasItems) return ['array'];
  return formatOf(schema).format === BINARY ? ['string'] : [];
}

/** Returns the form of a value in XML, which OpenAPI 3.2 states as a type of node too. */
function xmlOf({ xml }: JsonMap): Pick<SchemaModel, 'xml'> {
  if (!isJsonMap(xml)) return {};
  const { attribute, wrapped, nodeType } = xml;
  const texts = (['name', 'prefix', 'namespace'] as const).flatMap((key) => {
    const text = toName(xml[key]);
    return text === undefined ? [] : [[key, text] as const];
  });
  const model: XmlModel = {
    ...Object.fromEntries(texts),
    ...((attribute === true || nodeType === 'attribute') && { node: 'attribute' as const }),
    ...((nodeType === 'text' || nodeType === 'cdata') && { node: 'text' as const }),
    ...((wrapped === true || nodeType === 'element') && { isWrapped: true as const }),
  };
  return Object.keys(model).length === 0 ? {} : { xml: model };
}

const BINARY = 'binary';

/** Returns the format; `binary` and `byte` also where OpenAPI 3.1 states the type or the encoding of a content instead. */
function formatOf({ format, contentMediaType, contentEncoding }: JsonMap): Pick<SchemaModel, 'format'> {
  if (asText(format) !== undefined) return { format: toName(format) ?? '' };
  if (contentEncoding !== undefined) return contentEncoding === 'base64' ? { format: 'byte' } : {};
  return typeof contentMediaType === 'string' && isFileType(contentMediaType) ? { format: BINARY } : {};
}

function describeConstraints(schema: JsonMap): readonly ConstraintModel[] {
  const found = CONSTRAINTS.flatMap(([key, label]) => {
    const value = schema[key];
    // OpenAPI 3.0 marks an exclusive limit by a boolean.
    return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string'
      ? [{ label, value: toMemberName(String(value).slice(0, MAX_CONSTRAINT)) }]
      : [];
  });
  return schema['uniqueItems'] === true ? [...found, { label: 'unique items', value: '' }] : found;
}
