import {
  isJsonMap,
  singleLine,
  asList,
  entriesOf,
  asText,
  type JsonMap,
  type SpecDocument,
  type SpecOperation,
} from '../../../domain/openapi-specs/document.ts';
import { rulesOf, SchemaList, typeOf } from './describe-schema.ts';
import { brief, code, example, inline, prose } from './words.ts';

const MAX_TITLE = 200;
const PLACES = ['path', 'query', 'header', 'cookie'];

/** An operation as a part of a page, without its title. */
export function describeOperation(one: SpecOperation, document: SpecDocument): string {
  const { method, path, operation } = one;
  const parts = [
    `\`\`\`http\n${method.toUpperCase()} ${singleLine(path, Infinity)}\n\`\`\``,
    operation['deprecated'] === true ? '**Deprecated**' : '',
    prose(operation['description']),
    access(operation, document),
    parameters(one, document),
    body(operation, document),
    responses(operation, document),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** How an operation is called. */
export function operationTitle({ method, path, operation }: SpecOperation): string {
  const said = [operation['summary'], operation['operationId']].map((text) =>
    singleLine(asText(text) ?? '', MAX_TITLE),
  );
  return said.find((text) => text !== '') ?? singleLine(`${method.toUpperCase()} ${path}`, MAX_TITLE);
}

/** What a caller has to show. */
function access(operation: JsonMap, document: SpecDocument): string {
  const ways = asList(operation['security'] ?? document.root['security'])
    .filter(isJsonMap)
    .map((way) => Object.keys(way).map(code).join(' and '));
  const named = ways.filter((way) => way !== '');
  if (named.length === 0) return '';
  return `Authorization: ${named.join(', or ')}${named.length < ways.length ? ', or none' : ''}`;
}

function parameters({ parameters: all }: SpecOperation, document: SpecDocument): string {
  if (all.length === 0) return '';
  const rows = PLACES.flatMap((place) => all.filter((parameter) => parameter['in'] === place)).map((parameter) => {
    const schema = document.resolve(parameter['schema']) ?? {};
    const words = [
      parameter['required'] === true ? '**required**' : '',
      brief(parameter['description']),
      rulesOf({ ...schema, deprecated: parameter['deprecated'] ?? schema['deprecated'] }).replace(/(?<!\\)\|/g, '\\|'),
    ];
    return `| ${code(parameter['name']).replace(/\|/g, '\\|')} | ${inline(parameter['in'])} | ${inline(typeOf(parameter['schema'], document))} | ${words.filter((word) => word !== '').join(' ')} |`;
  });
  return rows.length === 0
    ? ''
    : ['**Parameters**', '', '| Name | In | Type | Description |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function body(operation: JsonMap, document: SpecDocument): string {
  const found = document.resolve(operation['requestBody']);
  if (found === undefined) return '';
  const head = `**Body**${found['required'] === true ? ', required' : ''}`;
  return [head, prose(found['description']), ...contents(found, document)].filter((part) => part !== '').join('\n\n');
}

function responses(operation: JsonMap, document: SpecDocument): string {
  const parts = entriesOf(operation['responses']).flatMap(([status, response]) => {
    const found = document.resolve(response);
    if (found === undefined) return [];
    const words = brief(found['description']);
    return [`**Response ${inline(status)}**${words === '' ? '' : ` — ${words}`}`, ...contents(found, document)];
  });
  return parts.join('\n\n');
}

/** Each media type once; those after the first that have the same schema are only named. */
function contents(of: JsonMap, document: SpecDocument): readonly string[] {
  const seen = new Set<unknown>();
  return entriesOf(of['content']).flatMap(([type, media]) => {
    if (!isJsonMap(media)) return [];
    const schema = media['schema'];
    const told = JSON.stringify(schema ?? null);
    const head = `${code(type)} *${inline(typeOf(schema, document))}*`;
    if (seen.has(told)) return [head];
    seen.add(told);
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
  return value === undefined ? '' : example(value);
}
