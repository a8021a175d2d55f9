import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { ClientTypes } from './client-types.ts';
import { parseEvents } from './server-sent-events.ts';

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+\*/g, '.+').replace(/:\w+/g, '[^/]+')}$`);
/** Routes with fixed segments before parameters, in the order of the router. */
const TABLE = ROUTES.map((route) => ({ route, ...partsOf(route), pattern: patternOf(partsOf(route).path) })).sort(
  (a, b) => (a.path.replace(/:/g, '~') < b.path.replace(/:/g, '~') ? -1 : 1),
);

export function routeOf(method: string, path: string): Route | undefined {
  return TABLE.find(
    (row) => (row.method === method || (method === 'HEAD' && row.method === 'GET')) && row.pattern.test(path),
  )?.route;
}

/** Operations whose documents may have blocks that only the newest client knows. */
const WITH_NEWER_BLOCKS = /^getPageDocument|^getReusableContentDocument/;
const [OLDER, NEWEST] = ['@gitbook/api', 'gitbook-api-newest'];

const clientTypes = new Map<string, ClientTypes>();
function typesOf(client: string): ClientTypes {
  const types = clientTypes.get(client) ?? new ClientTypes(client);
  clientTypes.set(client, types);
  return types;
}

/**
 * Returns the difference between an answer and the types of the official client, the newest for `Quire-Version: 2`;
 * undefined if there is none.
 */
function findClientProblem(route: Route, body: unknown, version: string | null): string | undefined {
  const { method, path } = partsOf(route);
  const ofClient = path.replace(/^\/v1/, '').replace(/:(\w+)\*?/g, '{$1}');
  const findProblem = (client: string): string | undefined => typesOf(client).findProblem(method, ofClient, body);
  if (version === '2') return findProblem(NEWEST);
  const problem = findProblem(OLDER);
  if (problem === undefined || !WITH_NEWER_BLOCKS.test(route.useCase.name)) return problem;
  return findProblem(NEWEST) && problem;
}

/**
 * Returns the difference between a response and the schemas of its route or the types of the official client; undefined
 * if there is none.
 */
export function findResponseProblem(
  method: string,
  path: string,
  status: number,
  text: string,
  version: string | null = null,
): string | undefined {
  const route = routeOf(method, path);
  const known = route?.returns.statuses[status];
  if (status >= 400) return known?.schema === undefined ? wrongWithError(status, text) : undefined;
  if (route === undefined || status === 304) return undefined;
  if (known === undefined) return `${route.useCase.name} answered ${status}, which its route does not have`;
  if (known.schema === undefined || method === 'HEAD')
    return text === '' ? undefined : `${route.useCase.name} answered ${status} with a body`;
  if (known.isEventStream) return findEventProblem(route, known.schema, text);
  const body: unknown = JSON.parse(text);
  const parsed = known.schema.safeParse(body);
  if (!parsed.success) return `${route.useCase.name} answered what its schema does not have: ${parsed.error.message}`;
  // A schema drops unknown members.
  return isDeepStrictEqual(parsed.data, body)
    ? findClientProblem(route, body, version)
    : `${route.useCase.name} answered members that its schema does not have: ${text.slice(0, 500)}`;
}

/** Returns the difference between events and the schema of their data, or of errors; undefined if there is none. */
function findEventProblem({ useCase }: Route, schema: z.ZodType, text: string): string | undefined {
  const all = parseEvents(text);
  for (const { event, data } of all) {
    if (event === 'done') continue;
    if (event === 'error') return wrongWithError(data.error.code, JSON.stringify(data));
    const parsed = schema.safeParse(data);
    if (!parsed.success || !isDeepStrictEqual(parsed.data, data))
      return `${useCase.name} sent an event that its schema does not have: ${JSON.stringify(data).slice(0, 500)}`;
  }
  return ['done', 'error'].includes(all.at(-1)?.event ?? '') ? undefined : `${useCase.name} sent no last event`;
}

function wrongWithError(status: number, text: string): string | undefined {
  try {
    const { code, message, requestId } = JSON.parse(text).error;
    if (code === status && typeof message === 'string' && message !== '' && typeof requestId === 'string')
      return undefined;
  } catch {
    // The body is not JSON.
  }
  return `the body of a ${status} is ${text.slice(0, 200)}`;
}

/** Sends a request whose response is not validated, for those who validate it themselves. */
export const fetchUnvalidated = globalThis.fetch;

/** Request whose response is validated, with its `Quire-Version`. */
interface ValidatedRequest {
  readonly method: string;
  readonly version: string | null;
}

let validates = false;

/** Returns true if a response is validated: that of an operation of the API while `validateEveryResponse` is in effect. */
function isValidated(url: URL, method: string): boolean {
  // The MCP server answers in the format of its protocol.
  const isOperation = url.pathname.startsWith('/v1/') && url.pathname !== '/v1/mcp';
  return validates && url.hostname === '127.0.0.1' && isOperation && method !== 'HEAD';
}

/** Validates the response to a request if all of them are. @throws Error with its difference from the schema */
export function expectValidResponse(url: string, request: ValidatedRequest, status: number, text: string): void {
  const parsed = new URL(url);
  if (!isValidated(parsed, request.method)) return;
  const wrong = findResponseProblem(request.method, parsed.pathname, status, text, request.version);
  if (wrong !== undefined) throw new Error(wrong);
}

/** Validates every API response that a test receives against the schema of its route from now on. */
export function validateEveryResponse(): void {
  validates = true;
  globalThis.fetch = async (input, init) => {
    const response = await fetchUnvalidated(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? 'GET';
    if (!isValidated(url, method)) return response;
    const version = new Headers(init?.headers).get('quire-version');
    expectValidResponse(url.href, { method, version }, response.status, await response.clone().text());
    return response;
  };
}
