import type {
  OperationModel,
  SchemaDefinitions,
  SchemaModel,
} from '../../../domain/openapi-specs/reference/reference-model.ts';
import { resolveSchema } from '../../../domain/openapi-specs/reference/schema-lookup.ts';
import { statedValue } from '../../../domain/openapi-specs/reference/sample-value.ts';
import { defaultServerUrl, isReachable } from '../../../domain/openapi-specs/reference/server-urls.ts';
import { writeField, type FieldKind } from './field-text.ts';
import { fileFields, isFileBody } from './file-fields.ts';
import { exampleText, mediaSample } from './request-sample.ts';
import { fieldForms, isFormType, parameterForm } from './serialize-parameter.ts';
import type { TryItRequest } from './try-it-model.ts';
import { valueText } from './value-text.ts';

const MAX_EXAMPLE = 20_000;
const MAX_CHOICES = 100;

/** Builds the request of an operation; undefined without a server that it can be sent to. */
export function buildTryItRequest(operation: OperationModel, definitions: SchemaDefinitions): TryItRequest | undefined {
  const servers = operation.servers.filter(isReachable);
  if (servers.length === 0) return undefined;
  return {
    method: operation.method.toUpperCase(),
    path: operation.path,
    servers,
    security: operation.security.map((way) =>
      way.map(({ name, type, in: place, parameter, scheme }) => ({
        name,
        type,
        ...(place !== undefined && { in: place }),
        ...(parameter !== undefined && { parameter }),
        ...(scheme !== undefined && { scheme }),
      })),
    ),
    parameters: operation.parameters
      // Browsers do not let scripts set cookies of other hosts.
      .filter((parameter) => parameter.in !== 'cookie')
      .map((parameter) => {
        const { schema } = resolveSchema(parameter.schema, definitions);
        const stated = parameter.examples[0]?.value ?? schema.examples?.[0] ?? schema.default?.value;
        const value = stated ?? (parameter.isRequired ? statedValue(schema) : undefined);
        const choices = schema.values ?? (schema.types.includes('boolean') ? [true, false] : []);
        const isForm = parameter.in === 'querystring' && isFormType(parameter.mediaType);
        const kind = parameter.mediaType === undefined || isForm ? kindOf(schema, value) : 'text';
        return {
          ...parameterForm(parameter),
          isRequired: parameter.isRequired,
          kind,
          value: value === undefined ? '' : kind === 'list' ? writeField(value) : valueText(value),
          choices: kind === 'text' ? choices.slice(0, MAX_CHOICES).map(valueText) : [],
        };
      }),
    bodies: (operation.body?.content ?? []).map((media) => {
      const value = mediaSample(media, definitions, 'request');
      const example = value === undefined ? '' : exampleText(value, media, definitions);
      return {
        type: media.type,
        example: example.length > MAX_EXAMPLE ? '' : example,
        isFile: isFileBody(media, definitions),
        files: fileFields(media, definitions),
        fields: /^multipart/i.test(media.type) ? [] : fieldForms(media),
      };
    }),
  };
}

function kindOf({ types, items, properties, additional }: SchemaModel, value: unknown): FieldKind {
  if (Array.isArray(value) || types.includes('array') || items !== undefined) return 'list';
  const isObject = types.includes('object') || properties !== undefined || additional !== undefined;
  return isObject || (typeof value === 'object' && value !== null) ? 'object' : 'text';
}

/**
 * Lists the origins of the servers of an operation, with every combination of the listed values of variables in the
 * host; nothing for relative servers and for other schemes than http and https.
 */
export function serverOrigins({ servers }: Pick<OperationModel, 'servers'>): readonly string[] {
  const origins = new Set<string>();
  for (const server of servers)
    for (const url of expandServer(server)) {
      if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) continue;
      const { origin, username, password } = new URL(url);
      if (username === '' && password === '') origins.add(origin);
    }
  return [...origins];
}

const MAX_EXPANDED = 50;

function expandServer({ url, variables }: OperationModel['servers'][number]): readonly string[] {
  let urls = [url];
  for (const { name, default: fallback, values } of variables) {
    const place = `{${name}}`;
    if (!url.includes(place)) continue;
    const choices = [...new Set([fallback, ...values])].filter((value) => value !== '');
    urls = urls.flatMap((each) => choices.map((value) => each.replaceAll(place, value))).slice(0, MAX_EXPANDED);
  }
  return urls
    .filter((each) => !/[{}]/.test(each))
    .concat(urls.length === 0 ? [defaultServerUrl({ url, variables })] : []);
}
