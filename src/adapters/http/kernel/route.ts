import type { z } from 'zod';
import type { UseCase } from '../../../application/kernel/use-case.ts';
import type { CostClass } from '../../../ports/kernel/request-limits.ts';
import type { Reply } from './reply.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type Endpoint = `${Method} /v1${'' | `/${string}`}`;
type Shape = Readonly<Record<string, z.ZodType>>;
type Out<S extends Shape> = { [K in keyof S as undefined extends z.output<S[K]> ? never : K]: z.output<S[K]> } & {
  [K in keyof S as undefined extends z.output<S[K]> ? K : never]?: z.output<S[K]>;
};

/** Which part of a list is asked for; what `paged` adds to the input. */
export interface PageInput {
  readonly page: { readonly limit: number; readonly after?: string };
}

export interface RouteDetails<Output, P extends Shape, Q extends Shape, B, Paged extends boolean> {
  readonly summary: string;
  /** The group in the reference. */
  readonly tag: string;
  readonly path?: P;
  readonly query?: Q;
  readonly body?: z.ZodType<B>;
  /** A list: takes `page` and `limit`. */
  readonly paged?: Paged;
  /** How many items come where `limit` is left out; 50 unless the contract has another. */
  readonly defaultLimit?: number;
  /** How many items may be asked for, where it is not from 0 to 1000. */
  readonly limits?: { readonly min: number; readonly max: number };
  /** Whether its path itself opens something, so that it must not be logged. */
  readonly secret?: boolean;
  /** A content route: its body may have up to the larger limit. */
  readonly large?: boolean;
  /** The one field that can make a body too large: such a body is a 400 that names it, as if it had been read. */
  readonly sizedBy?: string;
  /** There is something better; it works all the same. */
  readonly deprecated?: boolean;
  /** Takes `If-Match`: the revision that the write is based on. */
  readonly conditional?: boolean;
  /** Limit that requests count against; by default `read` for GET and `write` for everything else. */
  readonly cost?: CostClass;
  readonly returns: Reply<Output>;
  /** The revision that the answer shows, which `If-Match` may name later; becomes part of the `ETag`. */
  readonly revision?: (output: Output) => string;
  /** The output never changes, and comes as the same object again and again: what is sent of it may be kept beside it. */
  readonly immutable?: boolean;
}

export type RouteInput<P extends Shape, Q extends Shape, B, Paged> = Out<P> &
  Out<Q> &
  (unknown extends B ? {} : { body: B }) &
  (Paged extends true ? PageInput : {}) & { ifMatch?: string };

/** Everything there is to know about one operation of the API. */
export interface Route extends RouteDetails<any, Shape, Shape, any, boolean> {
  readonly endpoint: Endpoint;
  readonly useCase: UseCase;
}

/** One row of the route table. Nothing else names the operation. */
export function route<
  Input,
  Output,
  P extends Shape = {},
  Q extends Shape = {},
  B = unknown,
  Paged extends boolean = false,
>(
  endpoint: Endpoint,
  useCase: RouteInput<P, Q, B, Paged> extends Input ? UseCase<Input, Output> : never,
  details: RouteDetails<Output, P, Q, B, Paged>,
): Route {
  return { ...(details as RouteDetails<any, Shape, Shape, any, boolean>), endpoint, useCase };
}

/** What changes or removes a thing that it names by its own address. */
const METHODS_WITH_IF_MATCH: ReadonlySet<Method> = new Set(['PATCH', 'PUT', 'DELETE']);

/**
 * What shows the thing that an operation changes, whose `ETag` that may name in `If-Match`; undefined where there is none, or
 * where a revision is named.
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

/** The parts of an endpoint. */
export function partsOf({ endpoint }: Route): { method: Method; path: string } {
  const [method, path] = endpoint.split(' ') as [Method, string];
  return { method, path };
}

/** The limit that requests of an operation count against. */
export const costOf = (route: Route): CostClass => route.cost ?? (partsOf(route).method === 'GET' ? 'read' : 'write');
