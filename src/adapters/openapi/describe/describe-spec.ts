import { asList, asText, type SpecDocument } from '../../../domain/openapi-specs/document.ts';
import type { OperationDescription, SpecDescription } from '../../../ports/openapi-specs.ts';
import { LIMITS } from '../limits.ts';
import { describeOperation, operationTitle } from './describe-operation.ts';
import { describeConstraints, SchemaList, describeType } from './describe-schema.ts';
import { inlineMarkdown, toPageMarkdown } from './markdown-text.ts';

/** Title of the group for operations without a tag. */
const UNTAGGED = 'Operations';
const WEBHOOKS = 'Webhooks';
const TRUNCATION_NOTE = 'The document is too large to be shown in full.';

/**
 * Describes a document in Markdown: operations by their first tag, in the order in which the document lists the tags,
 * and schemas.
 */
export function describeSpec(document: SpecDocument): SpecDescription {
  const info = document.resolve(document.root['info']) ?? {};
  const tags = new Map<string, { description?: string; operations: OperationDescription[] }>();
  const titles = new Map<string, string>();
  for (const each of asList(document.root['tags'])) {
    const tag = document.resolve(each);
    const name = asText(tag?.['name']);
    if (tag === undefined || name === undefined) continue;
    const description = toPageMarkdown(tag['description']);
    tags.set(name, { operations: [], ...(description !== '' && { description }) });
    titles.set(name, asText(tag['x-displayName']) ?? asText(tag['x-page-title']) ?? name);
  }
  let remaining: number = LIMITS.descriptionCharacters;
  const describeWithinLimit = (describe: () => string): string => {
    if (remaining <= 0) return TRUNCATION_NOTE;
    const markdown = describe();
    remaining -= markdown.length;
    return remaining < 0 ? TRUNCATION_NOTE : markdown;
  };
  for (const one of document.operations()) {
    const name = asText(asList(one.operation['tags'])[0]) ?? (one.webhook ? WEBHOOKS : UNTAGGED);
    const tag = tags.get(name) ?? { operations: [] };
    tag.operations.push({
      method: one.method,
      path: one.path,
      title: operationTitle(one),
      ...(one.webhook && { isWebhook: true as const }),
      markdown: describeWithinLimit(() => describeOperation(one, document)),
    });
    tags.set(name, tag);
  }
  const schemas = document.schemas.map(([name, schema]) => ({
    name,
    markdown: describeWithinLimit(() => describeSchema(name, schema, document)),
  }));
  return {
    title: asText(info['title']) ?? 'API',
    tags: [...tags]
      .filter(([, { operations }]) => operations.length > 0)
      .map(([name, tag]) => ({ title: titles.get(name) ?? name, ...tag })),
    schemas,
  };
}

function describeSchema(name: string, schema: unknown, document: SpecDocument): string {
  const at = document.resolve(schema) ?? {};
  const rules = describeConstraints(at);
  const head = `*${inlineMarkdown(describeType(at, document))}*${rules === '' ? '' : ` — ${rules}`}`;
  return [head, toPageMarkdown(at['description']), new SchemaList(document).markdown(schema, new Set([name]))]
    .filter((part) => part !== '')
    .join('\n\n');
}
