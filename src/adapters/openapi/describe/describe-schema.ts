import {
  isJsonMap,
  asList,
  entriesOf,
  schemaName,
  type JsonMap,
  type SpecDocument,
} from '../../../domain/openapi-specs/document.ts';
import { toCellMarkdown, inlineCode, inlineMarkdown } from './markdown-text.ts';

/**
 * Maximum depth of described levels, and of levels at which named schemas are expanded; deeper named schemas have their
 * own section.
 */
const MAX_LEVEL = 4;
const MAX_NAMED_LEVEL = 1;
/** Maximum number of lines for one schema. */
const MAX_LINES = 300;
const CONSTRAINTS: readonly (readonly [key: string, words: string])[] = [
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
];
const MAX_VALUES = 30;

/** Names the type of a schema in a word or two. */
export function describeType(schema: unknown, document: SpecDocument): string {
  const name = schemaName(schema);
  const at = document.resolve(schema);
  if (at === undefined) return 'any';
  const types = (Array.isArray(at['type']) ? at['type'] : [at['type']]).filter((each) => typeof each === 'string');
  if (types.includes('array')) return `list of ${describeType(at['items'], document)}`;
  const format = typeof at['format'] === 'string' ? ` (${at['format']})` : '';
  if (name !== undefined) return name;
  if (types.length > 0) return types.join(' or ') + format;
  if (isJsonMap(at['properties'])) return 'object';
  for (const [key, word] of [
    ['oneOf', 'one of'],
    ['anyOf', 'any of'],
    ['allOf', 'all of'],
  ] as const) {
    const of = asList(at[key]);
    if (of.length > 0) return of.length === 1 ? describeType(of[0], document) : `${word} ${of.length}`;
  }
  return at['enum'] !== undefined || at['const'] !== undefined ? 'value' : 'any';
}

/** Lists the constraints of a value besides its type, in one line. */
export function describeConstraints(schema: JsonMap): string {
  const values = schema['const'] !== undefined ? [schema['const']] : asList(schema['enum']);
  const words = values
    .slice(0, MAX_VALUES)
    .map((value) => inlineCode(typeof value === 'string' ? value : JSON.stringify(value)));
  return [
    ...(words.length > 0 ? [`one of ${words.join(', ')}${values.length > MAX_VALUES ? ', …' : ''}`] : []),
    ...CONSTRAINTS.flatMap(([key, word]) => (schema[key] === undefined ? [] : [`${word} ${inlineCode(schema[key])}`])),
    ...(schema['default'] === undefined ? [] : [`default ${inlineCode(JSON.stringify(schema['default']))}`]),
    ...(schema['readOnly'] === true ? ['read-only'] : []),
    ...(schema['writeOnly'] === true ? ['write-only'] : []),
    ...(schema['deprecated'] === true ? ['deprecated'] : []),
  ].join(', ');
}

/** Describes the members of a schema as a list; empty when the type says everything. */
export class SchemaList {
  readonly #lines: string[] = [];
  #isTruncated = false;

  constructor(private readonly document: SpecDocument) {}

  /** @param open names of the schemas that contain this one */
  markdown(schema: unknown, open: ReadonlySet<string> = new Set()): string {
    this.#addMembers(schema, 0, open);
    return [...this.#lines, ...(this.#isTruncated ? ['- …'] : [])].join('\n');
  }

  #addMembers(schema: unknown, level: number, open: ReadonlySet<string>): void {
    const name = schemaName(schema);
    const at = this.document.resolve(schema);
    if (at === undefined || level >= MAX_LEVEL || (name !== undefined && (level > MAX_NAMED_LEVEL || open.has(name))))
      return;
    const known = name === undefined ? open : new Set([...open, name]);
    const required = new Set(asList(at['required']));
    for (const [property, of] of entriesOf(at['properties']))
      this.#addLine(inlineCode(property), of, required.has(property), level, known);
    if (isJsonMap(at['additionalProperties']))
      this.#addLine('additional properties', at['additionalProperties'], false, level, known);
    if (at['items'] !== undefined) this.#addMembers(at['items'], level, known);
    for (const part of asList(at['allOf'])) this.#addMembers(part, level, known);
    for (const key of ['oneOf', 'anyOf']) {
      const parts = asList(at[key]);
      if (parts.length === 1) this.#addMembers(parts[0], level, known);
      else parts.forEach((part) => this.#addLine('either', part, false, level, known));
    }
  }

  #addLine(title: string, schema: unknown, required: boolean, level: number, open: ReadonlySet<string>): void {
    if (this.#lines.length >= MAX_LINES) {
      this.#isTruncated = true;
      return;
    }
    const at = this.document.resolve(schema) ?? {};
    const words = [toCellMarkdown(at['description'] ?? at['title']), describeConstraints(at)]
      .filter((text) => text !== '')
      .join(' ');
    this.#lines.push(
      `${'  '.repeat(level)}- ${title} *${inlineMarkdown(describeType(schema, this.document))}*${required ? ', **required**' : ''}${words === '' ? '' : ` — ${words}`}`,
    );
    this.#addMembers(schema, level + 1, open);
  }
}
