import {
  asList,
  asText,
  entriesOf,
  isJsonMap,
  operationsOfPath,
  schemaOfMedia,
  toSingleLine,
  type JsonMap,
  type SpecDocument,
  type SpecOperation,
} from '../document.ts';
import type {
  ExampleModel,
  HeaderModel,
  MediaModel,
  OperationModel,
  ParameterModel,
  ResponseModel,
  SecuritySchemeModel,
  ServerModel,
} from './reference-model.ts';
import { isFileType } from './file-types.ts';
import type { SchemaBuilder } from './schema-builder.ts';
import { resolveServer } from './server-urls.ts';
import { isShortValue, toMemberName, toName, toProse } from './texts.ts';

const PLACES = ['path', 'query', 'querystring', 'header', 'cookie'] as const;
const SCHEME_TYPES = ['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS'] as const;
/** Members with the value of an example; the last two since OpenAPI 3.2. */
const EXAMPLE_VALUES = ['value', 'dataValue', 'serializedValue'] as const;
/** Numbers of shown elements; real documents stay far below them. */
const MAX_PARAMETERS = 300;
const MAX_RESPONSES = 100;
const MAX_MEDIA_TYPES = 20;
const MAX_EXAMPLES = 10;
const MAX_SERVERS = 20;
const MAX_WAYS = 20;
const MAX_TITLE = 200;

/** Returns the summary, else the operation id, else the method and path. */
function operationTitle({ method, path, operation }: SpecOperation): string {
  const candidates = [operation['summary'], operation['operationId']].map((text) =>
    toSingleLine(asText(text) ?? '', MAX_TITLE),
  );
  return candidates.find((text) => text !== '') ?? toSingleLine(`${method.toUpperCase()} ${path}`, MAX_TITLE);
}

/** Builds the operations of a document. */
export class OperationBuilder {
  constructor(
    private readonly document: SpecDocument,
    private readonly schemas: SchemaBuilder,
  ) {}

  build(one: SpecOperation): OperationModel {
    const { method, path, webhook, operation } = one;
    const operationId = toName(operation['operationId']);
    const description = toProse(operation['description']);
    const body = this.#body(operation['requestBody']);
    const docs = externalDocs(operation['externalDocs']);
    return {
      kind: webhook ? 'webhook' : 'operation',
      method,
      path: toSingleLine(path, MAX_PATH),
      title: operationTitle(one),
      ...(operationId !== undefined && { operationId }),
      ...(description !== undefined && { description }),
      ...(operation['deprecated'] === true && { isDeprecated: true as const }),
      ...(docs !== undefined && { externalDocs: docs }),
      servers: webhook ? [] : this.#servers(one.servers),
      security: this.#security(operation),
      parameters: PLACES.flatMap((place) =>
        one.parameters.filter((parameter) => parameter['in'] === place).map((each) => this.#parameter(each, place)),
      ).slice(0, MAX_PARAMETERS),
      ...(body !== undefined && { body }),
      responses: entriesOf(operation['responses'])
        .slice(0, MAX_RESPONSES)
        .flatMap(([status, response]) => this.#response(status, response)),
      callbacks: this.#callbacks(operation['callbacks']),
    };
  }

  /** Builds absolute servers if the document has a URL; that of a document which states none is then `/`. */
  #servers(stated: readonly JsonMap[]): readonly ServerModel[] {
    const { url } = this.document;
    const servers = stated.slice(0, MAX_SERVERS).flatMap(buildServer);
    const all = servers.length === 0 && url !== undefined ? [{ url: '/', variables: [] }] : servers;
    return all.map((server) => resolveServer(server, url));
  }

  #parameter(parameter: JsonMap, place: ParameterModel['in']): ParameterModel {
    const description = toProse(parameter['description']);
    const [mediaType, media] = entriesOf(parameter['content'])[0] ?? [];
    const content = isJsonMap(media) ? media : undefined;
    const style = toName(parameter['style']);
    return {
      name: toMemberName(String(parameter['name'])),
      in: place,
      isRequired: place === 'path' || parameter['required'] === true,
      ...(parameter['deprecated'] === true && { isDeprecated: true as const }),
      ...(description !== undefined && { description }),
      schema: this.schemas.build(parameter['schema'] ?? content?.['schema']),
      examples: this.#examples(content ?? parameter),
      ...(mediaType !== undefined && { mediaType: toMemberName(mediaType) }),
      ...(style !== undefined && { style }),
      ...(typeof parameter['explode'] === 'boolean' && { isExploded: parameter['explode'] }),
    };
  }

  #body(value: unknown): OperationModel['body'] {
    const found = this.document.resolveDescribed(value);
    if (found === undefined) return undefined;
    const description = toProse(found['description']);
    return {
      isRequired: found['required'] === true,
      ...(description !== undefined && { description }),
      content: this.#content(found),
    };
  }

  #response(status: string, value: unknown): readonly ResponseModel[] {
    const found = this.document.resolveDescribed(value);
    if (found === undefined) return [];
    const description = toProse(found['description']) ?? toProse(found['summary']);
    return [
      {
        status: toMemberName(status),
        ...(description !== undefined && { description }),
        headers: entriesOf(found['headers'])
          .slice(0, MAX_PARAMETERS)
          .flatMap(([name, header]) => this.#header(name, header)),
        content: this.#content(found),
      },
    ];
  }

  #header(name: string, value: unknown): readonly HeaderModel[] {
    const found = this.document.resolveDescribed(value);
    if (found === undefined) return [];
    const description = toProse(found['description']);
    return [
      {
        name: toMemberName(name),
        ...(description !== undefined && { description }),
        isRequired: found['required'] === true,
        schema: this.schemas.build(found['schema']),
      },
    ];
  }

  #content(of: JsonMap): readonly MediaModel[] {
    return entriesOf(of['content'])
      .slice(0, MAX_MEDIA_TYPES)
      .flatMap(([type, media]) =>
        isJsonMap(media)
          ? [
              {
                type: toMemberName(type),
                ...this.#mediaSchema(type, schemaOfMedia(media)),
                examples: this.#examples(media),
                ...fieldsOf(media),
              },
            ]
          : [],
      );
  }

  /** Builds the schema of a media type; one of files needs none since OpenAPI 3.1. */
  #mediaSchema(type: string, schema: unknown): Pick<MediaModel, 'schema'> {
    const isOpen = schema === undefined || (isJsonMap(schema) && Object.keys(schema).length === 0);
    if (isOpen && isFileType(type)) return { schema: this.schemas.build({ type: 'string', format: 'binary' }) };
    return schema === undefined ? {} : { schema: this.schemas.build(schema) };
  }

  #examples(of: JsonMap): readonly ExampleModel[] {
    const named = entriesOf(of['examples']).flatMap(([name, each]): readonly ExampleModel[] => {
      const example = this.document.resolveDescribed(each);
      const value = EXAMPLE_VALUES.map((member) => example?.[member]).find((stated) => stated !== undefined);
      return isShortValue(value) ? [{ name: toName(example?.['summary']) ?? toMemberName(name), value }] : [];
    });
    if (named.length > 0) return named.slice(0, MAX_EXAMPLES);
    return isShortValue(of['example']) ? [{ value: of['example'] }] : [];
  }

  #security(operation: JsonMap): OperationModel['security'] {
    const schemes = this.document.resolve(this.document.root['components'])?.['securitySchemes'];
    return asList(operation['security'] ?? this.document.root['security'])
      .filter(isJsonMap)
      .slice(0, MAX_WAYS)
      .map((way) =>
        Object.entries(way)
          .slice(0, MAX_WAYS)
          .map(([name, scopes]) =>
            buildScheme(
              name,
              isJsonMap(schemes) && Object.hasOwn(schemes, name) ? this.document.resolve(schemes[name]) : undefined,
              scopes,
            ),
          ),
      );
  }

  #callbacks(value: unknown): OperationModel['callbacks'] {
    return entriesOf(value)
      .slice(0, MAX_WAYS)
      .map(([name, callback]) => ({
        name: toMemberName(name),
        requests: entriesOf(this.document.resolve(callback))
          .slice(0, MAX_WAYS)
          .flatMap(([expression, item]) =>
            operationsOfPath(this.document.resolve(item) ?? {})
              .filter(([, operation]) => isJsonMap(operation))
              .map(([method]) => `${method.toUpperCase()} ${toMemberName(expression)}`),
          ),
      }));
  }
}

const MAX_PATH = 2_000;

function externalDocs(value: unknown): OperationModel['externalDocs'] {
  const url = isJsonMap(value) ? toName(value['url']) : undefined;
  if (url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  const description = toName((value as JsonMap)['description']);
  return { url, ...(description !== undefined && { description }) };
}

function buildServer(server: JsonMap): readonly ServerModel[] {
  const url = toName(server['url']);
  if (url === undefined) return [];
  const description = toProse(server['description']);
  return [
    {
      url,
      ...(description !== undefined && { description }),
      variables: entriesOf(server['variables'])
        .slice(0, MAX_WAYS)
        .flatMap(([name, variable]) => {
          if (!isJsonMap(variable)) return [];
          const about = toProse(variable['description']);
          return [
            {
              name: toMemberName(name),
              default: toName(variable['default']) ?? '',
              values: asList(variable['enum'])
                .slice(0, MAX_PARAMETERS)
                .flatMap((each) => toName(each) ?? []),
              ...(about !== undefined && { description: about }),
            },
          ];
        }),
    },
  ];
}

function buildScheme(name: string, scheme: JsonMap | undefined, scopes: unknown): SecuritySchemeModel {
  const type = SCHEME_TYPES.find((each) => each === scheme?.['type']) ?? 'other';
  const place = (['query', 'header', 'cookie'] as const).find((each) => each === scheme?.['in']);
  const members = {
    description: toProse(scheme?.['description']),
    parameter: type === 'apiKey' ? toName(scheme?.['name']) : undefined,
    scheme: type === 'http' ? toName(scheme?.['scheme'])?.toLowerCase() : undefined,
    bearerFormat: toName(scheme?.['bearerFormat']),
    openIdConnectUrl: toName(scheme?.['openIdConnectUrl']),
  };
  return {
    name: toMemberName(name),
    type,
    ...Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)),
    ...(type === 'apiKey' && place !== undefined && { in: place }),
    ...(type === 'oauth2' && { flows: entriesOf(scheme?.['flows']).slice(0, MAX_WAYS).map(buildFlow) }),
    scopes: asList(scopes)
      .slice(0, MAX_PARAMETERS)
      .flatMap((each) => toName(each) ?? []),
  };
}

function buildFlow([name, flow]: readonly [string, unknown]): NonNullable<SecuritySchemeModel['flows']>[number] {
  const urls = isJsonMap(flow) ? flow : {};
  const authorizationUrl = toName(urls['authorizationUrl'] ?? urls['deviceAuthorizationUrl']);
  const tokenUrl = toName(urls['tokenUrl']);
  return {
    name: toMemberName(name),
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(tokenUrl !== undefined && { tokenUrl }),
  };
}

/** Returns the fields of a form for which the document states a style. */
function fieldsOf(media: JsonMap): Pick<MediaModel, 'fields'> {
  const fields = entriesOf(media['encoding'])
    .slice(0, MAX_PARAMETERS)
    .flatMap(([name, encoding]) => {
      if (!isJsonMap(encoding)) return [];
      const style = toName(encoding['style']);
      const isExploded = encoding['explode'];
      if (style === undefined && typeof isExploded !== 'boolean') return [];
      return [
        {
          name: toMemberName(name),
          ...(style !== undefined && { style }),
          ...(typeof isExploded === 'boolean' && { isExploded }),
        },
      ];
    });
  return fields.length === 0 ? {} : { fields };
}
