import Router from '@koa/router';
import type Koa from 'koa';
import { bearer } from './bearer.ts';
import { bind, type Binding } from './bind.ts';
import { allowOnly } from './cross-origin.ts';
import { routePattern } from './request-labels.ts';
import { findReadRoutes, partsOf, type Route } from './route.ts';

/** Prefix of the API's paths in requests that are authorized by the browser's session. */
export const BY_SESSION = '/app/~';
export const API = '/v1/';
export const isApi = (path: string): boolean => path.startsWith(API) || path === '/v1';

/**
 * Creates one router per kind of path, so that a request is matched against the routes of its kind only.
 * @param origins origins whose scripts may read what sites show to everybody
 */
export function dispatchRoutes(
  routes: readonly Route[],
  binding: Binding,
  origins: ReadonlySet<string> = new Set(),
): Koa.Middleware {
  const kindOf = classifyPaths(routes.map((route) => partsOf(route).path));
  const shown = findReadRoutes(routes);
  const routers = new Map<string, Router>();
  for (const route of routes) {
    const { method, path } = partsOf(route);
    const handle = bind(route, binding, shown(route));
    const pattern = routePattern(path);
    const answersVisitors = route.useCase.requires === 'nothing' && route.useCase.identifiesCaller === true;
    const router = routers.get(kindOf(path)) ?? new Router();
    routers.set(kindOf(path), router);
    // A last parameter that ends in * matches the rest of the path, which may be empty.
    router.register(path.replace(/\/:(\w+)\*$/, '{/*$1}'), [method], async (context) => {
      const ctx = context as unknown as Koa.Context;
      ctx.state.operation = route.useCase.name;
      ctx.state.route = pattern;
      if (answersVisitors && bearer(ctx) === undefined) allowOnly(origins, ctx);
      await handle(ctx);
    });
  }
  const dispatch = new Map([...routers].map(([kind, router]) => [kind, router.routes() as unknown as Koa.Middleware]));
  return (ctx, next) => (dispatch.get(kindOf(ctx.path)) ?? skip)(ctx, next);
}

const pathSegments = (path: string): [string?, string?, string?] =>
  path.startsWith(API) ? (path.slice(API.length).split('/', 3) as [string?, string?, string?]) : [];

/**
 * Returns a function that classifies paths: `spaces/content` for `/v1/spaces/{id}/content/…`, or the first segment
 * alone if a route has a parameter as the third.
 */
function classifyPaths(paths: readonly string[]): (path: string) => string {
  const byFirst = new Set(
    paths
      .map(pathSegments)
      .filter(([, , third]) => third?.startsWith(':'))
      .map(([first]) => first),
  );
  return (path) => {
    const [first = '', , third = ''] = pathSegments(path);
    // Routers ignore case.
    return byFirst.has(first) ? first : `${first}/${third.toLowerCase()}`;
  };
}
const skip: Koa.Middleware = (_ctx, next) => next();

/**
 * Creates a function that returns the pattern to log in place of a path with a secret, whatever the method; undefined
 * for other paths.
 */
export function secretPaths(routes: readonly Route[]): (path: string) => string | undefined {
  const patterns = new Set(routes.filter(({ secret }) => secret === true).map((route) => partsOf(route).path));
  const secrets = [...patterns].map((pattern) => ({
    pattern,
    matches: new RegExp(`^(?:${BY_SESSION})?${pattern.replaceAll(/:\w+/g, '[^/]+')}(?:/|$)`, 'i'),
  }));
  return (path) => secrets.find(({ matches }) => matches.test(path))?.pattern;
}
