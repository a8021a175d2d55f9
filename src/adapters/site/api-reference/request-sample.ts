import type {
  MediaModel,
  OperationModel,
  ParameterModel,
  SchemaDefinitions,
  SecuritySchemeModel,
} from '../../../domain/openapi-specs/reference/reference-model.ts';
import { isObject } from '../../../domain/kernel/is-object.ts';
import { parseExactJson, stringifyExactJson } from '../../../domain/openapi-specs/exact-json.ts';
import { resolveSchema } from '../../../domain/openapi-specs/reference/schema-lookup.ts';
import { sampleValue } from '../../../domain/openapi-specs/reference/sample-value.ts';
import { isXmlType, writeXml } from '../../../domain/openapi-specs/reference/write-xml.ts';
import { defaultServerUrl } from '../../../domain/openapi-specs/reference/server-urls.ts';
import { fileFields, isFileBody } from './file-fields.ts';
import { fieldForms, fieldPairs, parameterForm, serializeParameter } from './serialize-parameter.ts';
import { valueText } from './value-text.ts';

/** Request with example values. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly NamedValue[];
  readonly body?: SampleBody;
}
interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** Body of a request with its media type. A `file` has a content that the caller picks. */
type SampleBody = { readonly type: string } & (
  | { readonly kind: 'json'; readonly value: unknown; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file' }
  | { readonly kind: 'form' | 'multipart'; readonly fields: readonly (NamedValue & { readonly isFile: boolean })[] }
);

/** Base of relative servers in samples. */
const EXAMPLE_ORIGIN = 'https://example.com';

/** Returns the example of a media type, stated or made up. */
export function mediaSample(
  { examples, schema }: MediaModel,
  definitions: SchemaDefinitions,
  direction: 'request' | 'response',
): unknown {
  if (examples.length > 0) return examples[0]!.value;
  return schema === undefined ? undefined : sampleValue(schema, definitions, direction);
}

/** Writes an example as the text of a body: texts as they are, and other values as XML or JSON. */
export function exampleText(value: unknown, { type, schema }: MediaModel, definitions: SchemaDefinitions): string {
  if (typeof value === 'string') return value;
  return isXmlType(type) ? writeXml(value, schema, definitions) : stringifyExactJson(value, 2);
}

/** Media type of a body that samples show: JSON if there is one. */
const sampleMedia = (content: readonly MediaModel[]): MediaModel | undefined =>
  content.find(({ type }) => isJson(type)) ?? content[0];

export const isJson = (type: string): boolean => /^[^;]*[/+]json\b/i.test(type);

const isMultipart = (type: string): boolean => /^multipart\/form-data/i.test(type);

/** Example of a parameter as it is written in a request, stated or made up. */
function parameterSample(parameter: ParameterModel, definitions: SchemaDefinitions): string {
  const { examples, schema, mediaType } = parameter;
  const value = examples.length > 0 ? examples[0]!.value : sampleValue(schema, definitions, 'request');
  const isText = mediaType !== undefined && parameter.in !== 'querystring';
  return serializeParameter(parameterForm(parameter), isText ? valueText(value) : value);
}

/** Builds a request with the required parameters, the first way to authorize it, and an example of its body. */
export function buildSampleRequest(operation: OperationModel, definitions: SchemaDefinitions): SampleRequest {
  const [server] = operation.servers;
  const base = server === undefined ? '/' : defaultServerUrl(server);
  const query: string[] = [];
  const headers: NamedValue[] = [];
  const cookies: string[] = [];
  let { path } = operation;
  for (const parameter of operation.parameters) {
    if (!parameter.isRequired) continue;
    const value = parameterSample(parameter, definitions);
    const { schema } = resolveSchema(parameter.schema, definitions);
    const isStated = parameter.examples.length > 0 || schema.examples !== undefined || schema.values !== undefined;
    if (parameter.in === 'path')
      path = path.replaceAll(`{${parameter.name}}`, isStated ? value : `{${parameter.name}}`);
    else if (parameter.in === 'header') headers.push({ name: parameter.name, value });
    else if (value !== '') (parameter.in === 'cookie' ? cookies : query).push(value);
  }
  for (const scheme of operation.security.find((way) => way.length > 0) ?? [])
    addCredentials(scheme, { query, headers, cookies });
  if (cookies.length > 0) headers.push({ name: 'Cookie', value: cookies.join('; ') });
  const media = sampleMedia(operation.body?.content ?? []);
  const body = media && sampleBody(media, definitions);
  // The type of a multipart body is written with the boundary of its parts.
  if (body !== undefined && !isMultipart(body.type)) headers.push({ name: 'Content-Type', value: body.type });
  const accepted = sampleMedia(operation.responses.find(({ status }) => /^2/.test(status))?.content ?? []);
  if (accepted !== undefined && /^[\w.+-]+\/[\w.+*-]+/.test(accepted.type))
    headers.push({ name: 'Accept', value: accepted.type });
  const joined = joinUrl(
    /^https?:\/\//i.test(base) ? base : EXAMPLE_ORIGIN + (base.startsWith('/') ? base : `/${base}`),
    path,
  );
  const search = query.join('&');
  return {
    method: operation.method.toUpperCase(),
    url: search === '' ? joined : `${joined}${joined.includes('?') ? '&' : '?'}${search}`,
    headers,
    ...(body && { body }),
  };
}

const joinUrl = (base: string, path: string): string =>
  base.replace(/\/+$/, '') + (path.startsWith('/') ? path : `/${path}`);

function addCredentials(
  { type, in: place, parameter, scheme }: SecuritySchemeModel,
  into: { readonly query: string[]; readonly headers: NamedValue[]; readonly cookies: string[] },
): void {
  if (type === 'apiKey') {
    const [name, value] = [parameter ?? 'key', 'YOUR_API_KEY'];
    if (place === 'query') into.query.push(`${encodeURIComponent(name)}=${value}`);
    else if (place === 'cookie') into.cookies.push(`${name}=${value}`);
    else into.headers.push({ name, value });
  } else if (type === 'http' && scheme === 'basic')
    into.headers.push({ name: 'Authorization', value: 'Basic BASE64_OF_USERNAME_AND_PASSWORD' });
  else if (type === 'http' || type === 'oauth2' || type === 'openIdConnect')
    into.headers.push({ name: 'Authorization', value: `${schemeWord(scheme)} YOUR_TOKEN` });
}

const schemeWord = (scheme = 'bearer'): string => scheme.charAt(0).toUpperCase() + scheme.slice(1);

function sampleBody(media: MediaModel, definitions: SchemaDefinitions): SampleBody | undefined {
  const value = mediaSample(media, definitions, 'request');
  const { type } = media;
  if (/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type)) {
    const files = new Set(fileFields(media, definitions).map(({ name }) => name));
    const entries = isObject(value) ? Object.entries(value) : [];
    const forms = isMultipart(type) ? [] : fieldForms(media);
    return {
      type,
      kind: isMultipart(type) ? 'multipart' : 'form',
      fields: entries.flatMap(([field, member]) =>
        fieldPairs(
          field,
          member,
          forms.find((form) => form.name === field),
        ).map(([name, text]) => ({ name, value: text, isFile: files.has(field) })),
      ),
    };
  }
  if (isFileBody(media, definitions)) return { type, kind: 'file' };
  if (value === undefined) return undefined;
  const text = exampleText(value, media, definitions);
  if (!isJson(type)) return { type, kind: 'text', text };
  return { type, kind: 'json', ...jsonOf(value, text) };
}

/** Reads a text that states an object or a list as JSON; any other text is the value itself. */
function jsonOf(value: unknown, text: string): { readonly value: unknown; readonly text: string } {
  if (typeof value !== 'string') return { value, text };
  try {
    if (/^\s*[{[]/.test(text)) return { value: parseExactJson(text), text };
  } catch {
    // A text that looks like JSON.
  }
  return { value, text: stringifyExactJson(value) };
}
