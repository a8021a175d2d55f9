import {
  isJsonMap,
  toSingleLine,
  asList,
  entriesOf,
  asText,
  type JsonMap,
  type SpecDocument,
  type SpecOperation,
} from '../../../domain/openapi-specs/document.ts';
import { describeConstraints, SchemaList, describeType } from './describe-schema.ts';
import { toCellMarkdown, inlineCode, exampleBlock, inlineMarkdown, toPageMarkdown } from './markdown-text.ts';

const MAX_TITLE = 200;
const PARAMETER_LOCATIONS = ['path', 'query', 'header', 'cookie'];

/** Describes an operation in Markdown, without its title. */
export function describeOperation(one: SpecOperation, document: SpecDocument): string {
  const { method, path, operation } = one;
  const parts = [
    `\`\`\`http\n${method.toUpperCase()} ${toSingleLine(path, Infinity)}\n\`\`\``,
    operation['deprecated'] === true ? '**Deprecated**' : '',
    toPageMarkdown(operation['description']),
    authorization(operation, document),
    parameters(one, document),
    requestBody(operation, document),
    responses(operation, document),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Returns the summary, else the operation id, else the method and path. */
export function operationTitle({ method, path, operation }: SpecOperation): string {
  const candidates = [operation['summary'], operation['operationId']].map((text) =>
    toSingleLine(asText(text) ?? '', MAX_TITLE),
  );
  return candidates.find((text) => text !== '') ?? toSingleLine(`${method.toUpperCase()} ${path}`, MAX_TITLE);
}

/** Lists the security schemes that a caller can use. */
function authorization(operation: JsonMap, document: SpecDocument): string {
  const ways = asList(operation['security'] ?? document.root['security'])
    .filter(isJsonMap)
    .map((way) => Object.keys(way).map(inlineCode).join(' and '));
  const named = ways.filter((way) => way !== '');
  if (named.length === 0) return '';
  return `Authorization: ${named.join(', or ')}${named.length < ways.length ? ', or none' : ''}`;
}

function parameters({ parameters: all }: SpecOperation, document: SpecDocument): string {
  if (all.length === 0) return '';
  const rows = PARAMETER_LOCATIONS.flatMap((place) => all.filter((parameter) => parameter['in'] === place)).map(
    (parameter) => {
      const schema = document.resolve(parameter['schema']) ?? {};
      const words = [
        parameter['required'] === true ? '**required**' : '',
        toCellMarkdown(parameter['description']),
        describeConstraints({ ...schema, deprecated: parameter['deprecated'] ?? schema['deprecated'] }).replace(
          /(?<!\\)\|/g,
          '\\|',
        ),
      ];
      return `| ${inlineCode(parameter['name']).replace(/\|/g, '\\|')} | ${inlineMarkdown(parameter['in'])} | ${inlineMarkdown(describeType(parameter['schema'], document))} | ${words.filter((word) => word !== '').join(' ')} |`;
    },
  );
  return rows.length === 0
    ? ''
    : ['**Parameters**', '', '| Name | In | Type | Description |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function requestBody(operation: JsonMap, document: SpecDocument): string {
  const found = document.resolve(operation['requestBody']);
  if (found === undefined) return '';
  const head = `**Body**${found['required'] === true ? ', required' : ''}`;
  return [head, toPageMarkdown(found['description']), ...mediaTypes(found, document)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function responses(operation: JsonMap, document: SpecDocument): string {
  const parts = entriesOf(operation['responses']).flatMap(([status, response]) => {
    const found = document.resolve(response);
    if (found === undefined) return [];
    const words = toCellMarkdown(found['description']);
    return [
      `**Response ${inlineMarkdown(status)}**${words === '' ? '' : ` — ${words}`}`,
      ...mediaTypes(found, document),
    ];
  });
  return parts.join('\n\n');
}

/** Describes each media type once; a schema that was described for an earlier type is only named. */
function mediaTypes(of: JsonMap, document: SpecDocument): readonly string[] {
  const seen = new Set<unknown>();
  return entriesOf(of['content']).flatMap(([type, media]) => {
    if (!isJsonMap(media)) return [];
    const schema = media['schema'];
    const key = JSON.stringify(schema ?? null);
    const head = `${inlineCode(type)} *${inlineMarkdown(describeType(schema, document))}*`;
    if (seen.has(key)) return [head];
    seen.add(key);
    return [head, new SchemaList(document).markdown(schema), exampleOf(media, document)].filter((part) => part !== '');
  });
}

function exampleOf(media: JsonMap, document: SpecDocument): string {
  const named = document.resolve(entriesOf(media['examples'])[0]?.[1])?.['value'];
  const value =
    media['example'] ??
    named ??
    document.resolve(media['schema'])?.['example'] ??
    asList(document.resolve(media['schema'])?.['examples'])[0];
  return value === undefined ? '' : exampleBlock(value);
}
