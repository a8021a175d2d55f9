import { GitBookAPI as OlderClient } from '@gitbook/api';
import { GitBookAPI as NewestClient } from 'gitbook-api-newest';
import { EXTENDED_OPERATIONS } from '../../../scripts/openapi/examples/client-methods.ts';
import { Recorder, routeNamed } from '../../../scripts/openapi/examples/recorder.ts';
import type {
  CallOptions,
  Caller,
  Parameters as PathParameters,
  ScenarioClock,
} from '../../../scripts/openapi/examples/scenario.ts';
import { partsOf } from '../../../src/adapters/http/kernel/route.ts';
import { clientMethods, requestOf, withoutNames, type ClientMethod } from './client-requests.ts';
import { ClientTypes } from './client-types.ts';
import { fetchUnvalidated, findResponseProblem } from './conformance.ts';

interface ClientSettings {
  readonly endpoint: string;
  readonly authToken?: string;
  readonly serviceBinding: { readonly fetch: typeof fetch };
}
/** Answer of a method, or its events where it streams. */
type MethodResult = Promise<{ readonly data: unknown }> | AsyncIterable<unknown>;
type MethodFunction = (...args: readonly unknown[]) => MethodResult;
/** Instance of a client: groups of methods, and one that belongs to none. */
type Client = Readonly<Record<string, Readonly<Record<string, MethodFunction>>>> & {
  readonly getApiInformation: (params: object) => Promise<{ readonly data: unknown }>;
};

/** An official client. */
export interface OfficialClient {
  readonly name: string;
  readonly version: string;
  /** Headers that ask for answers in its form. */
  readonly headers: Readonly<Record<string, string>>;
  create(settings: ClientSettings): Client;
}

// The types of the clients do not resolve under nodenext.
export const OFFICIAL_CLIENTS: readonly OfficialClient[] = [
  {
    name: '@gitbook/api',
    version: '0.130.0',
    headers: {},
    create: (settings) => new OlderClient(settings) as unknown as Client,
  },
  {
    name: 'gitbook-api-newest',
    version: '0.202.0',
    headers: { 'Quire-Version': '2' },
    create: (settings) => new NewestClient(settings) as unknown as Client,
  },
];

/** Parts of a request to a method. */
interface MethodRequest {
  readonly token: string | undefined;
  /** Values of the parameters of the path in their order. */
  readonly path: readonly string[];
  readonly data: unknown;
  readonly query: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const EXTENDED: ReadonlySet<string> = new Set(EXTENDED_OPERATIONS);
/** An id that no object has. */
const UNKNOWN_ID = 'AAAAAAAAAAAAAAAAAAAA';

/**
 * Calls operations with the methods of an official client, and each once more so that it fails. Operations that the
 * client does not have are called over plain HTTP.
 */
export class ClientCaller implements Caller {
  /** Methods that an operation exists for, by their requests without names. */
  readonly methods: ReadonlyMap<string, ClientMethod>;
  readonly #succeeded = new Set<string>();
  readonly #failed = new Map<string, ReadonlySet<number>>();
  readonly #problems = new Set<string>();
  readonly #types: ClientTypes;
  readonly #others: Recorder;

  constructor(
    private readonly official: OfficialClient,
    private readonly url: string,
    public token: string,
    private readonly clock: ScenarioClock,
  ) {
    this.methods = new Map(clientMethods(official.name).map((method) => [withoutNames(method.request), method]));
    this.#types = new ClientTypes(official.name);
    this.#others = new Recorder(url, token, clock, () => {});
  }

  /** Names of the methods that were called with success. */
  get succeeded(): readonly string[] {
    return [...this.#succeeded];
  }
  /** Statuses with which calls of methods failed that had to fail, by the names of the methods. */
  get failed(): ReadonlyMap<string, ReadonlySet<number>> {
    return this.#failed;
  }
  /** Requests and answers that do not fit the types of the client. */
  get problems(): readonly string[] {
    return [...this.#problems];
  }

  later(): void {
    this.clock.later();
  }

  call(operation: string, parameters: PathParameters = {}, options: CallOptions = {}): Promise<any> {
    this.clock.tick();
    return this.#call(operation, parameters, options);
  }

  peek(operation: string, parameters: PathParameters = {}, options: CallOptions = {}): Promise<any> {
    return this.#call(operation, parameters, options);
  }

  /** Calls a method that belongs to no group and takes nothing. @returns what it answered */
  async invokeDirectly(name: 'getApiInformation', headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
    return (await this.#clientWith(this.token)[name]({ headers: { ...this.official.headers, ...headers } })).data;
  }

  async #call(operation: string, parameters: PathParameters, { body, query = {}, token = this.token }: CallOptions) {
    const route = routeNamed(operation);
    const method = this.methods.get(withoutNames(requestOf(route)));
    if (method === undefined) return this.#others.peek(operation, parameters, { body, query, token });
    const names = [...partsOf(route).path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    const request: MethodRequest = {
      token,
      path: names.map((name) => encodeURIComponent(parameters[name]!)),
      data: body ?? (method.parameters.includes('data') ? {} : undefined),
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, typedValue(value)])),
    };
    if (!this.#failed.has(method.name))
      this.#failed.set(method.name, await this.#fail(method, request, route.useCase.requires === 'nothing'));
    const problem = this.#types.findRequestProblem(method.request, { data: request.data, query: request.query });
    if (problem !== undefined && !EXTENDED.has(operation)) this.#problems.add(problem);
    const answer = await this.#invoke(method, request);
    this.#succeeded.add(method.name);
    return answer;
  }

  /** Calls a method without a token and with an unknown id. @returns the statuses */
  async #fail(method: ClientMethod, request: MethodRequest, isPublic: boolean): Promise<ReadonlySet<number>> {
    const { group } = method;
    const failing: MethodRequest[] = [
      isPublic ? { ...request, headers: { 'Quire-Version': 'none' } } : { ...request, token: undefined },
      // Every domain has a list of organizations, and what does not exist is deleted.
      ...(request.path.length > 0 && group !== 'emailDomains' && !method.request.startsWith('DELETE')
        ? [{ ...request, path: [UNKNOWN_ID, ...request.path.slice(1)] }]
        : []),
    ];
    const statuses = new Set<number>();
    for (const each of failing) {
      const failure = await this.#invoke(method, each).then(
        () => undefined,
        (error: Error & { code?: number; errorMessage?: string }) => error,
      );
      if (failure?.code !== undefined && failure.errorMessage) statuses.add(failure.code);
      else this.#problems.add(`${method.name} did not fail as it should: ${failure?.message ?? 'it succeeded'}`);
    }
    return statuses;
  }

  async #invoke(
    { name, group, parameters }: ClientMethod,
    { token, path, data, query, headers = {} }: MethodRequest,
  ): Promise<unknown> {
    if (data !== undefined && !parameters.includes('data')) throw new Error(`${name} takes no body`);
    if (Object.keys(query).length > 0 && !parameters.includes('query')) throw new Error(`${name} takes no query`);
    const values: Readonly<Record<string, unknown>> = {
      data,
      query,
      params: { headers: { ...this.official.headers, ...headers } },
    };
    const inPath = [...path];
    const result = this.#clientWith(token)[group]![name]!(...parameters.map((each) => values[each] ?? inPath.shift()));
    if (!(Symbol.asyncIterator in result)) return (await result).data;
    let last: unknown;
    for await (const event of result) last = event;
    return last;
  }

  #clientWith(token: string | undefined): Client {
    return this.official.create({
      endpoint: this.url,
      ...(token !== undefined && { authToken: token }),
      serviceBinding: { fetch: (input, init) => this.#fetch(input, init) },
    });
  }

  async #fetch(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
    const response = await fetchUnvalidated(input, init);
    const { method = 'GET' } = init;
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const version = new Headers(init.headers).get('quire-version');
    const text = await response.clone().text();
    const problem = findResponseProblem(method, pathname, response.status, text, version);
    if (problem !== undefined) this.#problems.add(`${method} ${pathname}: ${problem}`);
    return response;
  }
}

/** The value of a query parameter as the types of clients have it. */
function typedValue(text: string): string | number | boolean {
  if (/^(true|false)$/.test(text)) return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}
