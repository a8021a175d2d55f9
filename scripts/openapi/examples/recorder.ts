import { isDeepStrictEqual } from 'node:util';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import type { Example } from '../describe-api.ts';
import type { CallOptions, Caller, Parameters, ScenarioClock } from './scenario.ts';

const routeOf = new Map(ROUTES.map((route) => [route.useCase.name, route]));

/** Returns the route of an operation. @throws Error for an unknown operation */
export function routeNamed(operation: string): Route {
  const route = routeOf.get(operation);
  if (route === undefined) throw new Error(`there is no operation ${operation}`);
  return route;
}

/** Builds the path and the query of a request to an operation. @throws Error naming a parameter without a value */
export function targetOf(route: Route, parameters: Parameters, query: Readonly<Record<string, string>>): string {
  const filled = partsOf(route).path.replace(/:(\w+)(\*?)/g, (_, name: string, rest: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${route.useCase.name} needs ${name}`);
    return rest === '' ? encodeURIComponent(value) : value;
  });
  const search = new URLSearchParams(query).toString();
  return `${filled}${search === '' ? '' : `?${search}`}`;
}

/** Calls operations over HTTP and keeps the bodies of the first call to each as its example. */
export class Recorder implements Caller {
  readonly #examples = new Map<string, Example>();

  /**
   * @param url address of the instance
   * @param token API token of callers who bring none
   * @param clock is advanced by each call of `call`, but not of `peek`
   * @param onResponse receives every response that has a body
   */
  constructor(
    private readonly url: string,
    public token: string,
    private readonly clock: ScenarioClock,
    private readonly onResponse: (operation: string, response: unknown) => void,
  ) {}

  /** Lets some minutes pass. */
  later(): void {
    this.clock.later();
  }

  /** Calls an operation. @returns the body of the response @throws Error unless it succeeds as its route says */
  async call(operation: string, parameters: Parameters = {}, options: CallOptions = {}): Promise<any> {
    const route = routeNamed(operation);
    this.clock.tick();
    const response = await this.#send(route, parameters, options);
    if (!this.#examples.has(operation))
      this.#examples.set(operation, {
        ...(route.body !== undefined && { request: options.body }),
        ...(response !== undefined && { response }),
      });
    return response;
  }

  /** Calls an operation without keeping an example. @throws Error unless it succeeds as its route says */
  peek(operation: string, parameters: Parameters = {}, options: CallOptions = {}): Promise<any> {
    return this.#send(routeNamed(operation), parameters, options);
  }

  /** The examples in the order of the route table. @throws Error naming the operations without one */
  examples(): Readonly<Record<string, Example>> {
    const names = ROUTES.map(({ useCase }) => useCase.name);
    const missing = names.filter((name) => !this.#examples.has(name));
    if (missing.length > 0) throw new Error(`no example of ${missing.join(', ')}`);
    return Object.fromEntries(names.map((name) => [name, this.#examples.get(name)!]));
  }

  async #send(route: Route, parameters: Parameters, { body, query = {}, token = this.token }: CallOptions) {
    const target = targetOf(route, parameters, { ...(route.paged && { limit: '1' }), ...query });
    const answer = await fetch(`${this.url}${target}`, {
      method: partsOf(route).method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(route.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(route.body !== undefined && { body: JSON.stringify(body ?? {}) }),
    });
    const text = await answer.text();
    if (route.returns.statuses[answer.status] === undefined)
      throw new Error(`${route.useCase.name}: ${answer.status} ${text}`);
    if (text === '') return undefined;
    const response: unknown = JSON.parse(route.returns.statuses[answer.status]!.isEventStream ? lastData(text) : text);
    this.onResponse(route.useCase.name, response);
    return response;
  }
}

/** Returns the data of the last event of a stream before the one that ends it. */
const lastData = (text: string): string => /^data: (.*)$/m.exec(text.split('\n\n').at(-3) ?? '')?.[1] ?? '';

/** Tells what is wrong with an example of an operation; undefined where nothing is. */
export function findExampleProblem(route: Route, example: Example | undefined): string | undefined {
  const { body, returns } = route;
  const schemas = Object.values(returns.statuses).flatMap(({ schema }) => schema ?? []);
  if (example === undefined) return 'has no example';
  if ((body === undefined) !== (example.request === undefined)) return 'needs a request exactly where it takes a body';
  if ((schemas.length === 0) !== (example.response === undefined))
    return 'needs a response exactly where it answers with JSON';
  const request = body?.safeParse(example.request);
  if (request?.success === false) return `request: ${request.error.message}`;
  const responses = schemas.map((schema) => schema.safeParse(example.response));
  const wrong = responses.find(({ success }) => !success);
  if (wrong !== undefined) return `response: ${wrong.error?.message}`;
  // A schema drops members that it does not know.
  return responses.every(({ data }) => isDeepStrictEqual(data, example.response))
    ? undefined
    : 'response: has members that the schema does not have';
}
