import {
  asList,
  asText,
  entriesOf,
  isJsonMap,
  SpecDocument,
  type JsonMap,
} from '../../domain/openapi-specs/document.ts';

const MULTIPART = 'multipart/form-data';
const URL_ENCODED = 'application/x-www-form-urlencoded';
/** Members of a parameter that restrict its value; the same ones restrict a schema. */
const VALUE_MEMBERS: readonly string[] = [
  'type',
  'format',
  'description',
  'default',
  'items',
  'enum',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'multipleOf',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'x-nullable',
];

/**
 * Rewrites parts of a document of Swagger 2.0 that the conversion to OpenAPI 3 loses; modifies `root`.
 *
 * Bodies and form fields that operations share, by reference or by their path, are put into the operations. The fields of
 * a form become one body, with their allowed values, defaults and limits. The media types of an operation win over those
 * of the document. A host without schemes has the scheme of the document's own URL.
 *
 * @param url URL of the document, if it has one
 */
export function prepareSwaggerTwo(root: JsonMap, url: string | undefined): void {
  if (root['swagger'] === undefined) return;
  if (url !== undefined && root['host'] !== undefined && asList(root['schemes']).length === 0)
    root['schemes'] = [new URL(url).protocol.slice(0, -1)];
  const document = new SpecDocument(root);
  for (const [, path] of entriesOf(root['paths'])) {
    if (!isJsonMap(path)) continue;
    const shared = resolveBodies(path['parameters'], document);
    if (path['parameters'] !== undefined) path['parameters'] = shared.filter((each) => !isOfBody(each));
    for (const [name, operation] of entriesOf(path)) {
      if (name === 'parameters' || !isJsonMap(operation)) continue;
      prepareBody(operation, shared.filter(isOfBody), document);
      stateResponseTypes(operation);
    }
  }
}

/** @param shared bodies and form fields of all operations of the path, of which an operation may replace each */
function prepareBody(operation: JsonMap, shared: readonly JsonMap[], document: SpecDocument): void {
  const own = resolveBodies(operation['parameters'], document);
  const isReplaced = (each: JsonMap): boolean =>
    own.some(
      (one) => isOfBody(one) && one['in'] === each['in'] && (one['in'] === 'body' || one['name'] === each['name']),
    );
  const parameters = [...own, ...shared.filter((each) => !isReplaced(each))];
  const fields = parameters.filter(isFormField);
  if (fields.length > 0) operation['consumes'] = formTypes(operation, fields, document.root);
  const others = parameters.filter((each) => !isFormField(each));
  if (parameters.length > 0) operation['parameters'] = fields.length === 0 ? others : [...others, formBody(fields)];
}

/** Lists parameters, with bodies and form fields in place of references to them. */
const resolveBodies = (parameters: unknown, document: SpecDocument): readonly unknown[] =>
  asList(parameters).map((each) => {
    const resolved = document.resolve(each);
    return resolved !== undefined && isOfBody(resolved) ? resolved : each;
  });

const isFormField = (parameter: unknown): parameter is JsonMap =>
  isJsonMap(parameter) && parameter['in'] === 'formData' && asText(parameter['name']) !== undefined;
const isOfBody = (parameter: unknown): parameter is JsonMap =>
  isFormField(parameter) || (isJsonMap(parameter) && parameter['in'] === 'body');

function formTypes(operation: JsonMap, fields: readonly JsonMap[], root: JsonMap): readonly unknown[] {
  const stated = asList(operation['consumes'] ?? root['consumes']).filter(
    (type) => type === MULTIPART || type === URL_ENCODED,
  );
  if (stated.length > 0) return stated;
  return [fields.some(({ type }) => type === 'file') ? MULTIPART : URL_ENCODED];
}

function formBody(fields: readonly JsonMap[]): JsonMap {
  const required = fields.filter((field) => field['required'] === true).map(({ name }) => name);
  const properties = Object.fromEntries(fields.map((field) => [field['name'], fieldSchema(field)]));
  return {
    name: 'body',
    in: 'body',
    ...(required.length > 0 && { required: true }),
    schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
  };
}

function fieldSchema(field: JsonMap): JsonMap {
  const members = Object.entries(field).filter(([key]) => VALUE_MEMBERS.includes(key));
  const example = field['x-example'] ?? field['example'];
  return { ...Object.fromEntries(members), ...(example !== undefined && { example }) };
}

/** States the media types of an operation in its responses, as the conversion prefers those of the document. */
function stateResponseTypes(operation: JsonMap): void {
  const types = asList(operation['produces']).filter((type) => asText(type) !== undefined);
  if (types.length === 0) return;
  for (const [, response] of entriesOf(operation['responses'])) {
    if (!isJsonMap(response) || response['schema'] === undefined || response['content'] !== undefined) continue;
    const { schema } = response;
    response['content'] = Object.fromEntries((types as string[]).map((type) => [type, { schema }]));
    delete response['schema'];
  }
}
