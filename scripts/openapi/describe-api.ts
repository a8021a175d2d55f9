import * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import type { UseCase } from '../../src/application/kernel/use-case.ts';
import { takesIdempotencyKey } from '../../src/adapters/http/kernel/idempotency-key.ts';
import { STATUS } from '../../src/adapters/http/kernel/errors.ts';
import { describeRequirement } from '../../src/domain/permissions/policy.ts';
import { API_VERSIONS } from '../../src/adapters/http/kernel/links.ts';
import { pathShapeOf } from '../../src/adapters/http/kernel/route-input.ts';
import { partsOf, findReadRoutes, type Route } from '../../src/adapters/http/kernel/route.ts';

const ErrorSchema = z
  .looseObject({
    error: z.looseObject({
      code: z.number().int().meta({ description: 'The HTTP status.' }),
      message: z.string(),
      requestId: z.string(),
      issues: z
        .array(z.object({ path: z.string(), message: z.string() }))
        .optional()
        .meta({ description: 'Invalid fields of a 400 response, or fields that name what a 404 response is about.' }),
    }),
  })
  .meta({ id: 'Error', description: 'An error; a merge with conflicts answers them beside it.' });

/** Responses of errors that several operations share. */
const ERROR_RESPONSES: Readonly<Record<number, ZodOpenApiResponseObject>> = Object.fromEntries(
  [
    {
      id: 'BadRequest',
      code: 400,
      description: 'The input is invalid; `issues` lists the invalid fields',
      message: 'title: must have at least 1 character',
      details: { issues: [{ path: 'title', message: 'must have at least 1 character' }] },
    },
    {
      id: 'Unauthorized',
      code: 401,
      description: 'The API token is missing or invalid',
      message: 'a valid API token is required; send it as `Authorization: Bearer TOKEN`',
    },
    {
      id: 'Forbidden',
      code: 403,
      description: 'The caller lacks the required permission',
      message: 'requires the permission space:edit: level edit or higher in the space',
    },
    {
      id: 'NotFound',
      code: 404,
      description:
        'The resource does not exist or is not visible to the caller; `issues` lists a field of the query or the body that names it',
      message: 'space not found',
    },
    {
      id: 'Conflict',
      code: 409,
      description: 'The current state of the resource does not allow the operation',
      message: 'the resource was modified concurrently; retry the request',
    },
    {
      id: 'PreconditionFailed',
      code: 412,
      description: 'The resource has changed since the revision or ETag in `If-Match`',
      message: 'the resource has changed since the ETag in If-Match; fetch it again',
    },
    {
      id: 'ContentTooLarge',
      code: 413,
      description: 'The body is too large',
      message: 'the body is larger than 1048576 bytes',
    },
    {
      id: 'UnsupportedMediaType',
      code: 415,
      description: 'The body is not JSON in UTF-8',
      message: 'the body must be application/json',
    },
    {
      id: 'UnprocessableContent',
      code: 422,
      description: 'The `Idempotency-Key` was used for another request',
      message: 'Idempotency-Key: was used for another request in the last 24 hours; use a new key for each request',
    },
    {
      id: 'TooManyRequests',
      code: 429,
      description: 'Too many requests; `Retry-After` contains the number of seconds to wait',
      message: 'the limit write allows 600 requests in 60 seconds; retry in 12 seconds',
      details: { limit: 'write' },
    },
    {
      id: 'NotImplemented',
      code: 501,
      description: 'The operator of the instance has not configured what the operation needs',
      message: 'this instance answers no questions: its operator has not set ASK_MODEL',
    },
    {
      id: 'ServiceUnavailable',
      code: 503,
      description:
        'The instance is busy or its database is unavailable; `Retry-After` contains the number of seconds to wait',
      message: 'the database is unreachable at the moment; retry the request',
    },
  ].map(({ id, code, description, message, details }) => {
    const error = { code, message, requestId: '7f1c2b9e-4d5a-4c8e-9b1f-2a6d3e4f5061', ...details };
    return [code, { id, description, content: { 'application/json': { schema: ErrorSchema, example: { error } } } }];
  }),
);

/** Response to a request whose `If-None-Match` names the present `ETag`. */
const NOT_MODIFIED: ZodOpenApiResponseObject = {
  id: 'NotModified',
  description: 'The answer is the one that the `ETag` in `If-None-Match` names',
};

/** Bodies of one request to an operation and of its response; each only where the operation has a JSON body there. */
export interface Example {
  readonly request?: unknown;
  readonly response?: unknown;
}

/** Texts that the route table does not have; those about operations by operationId. */
export interface Reference {
  /** Descriptions of the groups of operations, by their names and in their order. */
  readonly tags: Readonly<Record<string, string>>;
  /** Docstrings of the use cases. */
  readonly docs: ReadonlyMap<string, string>;
  readonly examples: Readonly<Record<string, Example>>;
}

/** Lists the rules of a schema that JSON Schema cannot express, in the words of their errors. */
function rulesOf(schema: z.core.$ZodType): string[] {
  const { checks = [], innerType } = schema._zod.def as {
    readonly checks?: readonly z.core.$ZodCheck[];
    readonly innerType?: z.core.$ZodType;
  };
  const own = checks.flatMap((check) => {
    const { check: kind, error } = check._zod.def as z.core.$ZodCheckDef & { readonly error?: () => unknown };
    if (kind === 'overwrite') return ['White space at both ends is removed first.'];
    const message = kind === 'custom' ? error?.() : undefined;
    return typeof message === 'string' && message !== '' ? [`${message[0]!.toUpperCase()}${message.slice(1)}.`] : [];
  });
  return [...own, ...(innerType === undefined ? [] : rulesOf(innerType))];
}

/** Adds the rules of a schema to its description. */
const stateRules: ZodOpenApiOverride = ({ zodSchema, jsonSchema, io }) => {
  const stated = jsonSchema.description ?? '';
  const rules = io === 'input' ? rulesOf(zodSchema).filter((rule) => !stated.includes(rule)) : [];
  if (rules.length > 0) jsonSchema.description = [...(stated === '' ? [] : [stated]), ...rules].join(' ');
};

/** Describes a route table as an OpenAPI 3.1 document. */
export function describeApi(routes: readonly Route[], info: ZodOpenApiObject['info'], reference: Reference): object {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  const shown = findReadRoutes(routes);
  for (const route of routes) {
    const { method, path } = partsOf(route);
    const at = path.replace(/:(\w+)\*?/g, '{$1}');
    (paths[at] ??= {})[method.toLowerCase()] = operation(route, reference, shown(route) !== undefined);
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/' }],
      security: [{ bearer: [] }],
      tags: Object.entries(reference.tags).map(([name, description]) => ({ name, description })),
      paths: paths as ZodOpenApiPathsObject,
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    { override: stateRules },
  );
}

/** Statuses of the errors that docstrings name. */
const ERRORS: Readonly<Record<string, number>> = {
  Invalid: STATUS.invalid,
  Forbidden: STATUS.forbidden,
  NotAllowed: STATUS.forbidden,
  NotFound: STATUS['not-found'],
  Conflict: STATUS.conflict,
  PreconditionFailed: STATUS['precondition-failed'],
  StorageQuotaExceeded: STATUS['too-large'],
  TooManyAttempts: STATUS['too-many'],
};

/** States who may call an operation. */
function requirement({ requires, identifiesCaller: identifies }: UseCase): string {
  if (requires === 'nothing') return identifies ? 'An API token is optional.' : 'Needs no API token.';
  return `Requires the permission \`${requires}\`: ${describeRequirement(requires)}.`;
}

/** Describes an operation by the docstring of its use case, with statuses in place of error classes, and by who may call it. */
function descriptionOf({ useCase }: Route, docs: Reference['docs']): string {
  const doc = docs.get(useCase.name)?.replace(/`([A-Z]\w+)`/g, (text, error: string) => {
    const status = ERRORS[error];
    return status === undefined ? text : `\`${status}\``;
  });
  return [doc, requirement(useCase)].filter((text) => text !== undefined).join('\n\n');
}

/** Tells whether a response has a JSON body. */
const isJson = (status: Route['returns']['statuses'][number] | undefined): boolean =>
  status?.schema !== undefined && status.isEventStream !== true;

/** Tells whether an operation finds its resource by a URL. */
const takesUrl = ({ query = {}, body }: Route): boolean =>
  'url' in query || (body instanceof z.ZodObject && 'url' in body.shape);

const headerParameter = (name: string, description: string) => ({
  [name]: z.string().optional().meta({ description }),
});

const versionParameter = {
  'Quire-Version': z.enum(API_VERSIONS.map(String)).optional().meta({
    description:
      'Form of the answer where the official clients contradict each other: `1` (the default) for that of 0.130.0, `2` for that of 0.202.0.',
  }),
};

/** Facts about a route that decide about its headers and statuses. */
interface RouteFacts {
  readonly isCacheable: boolean;
  readonly isIdempotent: boolean;
  /** `If-Match` may name the `ETag` of the resource that the operation changes. */
  readonly bindable: boolean;
}

function operation(route: Route, { docs, examples }: Reference, bindable: boolean): ZodOpenApiOperationObject {
  const { useCase, summary, tag, query = {}, body, deprecated, returns } = route;
  const { requires } = useCase;
  const example = examples[useCase.name];
  const { method } = partsOf(route);
  const facts = {
    isCacheable: method === 'GET' && isJson(returns.statuses[200]),
    isIdempotent: takesIdempotencyKey(route),
    bindable,
  };
  return {
    operationId: useCase.name,
    summary,
    tags: [tag],
    ...(deprecated && { deprecated }),
    description: descriptionOf(route, docs),
    ...(requires === 'nothing' && { security: useCase.identifiesCaller === true ? [{}, { bearer: [] }] : [] }),
    requestParams: {
      path: z.object(pathShapeOf(route)),
      query: z.object({ ...query, ...pagedQuery(route) }),
      header: z.object(headersOf(route, facts)),
    },
    ...(body !== undefined && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: {
          'application/json': { schema: body, ...(example?.request !== undefined && { example: example.request }) },
        },
      },
    }),
    responses: {
      ...successesOf(route, example?.response),
      ...(facts.isCacheable && { 304: NOT_MODIFIED }),
      ...Object.fromEntries(errorsOf(route, facts).map((status) => [status, ERROR_RESPONSES[status]!])),
    },
  };
}

function pagedQuery({ paged, defaultLimit = 50, limits = { min: 0, max: 1000 } }: Route) {
  if (!paged) return {};
  return {
    page: z.string().optional().meta({ description: 'The `next.page` value of the previous page.' }),
    limit: z
      .int()
      .min(limits.min)
      .max(limits.max)
      .default(defaultLimit)
      .meta({ description: 'Maximum number of items in the response.' }),
  };
}

const headersOf = ({ returns, conditional }: Route, { isCacheable, isIdempotent, bindable }: RouteFacts) => ({
  ...(Object.values(returns.statuses).some(({ schema }) => schema !== undefined) && versionParameter),
  ...(isCacheable &&
    headerParameter('If-None-Match', 'The `ETag` of an earlier response; the response is 304 if it is still current.')),
  ...(isIdempotent &&
    headerParameter(
      'Idempotency-Key',
      'A key that is unique to the request. A repeated request with the same key gets the first answer for 24 hours and has no second effect.',
    )),
  ...(conditional && headerParameter('If-Match', 'The revision ID that the write is based on, in double quotes.')),
  ...(bindable && headerParameter('If-Match', 'The `ETag` of the resource that the write is based on.')),
  ...(bindable &&
    returns.statuses[201] !== undefined &&
    headerParameter('If-None-Match', '`*` creates the resource only; the response is 412 if it exists.')),
});

const errorsOf = (route: Route, { isIdempotent, bindable }: RouteFacts): readonly number[] => [
  400,
  ...(route.useCase.requires !== 'nothing' || route.useCase.identifiesCaller === true ? [401, 403] : []),
  ...(Object.keys(pathShapeOf(route)).length > 0 || takesUrl(route) ? [404] : []),
  ...(route.useCase.kind === 'command' ? [409] : []),
  ...(route.conditional || bindable ? [412] : []),
  ...(route.body === undefined ? [] : [413, 415]),
  ...(isIdempotent ? [422] : []),
  429,
  ...(route.optional ? [501] : []),
  503,
];

const successesOf = ({ returns }: Route, example: unknown) =>
  Object.fromEntries(
    Object.entries(returns.statuses).map(([status, { description, schema, isEventStream }]) => [
      status,
      {
        description,
        ...(schema && {
          content: {
            [isEventStream ? 'text/event-stream' : 'application/json']: {
              schema,
              ...(example !== undefined && { example }),
            },
          },
        }),
      },
    ]),
  );
