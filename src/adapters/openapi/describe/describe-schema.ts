import { stringifyExactJson } from '../../../domain/openapi-specs/exact-json.ts';
import type { SchemaDefinitions, SchemaModel } from '../../../domain/openapi-specs/reference/reference-model.ts';
import { membersOf, resolveSchema } from '../../../domain/openapi-specs/reference/schema-lookup.ts';
import { toCellMarkdown, inlineCode, inlineMarkdown } from './markdown-text.ts';

/**
 * Maximum depth of described levels, and of levels at which named schemas are expanded; deeper named schemas have their
 * own section.
 */
const MAX_LEVEL = 4;
const MAX_NAMED_LEVEL = 1;
/** Maximum number of lines for one schema. */
const MAX_LINES = 300;
const MAX_VALUES = 30;
const VARIANT_WORDS = { oneOf: 'one of', anyOf: 'any of' } as const;

/**
 * Names the type of a schema in a word or two.
 * @param open keys of the schemas around it; a schema within itself ends there
 */
export function describeType(
  model: SchemaModel | undefined,
  definitions: SchemaDefinitions,
  open: readonly string[] = [],
): string {
  if (model === undefined) return 'any';
  const { schema, keys } = resolveSchema(model, definitions);
  const { name, types, items, prefixItems, variants, format } = schema;
  const isRecursive = keys.some((key) => open.includes(key));
  const within = [...open, ...keys];
  if (types.includes('array')) {
    const ofItems = prefixItems === undefined && !isRecursive ? ` of ${describeType(items, definitions, within)}` : '';
    return `list${ofItems}${types.includes('null') ? ' or null' : ''}`;
  }
  if (name !== undefined) return types.includes('null') && model.types.includes('null') ? `${name} or null` : name;
  const ofFormat = format === undefined ? '' : ` (${format})`;
  const [first] = variants ?? [];
  if (types.some((type) => type !== 'null') || (types.length > 0 && first === undefined))
    return types.join(' or ') + ofFormat;
  if (first !== undefined)
    return (
      (first.options.length === 1 && !isRecursive
        ? describeType(first.options[0], definitions, within)
        : `${VARIANT_WORDS[first.kind]} ${first.options.length}`) + (types.includes('null') ? ' or null' : '')
    );
  return schema.values !== undefined ? 'value' : 'any';
}

/** Lists the constraints of a value and of the items of a list besides their types, in one line. */
export function describeConstraints(schema: SchemaModel, definitions: SchemaDefinitions): string {
  const ofItems =
    schema.items === undefined || schema.prefixItems !== undefined
      ? []
      : limitsOf(resolveSchema(schema.items, definitions).schema);
  return [
    ...limitsOf(schema),
    ...(schema.default === undefined ? [] : [`default ${inlineCode(stringifyExactJson(schema.default.value))}`]),
    ...(schema.readOnly === true ? ['read-only'] : []),
    ...(schema.writeOnly === true ? ['write-only'] : []),
    ...(schema.deprecated === true ? ['deprecated'] : []),
    ...(ofItems.length > 0 ? [`items: ${ofItems.join(', ')}`] : []),
  ].join(', ');
}

function limitsOf({ values = [], omittedValues = 0, constraints = [] }: SchemaModel): readonly string[] {
  const words = values
    .slice(0, MAX_VALUES)
    .map((value) => inlineCode(typeof value === 'string' ? value : stringifyExactJson(value)));
  return [
    ...(words.length > 0
      ? [`one of ${words.join(', ')}${values.length > MAX_VALUES || omittedValues > 0 ? ', …' : ''}`]
      : []),
    ...constraints.map(({ label, value }) => (value === '' ? label : `${label} ${inlineCode(value)}`)),
  ];
}

/** Describes the members of a schema as a list; empty when the type says everything. */
export class SchemaList {
  readonly #lines: string[] = [];
  #isTruncated = false;

  constructor(private readonly definitions: SchemaDefinitions) {}

  markdown(schema: SchemaModel | undefined): string {
    if (schema !== undefined) this.#addMembers(schema, 0, new Set());
    return [...this.#lines, ...(this.#isTruncated ? ['- …'] : [])].join('\n');
  }

  #addMembers(model: SchemaModel, level: number, open: ReadonlySet<string>): void {
    const { schema, keys } = resolveSchema(model, this.definitions);
    const isNamed = keys.length > 0;
    if (level >= MAX_LEVEL || (isNamed && (level > MAX_NAMED_LEVEL || keys.some((key) => open.has(key))))) return;
    const within = isNamed ? new Set([...open, ...keys]) : open;
    for (const { name, isRequired, schema: of } of membersOf(schema))
      this.#addLine(inlineCode(name), of, isRequired, level, within);
    if (schema.additional !== undefined)
      this.#addLine('additional properties', schema.additional, false, level, within);
    if (schema.items !== undefined && schema.prefixItems === undefined) this.#addMembers(schema.items, level, within);
    for (const { options } of schema.variants ?? []) {
      if (options.length === 1) this.#addMembers(options[0]!, level, within);
      else options.forEach((option) => this.#addLine('either', option, false, level, within));
    }
    if (schema.isCut === true) this.#isTruncated = true;
  }

  #addLine(title: string, model: SchemaModel, required: boolean, level: number, open: ReadonlySet<string>): void {
    if (this.#lines.length >= MAX_LINES) {
      this.#isTruncated = true;
      return;
    }
    const { schema } = resolveSchema(model, this.definitions);
    const words = [toCellMarkdown(schema.description ?? schema.title), describeConstraints(schema, this.definitions)]
      .filter((text) => text !== '')
      .join(' ');
    this.#lines.push(
      `${'  '.repeat(level)}- ${title} *${inlineMarkdown(describeType(model, this.definitions))}*${required ? ', **required**' : ''}${words === '' ? '' : ` — ${words}`}`,
    );
    this.#addMembers(model, level + 1, open);
  }
}
