import { asList, asText, type SpecDocument } from '../../../domain/openapi-specs/document.ts';
import { buildReference } from '../../../domain/openapi-specs/reference/build-reference.ts';
import {
  encodeModel,
  type ModelJson,
  type SchemaDefinitions,
  type SchemaModel,
} from '../../../domain/openapi-specs/reference/reference-model.ts';
import { reachableDefinitions, schemasOf } from '../../../domain/openapi-specs/reference/schema-lookup.ts';
import type { OperationDescription, SpecDescription } from '../../../ports/openapi-specs.ts';
import { LIMITS } from '../limits.ts';
import { describeOperation } from './describe-operation.ts';
import { describeConstraints, SchemaList, describeType } from './describe-schema.ts';
import { inlineMarkdown, toPageMarkdown } from './markdown-text.ts';

/** Title of the group for operations without a tag. */
const UNTAGGED = 'Operations';
const WEBHOOKS = 'Webhooks';
const TRUNCATION_NOTE = 'The document is too large to be shown in full.';
/** Maximum number of definitions that one operation or schema brings to a page. */
const MAX_REACHABLE = 150;

/**
 * Describes a document: operations by their first tag, in the order in which the document lists the tags, and schemas;
 * each as a model and in Markdown.
 */
export function describeSpec(document: SpecDocument): SpecDescription {
  const { operations, schemas, definitions } = buildReference(document);
  const info = document.resolve(document.root['info']) ?? {};
  const tags = new Map<string, { description?: string; operations: OperationDescription[] }>();
  const titles = new Map<string, string>();
  for (const each of asList(document.root['tags'])) {
    const tag = document.resolve(each);
    const name = asText(tag?.['name']);
    if (tag === undefined || name === undefined) continue;
    const description = toPageMarkdown(tag['description']);
    tags.set(name, { operations: [], ...(description !== '' && { description }) });
    titles.set(name, asText(tag['summary']) ?? asText(tag['x-displayName']) ?? asText(tag['x-page-title']) ?? name);
  }
  const text = new CharacterBudget(LIMITS.descriptionCharacters);
  const models = new CharacterBudget(LIMITS.modelCharacters);
  for (const { source, model } of operations) {
    const name = asText(asList(source.operation['tags'])[0]) ?? (source.webhook ? WEBHOOKS : UNTAGGED);
    const tag = tags.get(name) ?? { operations: [] };
    const encoded = models.take(() => encodeModel(model));
    tag.operations.push({
      method: source.method,
      path: source.path,
      title: model.title,
      ...(source.webhook && { isWebhook: true as const }),
      ...(model.isDeprecated && { isDeprecated: true as const }),
      markdown: text.take(() => describeOperation(model, definitions)) ?? TRUNCATION_NOTE,
      ...(encoded !== undefined && {
        model: encoded,
        definitions: reachableDefinitions(schemasOf(model), definitions, MAX_REACHABLE),
      }),
    });
    tags.set(name, tag);
  }
  const described = schemas.map(({ name, key }) => {
    const schema = definitions.get(key) ?? { types: [] };
    return {
      name,
      key,
      definitions: [key, ...reachableDefinitions([schema], definitions, MAX_REACHABLE)],
      markdown: text.take(() => describeSchema(key, schema, definitions)) ?? TRUNCATION_NOTE,
    };
  });
  const encodedDefinitions = new Map<string, ModelJson<SchemaModel>>();
  for (const [key, schema] of definitions) {
    const encoded = models.take(() => encodeModel(schema));
    if (encoded !== undefined) encodedDefinitions.set(key, encoded);
  }
  return {
    title: asText(info['title']) ?? 'API',
    tags: [...tags]
      .filter(([, { operations: ofTag }]) => ofTag.length > 0)
      .map(([name, tag]) => ({ title: titles.get(name) ?? name, ...tag })),
    schemas: described,
    definitions: encodedDefinitions,
  };
}

/** Limits the characters of all texts together; later texts are not built. */
class CharacterBudget {
  constructor(private remaining: number) {}

  take<Text extends string>(build: () => Text): Text | undefined {
    if (this.remaining <= 0) return undefined;
    const text = build();
    this.remaining -= text.length;
    return this.remaining < 0 ? undefined : text;
  }
}

function describeSchema(key: string, schema: SchemaModel, definitions: SchemaDefinitions): string {
  const rules = describeConstraints(schema, definitions);
  const { name: _, ...unnamed } = schema;
  const head = `*${inlineMarkdown(describeType(unnamed, definitions))}*${rules === '' ? '' : ` — ${rules}`}`;
  return [head, toPageMarkdown(schema.description), new SchemaList(definitions).markdown({ ref: key, types: [] })]
    .filter((part) => part !== '')
    .join('\n\n');
}
