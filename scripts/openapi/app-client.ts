import { format } from 'prettier';

type Schema = Record<string, any>;

const isIdentifier = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);
const keyOf = (name: string): string => (isIdentifier(name) ? name : JSON.stringify(name));
const nameOfReference = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never';

/** Writes a JSON Schema as a TypeScript type. */
function typeOf(schema: Schema | boolean | undefined): string {
  if (schema === undefined || typeof schema === 'boolean') return 'unknown';
  if (schema['$ref'] !== undefined) return nameOfReference(schema['$ref']);
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (schema['enum'] !== undefined) return union(schema['enum'].map((value: unknown) => JSON.stringify(value)));
  const choices: readonly Schema[] | undefined = schema['anyOf'] ?? schema['oneOf'];
  if (choices !== undefined) return union(choices.map((choice) => bracketed(typeOf(choice))));
  if (schema['allOf'] !== undefined) return schema['allOf'].map((part: Schema) => bracketed(typeOf(part))).join(' & ');
  if (Array.isArray(schema['type']))
    return union(schema['type'].map((type: string) => bracketed(typeOf({ ...schema, type }))));
  switch (schema['type']) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return schema['items'] === undefined || schema['items'] === false
        ? 'readonly unknown[]'
        : `readonly ${bracketed(typeOf(schema['items']))}[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

const bracketed = (type: string): string => (/^[\w.']+$/.test(type) ? type : `(${type})`);

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties as Record<string, Schema>).map(
    ([name, schema]) => `readonly ${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`,
  );
  if (additionalProperties !== undefined && additionalProperties !== false) {
    if (members.length === 0) return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
    members.push('readonly [name: string]: unknown;');
  }
  return `{ ${members.join(' ')} }`;
}

/** Type of the parameters of a kind; undefined without any. */
function parametersType(parameters: readonly Schema[], kind: string): string | undefined {
  const members = parameters
    .filter((parameter) => parameter['in'] === kind)
    .map(({ name, schema, required }) => `readonly ${keyOf(name)}${required ? '' : '?'}: ${typeOf(schema)};`);
  return members.length === 0 ? undefined : `{ ${members.join(' ')} }`;
}

function answerType(responses: Schema): string {
  const found = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = found.flatMap(([, { content }]) => {
    const schema = content?.['application/json']?.schema;
    return schema === undefined ? [] : [bracketed(typeOf(schema))];
  });
  return types.length === 0 ? 'undefined' : union(types);
}

/** Writes the functions with which the app calls the operations of an OpenAPI document, with the types of its schemas. */
export async function appClient(document: Schema): Promise<string> {
  const schemas = Object.entries(document['components'].schemas as Record<string, Schema>).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const operations: string[] = [];
  for (const [path, methods] of Object.entries(document['paths'] as Record<string, Schema>))
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === undefined) continue;
      const parameters: readonly Schema[] = [...(methods['parameters'] ?? []), ...(operation.parameters ?? [])];
      const body = operation.requestBody?.content?.['application/json']?.schema;
      const input = [
        ['path', parametersType(parameters, 'path'), true],
        ['query', parametersType(parameters, 'query'), false],
        ['body', body && typeOf(body), operation.requestBody?.required === true],
      ]
        .filter(([, type]) => type !== undefined)
        .map(([name, type, isRequired]) => `readonly ${name}${isRequired ? '' : '?'}: ${type};`);
      const types = `${input.length === 0 ? '{}' : `{ ${input.join(' ')} }`}, ${answerType(operation.responses)}`;
      operations.push(
        `/** ${operation.summary}. */`,
        `export const ${operation.operationId} = /* @__PURE__ */ operation<${types}>('${method.toUpperCase()}', '${path}');`,
        '',
      );
    }
  const source = `// Written by \`npm run openapi\` from openapi.json.
import { operation } from './operation.ts';

${schemas.join('\n')}

${operations.join('\n')}`;
  return format(source, { parser: 'typescript', printWidth: 120, singleQuote: true });
}
