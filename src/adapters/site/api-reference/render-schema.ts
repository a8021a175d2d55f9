import type {
  ConstraintLabel,
  SchemaDefinitions,
  SchemaModel,
} from '../../../domain/openapi-specs/reference/reference-model.ts';
import { isLeftOut, type BodyDirection } from '../../../domain/openapi-specs/reference/sample-value.ts';
import { membersOf, resolveSchema, schemasWithin } from '../../../domain/openapi-specs/reference/schema-lookup.ts';
import { html, type Html, type HtmlFragment } from '../../html.ts';
import { formatLabel } from '../labels.ts';
import type { ApiLabels } from './api-labels.ts';
import type { ApiRenderContext } from './render-context.ts';
import { renderTabs } from './render-tabs.ts';
import { valueText } from './value-text.ts';

const MAX_LEVELS = 8;
const MAX_SHOWN_VALUES = 30;
const MAX_INLINE_EXAMPLE = 120;

/** Member of a schema as a row. */
export interface FieldInput {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: SchemaModel;
  readonly description?: string | undefined;
  readonly isDeprecated?: boolean;
  readonly examples?: readonly unknown[];
  /** The name is a text of the interface. */
  readonly isPlaceholder?: boolean;
}

/** Place of a schema: where its fields get their ids, and what is around it. */
interface Place {
  readonly path: readonly string[];
  readonly level: number;
  readonly maxLevel: number;
  readonly open: ReadonlySet<string>;
  /** Direction of the body that the schema is in; undefined shows all members. */
  readonly direction?: BodyDirection | undefined;
}

/**
 * Names the type of a schema in the reader's language.
 * @param open keys of the lists around it; a list within itself ends there
 */
export function typeText(
  model: SchemaModel,
  definitions: SchemaDefinitions,
  labels: ApiLabels,
  open: readonly string[] = [],
): string {
  const { schema, keys } = resolveSchema(model, definitions);
  const { name, types, items, prefixItems, format, variants } = schema;
  const withNull = (text: string): string => (types.includes('null') ? `${text} ${labels.or} null` : text);
  /** Encloses several types, so that they are not taken for those of the array. */
  const inParentheses = (text: string): string => (text.includes(` ${labels.or} `) ? `(${text})` : text);
  if (types.includes('array'))
    return withNull(
      items === undefined || prefixItems !== undefined || keys.some((key) => open.includes(key))
        ? 'array'
        : formatLabel(labels.arrayOf, {
            type: inParentheses(typeText(items, definitions, labels, [...open, ...keys])),
          }),
    );
  const own = types.filter((type) => type !== 'null');
  if (name !== undefined && (own.length === 0 || own.includes('object'))) return withNull(name);
  if (own.length > 0) return withNull(own.join(` ${labels.or} `) + (format === undefined ? '' : ` (${format})`));
  const [first] = variants ?? [];
  if (first !== undefined) return withNull(labels[first.kind]);
  if (types.includes('null')) return 'null';
  const kinds = new Set((schema.values ?? []).map((value) => (value === null ? 'null' : typeof value)));
  return kinds.size === 0 ? labels.any : [...kinds].join(` ${labels.or} `);
}

/** Names a schema for a sentence: by its name or title, or else by its type. */
function nameOf(model: SchemaModel, { definitions, labels }: ApiRenderContext): string {
  const { name, title } = resolveSchema(model, definitions).schema;
  return name ?? title ?? typeText(model, definitions, labels);
}

/** Renders the schemas of one operation or model, with a limit on the number of their fields together. */
export class SchemaRenderer {
  #remaining: number;

  constructor(private readonly context: ApiRenderContext) {
    this.#remaining = context.maxFields;
  }

  /**
   * Renders a body: its type, and its fields if it has any.
   * @param path parts of the ids of its fields
   * @param direction direction whose members are shown; all without one
   */
  body(model: SchemaModel, path: readonly string[], direction?: BodyDirection): Html {
    const { labels, definitions } = this.context;
    const { schema } = resolveSchema(model, definitions);
    const head = html`<p class="a-body-type"><span class="a-type">${typeText(model, definitions, labels)}</span>${this.#marks(schema)}</p>`;
    return html`${head}${schema.description !== undefined && html`<div class="a-text">${this.context.describe(schema.description)}</div>`}${this.#rules(schema)}${this.#members(model, { ...this.#place(model, path), direction })}`;
  }

  /** Renders rows, such as the parameters of an operation. */
  fields(fields: readonly FieldInput[], path: readonly string[]): Html {
    return this.#list(fields, { path, level: 0, maxLevel: MAX_LEVELS, open: new Set() }, (field) =>
      this.#place(field.schema, [...path, field.name]),
    );
  }

  /** Limits the levels of a schema so that all its fields together are within the budget. */
  #place(schema: SchemaModel, path: readonly string[]): Place {
    const { definitions } = this.context;
    let count = 0;
    let level: readonly (readonly [SchemaModel, ReadonlySet<string>])[] = [[schema, new Set()]];
    let maxLevel = 0;
    while (maxLevel < MAX_LEVELS && level.length > 0) {
      const next: (readonly [SchemaModel, ReadonlySet<string>])[] = [];
      for (const [each, above] of level) {
        const { schema: of, keys } = resolveSchema(each, definitions);
        if (keys.some((key) => above.has(key))) continue;
        const within = new Set([...above, ...keys]);
        for (const inner of schemasWithin(of)) next.push([inner, within]);
        count += membersOf(of).length + (of.additional === undefined ? 0 : 1);
        if (count > this.#remaining) break;
      }
      if (count > this.#remaining && maxLevel > 0) break;
      maxLevel++;
      level = next;
    }
    return { path, level: 0, maxLevel, open: new Set() };
  }

  /** Renders the members of a schema; undefined for a value without any. */
  #members(model: SchemaModel, place: Place): Html | undefined {
    const { labels, definitions } = this.context;
    const { schema, keys } = resolveSchema(model, definitions);
    if (!hasMembers(schema, definitions)) return undefined;
    if (keys.some((key) => place.open.has(key)))
      return html`<p class="a-note">${formatLabel(labels.recursive, { name: nameOf(model, this.context) })}</p>`;
    if (place.level >= place.maxLevel) return html`<p class="a-note">${labels.cut}</p>`;
    const open = keys.length === 0 ? place.open : new Set([...place.open, ...keys]);
    const within: Place = { ...place, open };
    const fields: FieldInput[] = [
      ...membersOf(schema).filter(
        (member) =>
          place.direction === undefined ||
          !isLeftOut(resolveSchema(member.schema, definitions).schema, place.direction),
      ),
      ...(schema.additional === undefined
        ? []
        : [{ name: labels.otherProperties, isRequired: false, schema: schema.additional, isPlaceholder: true }]),
    ];
    const isEmpty = fields.length === 0 && schema.items === undefined && schema.variants === undefined;
    if (isEmpty && schema.isCut !== true) return undefined;
    return html`${fields.length > 0 && this.#list(fields, within, (field) => ({ ...within, level: within.level + 1, path: [...within.path, field.name] }))}${
      schema.items !== undefined && schema.prefixItems === undefined && this.#members(schema.items, within)
    }${schema.variants?.map(({ kind, options, discriminator }) => {
      if (options.length === 1) return this.#members(options[0]!, within);
      return html`<div class="a-variants"><p class="a-variants-title">${labels[kind]}${discriminator !== undefined && html` <code>${discriminator}</code>`}</p>${renderTabs(
        options.map((option, index) => ({
          title: this.#optionTitle(option, index),
          content: this.#option(option, { ...within, path: [...within.path, this.#optionTitle(option, index)] }),
        })),
        labels[kind],
        this.context,
      )}</div>`;
    })}${schema.isCut === true && html`<p class="a-note">${labels.tooLarge}</p>`}`;
  }

  #optionTitle(option: SchemaModel, index: number): string {
    const { labels, definitions } = this.context;
    const { schema } = resolveSchema(option, definitions);
    return schema.name ?? schema.title ?? (typeText(option, definitions, labels) || String(index + 1));
  }

  #option(option: SchemaModel, place: Place): Html {
    const { labels, definitions } = this.context;
    const { schema } = resolveSchema(option, definitions);
    const members = this.#members(option, place);
    return html`${schema.description !== undefined && html`<div class="a-text">${this.context.describe(schema.description)}</div>`}${this.#rules(schema)}${
      members ?? html`<p class="a-body-type"><span class="a-type">${typeText(option, definitions, labels)}</span></p>`
    }`;
  }

  #list(fields: readonly FieldInput[], place: Place, placeOf: (field: FieldInput) => Place): Html {
    const shown = fields.slice(0, Math.max(0, this.#remaining));
    this.#remaining -= shown.length;
    const omitted = fields.length - shown.length;
    return html`${shown.length > 0 && html`<ul class="a-fields">${shown.map((field) => this.#field(field, place.path, placeOf(field)))}</ul>`}${
      omitted > 0 && html`<p class="a-note">${formatLabel(this.context.labels.moreFields, { count: omitted })}</p>`
    }`;
  }

  #field(field: FieldInput, path: readonly string[], inner: Place): Html {
    const { ids, labels, definitions } = this.context;
    const { schema } = resolveSchema(field.schema, definitions);
    const id = ids.take(...path, field.name);
    const description = field.description ?? schema.description ?? schema.title;
    const members = this.#members(field.schema, inner);
    const marked = field.isDeprecated === true ? { ...schema, deprecated: true as const } : schema;
    const examples = field.examples ?? schema.examples;
    return html`<li class="a-field" id="${id}"><div class="a-line"><a class="a-name" href="#${id}" dir="ltr">${
      field.isPlaceholder === true ? html`<em>${field.name}</em>` : breakable(field.name)
    }</a> <span class="a-type">${typeText(field.schema, definitions, labels)}</span>${
      field.isRequired && html` <span class="a-required">${labels.required}</span>`
    }${this.#marks(marked)}</div>${
      description !== undefined && html`<div class="a-text">${this.context.describe(description)}</div>`
    }${this.#rules(schema, examples)}${
      members !== undefined &&
      html`<details class="a-more"><summary>${this.#foldTitle(field.schema)}</summary>${members}</details>`
    }</li>`;
  }

  #foldTitle(model: SchemaModel): string {
    const { labels, definitions } = this.context;
    const { schema } = resolveSchema(model, definitions);
    const named = schema.name ?? (schema.items && resolveSchema(schema.items, definitions).schema.name);
    return named === undefined ? labels.showFields : formatLabel(labels.showFieldsOf, { name: named });
  }

  #marks(schema: SchemaModel): Html {
    const { labels } = this.context;
    return html`${schema.readOnly === true && html` <span class="a-mark">${labels.readOnly}</span>`}${
      schema.writeOnly === true && html` <span class="a-mark">${labels.writeOnly}</span>`
    }${schema.deprecated === true && html` <span class="a-mark a-deprecated">${labels.deprecated}</span>`}`;
  }

  /** Renders limits, allowed values, default and examples. */
  #rules(schema: SchemaModel, examples = schema.examples): Html | undefined {
    const { labels, definitions } = this.context;
    const items = schema.items === undefined ? undefined : resolveSchema(schema.items, definitions).schema;
    const values = schema.values ?? items?.values ?? [];
    const omitted = (schema.omittedValues ?? items?.omittedValues ?? 0) + Math.max(0, values.length - MAX_SHOWN_VALUES);
    const rules: Html[] = [
      ...(schema.constraints ?? []).map(({ label, value }) =>
        rule(labels[CONSTRAINT_TEXTS[label]], value === '' ? undefined : value),
      ),
      ...(items?.constraints ?? []).map(({ label, value }) =>
        rule(`${labels.items}: ${labels[CONSTRAINT_TEXTS[label]]}`, value === '' ? undefined : value),
      ),
    ];
    if (schema.default !== undefined) rules.push(rule(labels.default, valueText(schema.default.value)));
    const [example] = examples ?? [];
    const exampleText = example === undefined ? undefined : valueText(example);
    if (exampleText !== undefined && exampleText.length <= MAX_INLINE_EXAMPLE)
      rules.push(rule(labels.example, exampleText));
    if (rules.length === 0 && values.length === 0) return undefined;
    return html`${
      values.length > 0 &&
      html`<p class="a-values"><span class="a-rule-name">${labels.allowedValues}</span> ${values
        .slice(0, MAX_SHOWN_VALUES)
        .map(
          (value) => html`<code>${valueText(value)}</code> `,
        )}${omitted > 0 && formatLabel(labels.moreValues, { count: omitted })}</p>`
    }${rules.length > 0 && html`<p class="a-rules">${rules}</p>`}`;
  }
}

const CONSTRAINT_TEXTS: Readonly<Record<ConstraintLabel, keyof ApiLabels>> = {
  minimum: 'minimum',
  'greater than': 'exclusiveMinimum',
  maximum: 'maximum',
  'less than': 'exclusiveMaximum',
  'multiple of': 'multipleOf',
  'minimum length': 'minLength',
  'maximum length': 'maxLength',
  pattern: 'pattern',
  'minimum items': 'minItems',
  'maximum items': 'maxItems',
  'minimum properties': 'minProperties',
  'maximum properties': 'maxProperties',
  'unique items': 'uniqueItems',
};

const rule = (name: string, value: string | undefined): Html =>
  html`<span class="a-rule"><span class="a-rule-name">${name}</span>${value !== undefined && html` <code>${value}</code>`}</span> `;

function hasMembers(schema: SchemaModel, definitions: SchemaDefinitions, steps = 4): boolean {
  if (membersOf(schema).length > 0 || schema.additional !== undefined) return true;
  if ((schema.variants?.length ?? 0) > 0 || schema.isCut === true) return true;
  return (
    steps > 0 &&
    schema.items !== undefined &&
    hasMembers(resolveSchema(schema.items, definitions).schema, definitions, steps - 1)
  );
}

/** Lets lines break behind punctuation and before capital letters of a long name. */
export const breakable = (name: string): HtmlFragment =>
  name.length < 18
    ? name
    : name.split(/(?<=[._/:-])|(?<=[a-z])(?=[A-Z])/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`);
