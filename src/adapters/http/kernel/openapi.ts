import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { POLICY } from '../../../domain/permissions/policy.ts';
import { limit } from './input.ts';
import { partsOf, shownBy, type Route } from './route.ts';

const ErrorSchema = z
  .object({
    error: z.looseObject({
      code: z.number().int().meta({ description: 'The HTTP status.' }),
      message: z.string(),
      requestId: z.string(),
      issues: z
        .array(z.object({ path: z.string(), message: z.string() }))
        .optional()
        .meta({ description: 'Invalid fields of a 400 response.' }),
    }),
  })
  .meta({ id: 'Error' });

const MEANING: Readonly<Record<number, string>> = {
  400: 'The input is invalid; `issues` lists the invalid fields',
  401: 'The API token is missing or invalid',
  403: 'The caller lacks the required permission',
  404: 'The resource does not exist or is not visible to the caller',
  409: 'The current state of the resource does not allow the operation',
  412: 'The resource has changed since the revision or ETag in `If-Match`',
  413: 'The body is too large',
  415: 'The body is not JSON in UTF-8',
  429: 'Too many requests; `Retry-After` contains the number of seconds to wait',
};

/** The OpenAPI 3.1 document, read off the route table. */
export function describeApi(
  routes: readonly Route[],
  info: { readonly title: string; readonly version: string; readonly description: string },
): object {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  const shown = shownBy(routes);
  for (const route of routes) {
    const { method, path } = partsOf(route);
    const at = path.replace(/:(\w+)\*?/g, '{$1}');
    (paths[at] ??= {})[method.toLowerCase()] = operation(route, shown(route) !== undefined);
  }
  return createDocument({
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths: paths as ZodOpenApiPathsObject,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  });
}

/** @param bindable whether it may name the `ETag` of what it changes */
function operation(route: Route, bindable: boolean): ZodOpenApiOperationObject {
  const {
    useCase,
    summary,
    tag,
    path = {},
    query = {},
    body,
    paged,
    conditional,
    deprecated,
    returns,
    defaultLimit,
  } = route;
  const { requires } = useCase;
  const errors = [
    400,
    ...(requires === 'nothing' ? [] : [401, 403]),
    ...(Object.keys(path).length > 0 ? [404] : []),
    ...(useCase.kind === 'command' ? [409] : []),
    ...(conditional || bindable ? [412] : []),
    ...(body === undefined ? [] : [413, 415]),
    429,
  ];
  const pagedQuery = paged
    ? {
        page: z.string().optional().meta({ description: 'The `next.page` value of the previous page.' }),
        limit: limit(defaultLimit ?? 50),
      }
    : {};
  return {
    operationId: useCase.name,
    summary,
    tags: [tag],
    ...(deprecated && { deprecated }),
    ...(requires === 'nothing'
      ? { security: [] }
      : { description: `Permission: \`${requires}\` (${POLICY[requires].level}).` }),
    requestParams: {
      path: z.object(path),
      query: z.object({ ...query, ...pagedQuery }),
      ...(conditional && {
        header: z.object({
          'If-Match': z
            .string()
            .optional()
            .meta({ description: 'The revision ID that the write is based on, in double quotes.' }),
        }),
      }),
      ...(bindable && {
        header: z.object({
          'If-Match': z
            .string()
            .optional()
            .meta({ description: 'The `ETag` of the resource that the write is based on.' }),
        }),
      }),
    },
    ...(body !== undefined && {
      requestBody: { required: !body.safeParse({}).success, content: { 'application/json': { schema: body } } },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(returns.statuses).map(([status, { description, schema }]) => [
          status,
          { description, ...(schema && { content: { 'application/json': { schema } } }) },
        ]),
      ),
      ...Object.fromEntries(
        errors.map((status) => [
          status,
          { description: MEANING[status]!, content: { 'application/json': { schema: ErrorSchema } } },
        ]),
      ),
    },
  };
}
