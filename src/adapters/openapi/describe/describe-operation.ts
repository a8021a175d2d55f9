import { toSingleLine } from '../../../domain/openapi-specs/document.ts';
import { stringifyExactJson } from '../../../domain/openapi-specs/exact-json.ts';
import type {
  MediaModel,
  OperationModel,
  SchemaDefinitions,
} from '../../../domain/openapi-specs/reference/reference-model.ts';
import { resolveSchema } from '../../../domain/openapi-specs/reference/schema-lookup.ts';
import { isXmlType, writeXml } from '../../../domain/openapi-specs/reference/write-xml.ts';
import { describeConstraints, SchemaList, describeType } from './describe-schema.ts';
import { toCellMarkdown, inlineCode, exampleBlock, inlineMarkdown, toPageMarkdown } from './markdown-text.ts';

/** Describes an operation in Markdown, without its title. */
export function describeOperation(operation: OperationModel, definitions: SchemaDefinitions): string {
  const { method, path } = operation;
  const parts = [
    `\`\`\`http\n${method.toUpperCase()} ${toSingleLine(path, Infinity)}\n\`\`\``,
    operation.isDeprecated === true ? '**Deprecated**' : '',
    toPageMarkdown(operation.description),
    servers(operation),
    authorization(operation),
    parameters(operation, definitions),
    ...queryStrings(operation, definitions),
    requestBody(operation, definitions),
    responses(operation, definitions),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function servers({ servers: all }: OperationModel): string {
  return all.length === 0 ? '' : `Servers: ${all.map(({ url }) => inlineCode(url)).join(', ')}`;
}

/** Lists the security schemes that a caller can use. */
function authorization({ security }: OperationModel): string {
  const ways = security.map((way) => way.map(({ name }) => inlineCode(name)).join(' and '));
  const named = ways.filter((way) => way !== '');
  if (named.length === 0) return '';
  return `Authorization: ${named.join(', or ')}${named.length < ways.length ? ', or none' : ''}`;
}

function parameters({ parameters: all }: OperationModel, definitions: SchemaDefinitions): string {
  const named = all.filter((parameter) => parameter.in !== 'querystring');
  const rows = named.map((parameter) => {
    const { schema } = resolveSchema(parameter.schema, definitions);
    const words = [
      parameter.isRequired ? '**required**' : '',
      toCellMarkdown(parameter.description ?? schema.description),
      describeConstraints(
        parameter.isDeprecated === true ? { ...schema, deprecated: true } : schema,
        definitions,
      ).replace(/(?<!\\)\|/g, '\\|'),
    ];
    return `| ${inlineCode(parameter.name).replace(/\|/g, '\\|')} | ${parameter.in} | ${inlineMarkdown(describeType(parameter.schema, definitions))} | ${words.filter((word) => word !== '').join(' ')} |`;
  });
  if (rows.length === 0) return '';
  const table = ['**Parameters**', '', '| Name | In | Type | Description |', '| --- | --- | --- | --- |', ...rows];
  const members = named.flatMap(({ name, schema }) => {
    const list = new SchemaList(definitions).markdown(schema);
    return list === '' ? [] : [`Members of ${inlineCode(name)}:`, list];
  });
  return [table.join('\n'), ...members].join('\n\n');
}

/** Describes the parameters that are the whole query, of which their names are no part. */
function queryStrings({ parameters: all }: OperationModel, definitions: SchemaDefinitions): readonly string[] {
  return all
    .filter((parameter) => parameter.in === 'querystring')
    .flatMap(({ isRequired, description, mediaType, schema, examples }) => [
      `**Query**${isRequired ? ', required' : ''}`,
      toPageMarkdown(description),
      ...mediaTypes([{ type: mediaType ?? '', schema, examples }], definitions),
    ]);
}

function requestBody({ body }: OperationModel, definitions: SchemaDefinitions): string {
  if (body === undefined) return '';
  const head = `**Body**${body.isRequired ? ', required' : ''}`;
  return [head, toPageMarkdown(body.description), ...mediaTypes(body.content, definitions)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function responses({ responses: all }: OperationModel, definitions: SchemaDefinitions): string {
  const parts = all.flatMap(({ status, description, content }) => {
    const words = toCellMarkdown(description);
    return [
      `**Response ${inlineMarkdown(status)}**${words === '' ? '' : ` — ${words}`}`,
      ...mediaTypes(content, definitions),
    ];
  });
  return parts.join('\n\n');
}

/** Describes each media type once; a schema that was described for an earlier type is only named. */
function mediaTypes(content: readonly MediaModel[], definitions: SchemaDefinitions): readonly string[] {
  const seen = new Set<unknown>();
  return content.flatMap((media) => {
    const key = stringifyExactJson(media.schema ?? null);
    const head = `${inlineCode(media.type)} *${inlineMarkdown(describeType(media.schema, definitions))}*`;
    if (seen.has(key)) return [head];
    seen.add(key);
    return [head, new SchemaList(definitions).markdown(media.schema), exampleOf(media, definitions)].filter(
      (part) => part !== '',
    );
  });
}

function exampleOf({ type, examples, schema }: MediaModel, definitions: SchemaDefinitions): string {
  const value =
    examples.length > 0
      ? examples[0]!.value
      : schema === undefined
        ? undefined
        : resolveSchema(schema, definitions).schema.examples?.[0];
  if (value === undefined) return '';
  return typeof value !== 'string' && isXmlType(type)
    ? exampleBlock(writeXml(value, schema, definitions), 'xml')
    : exampleBlock(value);
}
