import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import type { World } from '../world.ts';
import { pathAt, type Place } from './places.ts';
import { arbitraryOf, type RequestSchema } from './schema-arbitrary.ts';

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: RequestSchema;
}
interface Media {
  readonly content?: Readonly<Record<string, { readonly schema: RequestSchema }>>;
  readonly $ref?: string;
}
interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Media & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Media>>;
}

/** A response that the API reference does not allow. */
export interface FuzzFinding {
  readonly operation: string;
  /** Kind of the finding, the same for requests that differ only in their values. */
  readonly kind: string;
  readonly detail: string;
}

export interface FuzzOptions {
  readonly world: World;
  readonly place: Place;
  readonly seed: number;
  /** Number of requests to each operation. */
  readonly rounds: number;
  /** Ends earlier when it is true. */
  readonly isOver?: () => boolean;
}

/** Operations that would take the rights of the fuzzer, or everything that it uses. */
const DESTRUCTIVE: ReadonlySet<string> = new Set([
  'updateOrganizationByOperator',
  'transferSpace',
  'transferCollection',
]);
/** An id that no object has. */
const UNKNOWN_ID = 'AAAAAAAAAAAAAAAAAAAA';

const api = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
const components: Readonly<Record<string, RequestSchema>> = api.components.schemas;
const ajv = new Ajv2020({ strict: false, validateFormats: false, allowUnionTypes: true });
ajv.addSchema({ $id: 'api', components: api.components });

/** Makes the references of a schema absolute. */
const absolute = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'));
const validators = new Map<string, ValidateFunction>();
function validatorOf(key: string, schema: unknown): ValidateFunction {
  let validate = validators.get(key);
  if (validate === undefined) validators.set(key, (validate = ajv.compile(absolute(schema))));
  return validate;
}
const mediaOf = (response: Media): Media =>
  response.$ref === undefined ? response : api.components.responses[response.$ref.split('/').at(-1)!];

function documentedOf(route: Route): DocumentedOperation {
  const { method, path } = partsOf(route);
  return api.paths[path.replace(/:(\w+)\*?/g, '{$1}')][method.toLowerCase()];
}

/**
 * Calls operations with requests that fit the API reference, and compares the responses with it. The same seed makes the
 * same requests, but for ids.
 */
export async function fuzzOperations({ world, place, seed, rounds, isOver }: FuzzOptions): Promise<{
  readonly requests: number;
  readonly findings: readonly FuzzFinding[];
}> {
  const findings = new Map<string, FuzzFinding>();
  const texts = Object.values(place);
  const routes = ROUTES.filter(({ useCase }) => !DESTRUCTIVE.has(useCase.name));
  let requests = 0;
  for (let round = 0; round < rounds; round++)
    for (const route of routes) {
      if (isOver?.() === true) return { requests, findings: [...findings.values()] };
      const documented = documentedOf(route);
      // By name, so that a further operation leaves the requests to others as they are.
      const own = parseInt(hash('sha1', `${seed} ${round} ${route.useCase.name}`).slice(0, 7), 16);
      const [request] = fc.sample(requestsTo(documented, texts), { seed: own, numRuns: 1 });
      requests++;
      for (const finding of await send(world, route, documented, place, request!))
        findings.set(`${finding.operation} ${finding.kind}`, finding);
    }
  return { requests, findings: [...findings.values()] };
}

interface Issue {
  readonly path: string;
  readonly message: string;
}

interface FuzzRequest {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

function requestsTo({ parameters = [], requestBody }: DocumentedOperation, texts: readonly string[]) {
  const options = { components, texts };
  // A cursor is no text that a client may make up.
  const query = parameters.filter((one) => one.in === 'query' && one.name !== 'page');
  const schema = requestBody?.content!['application/json']!.schema;
  return fc.record({
    query: fc.record(Object.fromEntries(query.map((one) => [one.name, arbitraryOf(one.schema, options)])), {
      requiredKeys: query.filter(({ required }) => required === true).map(({ name }) => name),
      noNullPrototype: true,
    }),
    body: schema === undefined ? fc.constant(undefined) : arbitraryOf(schema, options),
  }) as fc.Arbitrary<FuzzRequest>;
}

async function send(
  world: World,
  route: Route,
  documented: DocumentedOperation,
  place: Place,
  { query, body }: FuzzRequest,
): Promise<FuzzFinding[]> {
  const { method } = partsOf(route);
  const { operationId: operation } = documented;
  const schema = documented.requestBody?.content!['application/json']!.schema;
  if (schema !== undefined && !validatorOf(`${operation} body`, schema)(body)) return [];
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, `${one}`]),
    ),
  ).toString();
  const [path] = pathAt(route, method === 'DELETE' ? withoutLast(route, place) : place).split('?');
  const caller = route.useCase.requires === 'instance:operate' ? world.operator : world.admin.api;
  const request = `${method} ${path}?${search} ${JSON.stringify(body)?.slice(0, 1_500) ?? ''}`;
  const answer = await caller(method, `${path}${search === '' ? '' : `?${search}`}`, body).catch(
    (error: Error) => error.message,
  );
  // Responses that do not fit the schemas of their routes or the types of clients are thrown by the tests' fetch.
  if (typeof answer === 'string') return [{ operation, kind: answer.slice(0, 300), detail: request }];
  const { status, headers } = answer;
  const found = (kind: string): FuzzFinding => ({
    operation,
    kind,
    detail: `${request}\n${status} ${JSON.stringify(answer.body).slice(0, 1_500)}`,
  });
  // 501 says that the operator has not configured what the operation needs.
  if (status >= 500 && status !== 503 && status !== 501) return [found(`answers ${status}`)];
  const response = documented.responses[status];
  if (response === undefined) return [found(`answers ${status}, which the document does not have`)];
  const { content: media = {} } = mediaOf(response);
  const content = media['application/json'];
  const type = headers.get('content-type') ?? undefined;
  if (media['text/event-stream'] !== undefined && /^text\/event-stream/.test(type ?? '')) return [];
  if (content === undefined) return type === undefined ? [] : [found(`answers ${status} with a body`)];
  if (!/^application\/json/.test(type ?? '')) return [found(`answers ${status} as ${type}`)];
  if (!validatorOf(`${operation} ${status}`, content.schema)(answer.body))
    return [
      found(
        `answers ${status} unlike its schema: ${ajv.errorsText(validators.get(`${operation} ${status}`)!.errors).slice(0, 300)}`,
      ),
    ];
  if (status !== 400) return [];
  const { issues, message } = (answer.body as any).error;
  return (issues ?? [{ path: '', message }])
    .filter((issue: Issue) => !isStated(documented, issue))
    .map((issue: Issue) => found(`refuses ${issue.path.replace(/\.\d+(?=\.|$)/g, '.*')}: ${issue.message}`));
}

/** Errors about what a request refers to, not about its form. */
const REFERENCES = new RegExp(
  [
    'could not be fetched',
    'does not name an upload',
    'must name another item in the same',
    'must not name the moved item',
    'is not the id of a link of the change request',
    'does not exist',
    '^is not a known block type',
    '^is missing$',
    '^the expression ',
  ].join('|'),
);
const texts = new Map<string, string>();

/** Tells whether the API reference states the rule by which a request was refused, in the words of the error. */
function isStated(documented: DocumentedOperation, { path, message }: Issue): boolean {
  if (REFERENCES.test(message)) return true;
  const { operationId } = documented;
  let text = texts.get(operationId);
  if (text === undefined) texts.set(operationId, (text = textOf(documented).toLowerCase()));
  // Lengths are in the schema; those of trimmed texts are others.
  if (/^must have at least \d+ characters?$/.test(message)) return text.includes('white space at both ends is removed');
  const name = path.split('.').at(-1)!;
  const words = message
    .replace(/^.* is not defined; /, '')
    .replace(/^must be at most \d+$/, 'the instance limits it')
    .replace(/^(must be `none`): this instance .*$/, '$1')
    // Which protocols are allowed besides is a setting.
    .replace(/ or file:\/\/$/, '')
    .replace(/^the body /, '')
    .replace(/^an? (?:document|group|link|computed) (page has no \w+)$/, '$1')
    .replace(/^is required$/, `${name} is required`);
  return text.includes(words.toLowerCase());
}

/** The document of an operation with the schemas that it refers to, as text. */
function textOf(documented: DocumentedOperation): string {
  const seen = new Set<string>();
  const parts = [JSON.stringify(documented)];
  // The list grows during the iteration.
  for (const part of parts)
    for (const [, name] of part.matchAll(/#\/components\/schemas\/([\w.-]+)/g))
      if (!seen.has(name!) && components[name!] !== undefined) {
        seen.add(name!);
        parts.push(JSON.stringify(components[name!]));
      }
  return parts.join('\n').replaceAll('\\"', '"');
}

/** The place with an unknown id as the last parameter of a path, so that nothing is deleted. */
function withoutLast(route: Route, place: Place): Place {
  const last = [...partsOf(route).path.matchAll(/:(\w+)/g)].at(-1)?.[1];
  const unknown = last === 'emailDomain' ? 'unknown.example' : UNKNOWN_ID;
  return last === undefined ? place : { ...place, [last]: unknown, [`${last} of a space`]: unknown };
}
