import type * as z from 'zod';
import type { UseCase } from '../../../application/kernel/use-case.ts';
import type { CostClass } from '../../../ports/kernel/request-limits.ts';
import type { Reply } from './reply.ts';
import type { Workload } from './workload-places.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type Endpoint = `${Method} /v1${'' | `/${string}`}`;
type Shape = Readonly<Record<string, z.ZodType>>;
type Out<S extends Shape> = { [K in keyof S as undefined extends z.output<S[K]> ? never : K]: z.output<S[K]> } & {
  [K in keyof S as undefined extends z.output<S[K]> ? K : never]?: z.output<S[K]>;
};

/** Requested page of a list, which `paged` adds to the input. */
export interface PageInput {
  readonly page: { readonly limit: number; readonly after?: string };
}

/** Names of the parameters in a path. */
type ParameterOf<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? NameOf<Name> | ParameterOf<`/${After}`>
    : NameOf<Rest>
  : never;
type NameOf<Parameter extends string> = Parameter extends `${infer Name}*` ? Name : Parameter;

export interface RouteDetails<Output, Parameter extends string, Q extends Shape, B, Paged extends boolean> {
  readonly summary: string;
  /** Schemas of the path parameters that are not IDs. */
  readonly path?: { readonly [P in Parameter]?: z.ZodType<string> };
  readonly query?: Q;
  readonly body?: z.ZodType<B>;
  /** Schemas with the defaults of the newest client, for requests with `Quire-Version: 2`. */
  readonly version2?: {
    readonly query?: { readonly [K in keyof Q]?: z.ZodType<z.output<Q[K]>> };
    readonly body?: z.ZodType<B>;
  };
  /** True for a list, which takes `page` and `limit`. */
  readonly paged?: Paged;
  /** Page size if `limit` is omitted; 50 by default. */
  readonly defaultLimit?: number;
  /** Allowed values of `limit`, if not from 0 to 1000. */
  readonly limits?: { readonly min: number; readonly max: number };
  /** True if the path contains a secret and must not be logged. */
  readonly secret?: boolean;
  /** True for a route that receives content, whose body has the larger limit. */
  readonly large?: boolean;
  /** Only field that can make the body too large; a body over the limit is then a 400 that names the field. */
  readonly sizedBy?: string;
  /** True for an operation that still works but has a better replacement. */
  readonly deprecated?: boolean;
  /** True if `If-Match` may name the revision that the write is based on. */
  readonly conditional?: boolean;
  /** True for an operation that only works when the operator has configured it; it answers 501 otherwise. */
  readonly optional?: boolean;
  /** Rate limit of the requests; by default `read` for GET and `write` for everything else. */
  readonly cost?: CostClass;
  /** True for a query that compares whole contents, which a caller can run only a few of at the same time. */
  readonly compares?: boolean;
  readonly returns: Reply<Output>;
  /** Revision in the response, which later requests may name in `If-Match`; part of the `ETag`. */
  readonly revision?: (output: Output) => string;
  /** True if the output is immutable and always the same object, so that its serialized response is cached. */
  readonly immutable?: boolean;
}

export type RouteInput<Parameter extends string, Q extends Shape, B, Paged> = { [P in Parameter]: string } & Out<Q> &
  (unknown extends B ? {} : { body: B }) &
  (Paged extends true ? PageInput : {}) & { ifMatch?: string };

/** Complete description of one operation of the API. */
export interface Route extends RouteDetails<any, string, Shape, any, boolean> {
  readonly endpoint: Endpoint;
  readonly useCase: UseCase;
  /** Group of the operation in the API reference. */
  readonly tag: string;
}

/** Creates a row of the route table, the only place that defines the endpoint of an operation. */
export function route<
  const E extends Endpoint,
  Input,
  Output,
  Q extends Shape = {},
  B = unknown,
  Paged extends boolean = false,
>(
  endpoint: E,
  useCase: RouteInput<ParameterOf<E>, Q, B, Paged> extends Input ? UseCase<Input, Output> : never,
  details: RouteDetails<Output, ParameterOf<E>, Q, B, Paged>,
): Omit<Route, 'tag'> {
  return { ...(details as RouteDetails<any, string, Shape, any, boolean>), endpoint, useCase };
}

/** Puts operations into a group of the API reference. */
export const tagged = (tag: string, routes: readonly Omit<Route, 'tag'>[]): readonly Route[] =>
  routes.map((each) => ({ ...each, tag }));

/** Methods that change or remove the resource at their path. */
const METHODS_WITH_IF_MATCH: ReadonlySet<Method> = new Set(['PATCH', 'PUT', 'DELETE']);

/**
 * Creates a function that finds the GET route of the resource that an operation changes, whose `ETag` the request may
 * name in `If-Match`; undefined if there is none, or if `If-Match` names a revision.
 */
export function findReadRoutes(routes: readonly Route[]): (route: Route) => Route | undefined {
  const shows = new Map(
    routes
      .filter(({ endpoint, paged }) => endpoint.startsWith('GET ') && !paged)
      .map((route) => [partsOf(route).path, route]),
  );
  return (route) => {
    const { method, path } = partsOf(route);
    return route.conditional === true || !METHODS_WITH_IF_MATCH.has(method) ? undefined : shows.get(path);
  };
}

/** Splits an endpoint into method and path. */
export function partsOf({ endpoint }: Route): { method: Method; path: string } {
  const [method, path] = endpoint.split(' ') as [Method, string];
  return { method, path };
}

/** Returns the kind of places that a request needs; undefined for one that takes no long time. */
export const workloadOf = (route: Route): Workload | undefined =>
  costOf(route) === 'search' ? 'search' : route.compares === true ? 'comparison' : undefined;

/** Returns the rate limit of an operation. */
export const costOf = (route: Route): CostClass => route.cost ?? (partsOf(route).method === 'GET' ? 'read' : 'write');
