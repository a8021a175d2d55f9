import { randomUUID } from 'node:crypto';
import cors from '@koa/cors';
import Router from '@koa/router';
import Koa from 'koa';
import compress from 'koa-compress';
import helmet from 'koa-helmet';
import type { Logger } from 'pino';
import { bind, type Binding } from './bind.ts';
import { describeError, errorBody } from './errors.ts';
import { partsOf, type Route } from './route.ts';

/** Handlers beside the API: health, reference, published sites. They answer errors as they see fit. */
export interface Pages {
  readonly path: string | RegExp;
  /** Whether the path itself opens something, so that it must not be logged. */
  readonly secret?: boolean;
  readonly handle: (ctx: Koa.Context) => Promise<void> | void;
}

export interface ServerOptions extends Binding {
  readonly routes: readonly Route[];
  readonly pages: readonly Pages[];
  readonly log: Logger;
  readonly observe: (request: { readonly operation: string; readonly status: number; readonly seconds: number }) => void;
  /** Whether the server is going down: every answer then closes its connection. */
  readonly draining: () => boolean;
}

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The Koa application: everything around the route table. */
export function createServer({ routes, pages, log, observe, draining, ...binding }: ServerOptions): Koa {
  const app = new Koa();
  // Errors are answered below; what gets here is a connection that broke while being written to.
  app.on('error', (error: NodeJS.ErrnoException) => log.debug({ code: error.code }, 'connection error'));

  app.use(async (ctx, next) => {
    const started = process.hrtime.bigint();
    const given = ctx.get('x-request-id');
    const requestId = REQUEST_ID.test(given) ? given : randomUUID();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    try {
      await next();
    } catch (error) {
      const { status, body, unexpected } = describeError(error, requestId);
      if (unexpected) log.error({ requestId, operation: ctx.state.operation, err: error }, 'unexpected error');
      ctx.status = status;
      ctx.type = 'application/json';
      ctx.body = JSON.stringify(body);
      ctx.remove('ETag');
      if (status === 401) ctx.set('WWW-Authenticate', 'Bearer realm="Quire"');
      if (status === 503) ctx.set('Retry-After', '1');
    }
    // Asked when the answer goes out: this request may have begun before.
    if (draining()) ctx.set('Connection', 'close');
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    const operation = ctx.state.operation ?? 'none';
    observe({ operation, status: ctx.status, seconds });
    // The path only: a query string may hold what must not be logged.
    log.info({ requestId, method: ctx.method, path: ctx.state.loggedPath ?? ctx.path, status: ctx.status, operation, ms: Math.round(seconds * 1e5) / 100 }, 'request');
  });
  app.use(cors({ origin: '*', credentials: false, maxAge: 600, keepHeadersOnError: true, exposeHeaders: ['ETag', 'X-Request-Id', 'Retry-After', 'Allow'], allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] }));
  app.use(compress({ threshold: 1400, br: false }));
  app.use(async (ctx, next) => {
    const page = ctx.path.startsWith(API) ? undefined : pages.find(({ path }) => (typeof path === 'string' ? ctx.path === path : path.test(ctx.path)));
    if (page === undefined) {
      ctx.set('X-Content-Type-Options', 'nosniff');
      return next();
    }
    ctx.state.operation = 'page';
    if (page.secret === true) ctx.state.loggedPath = `${ctx.path.slice(0, ctx.path.indexOf('/', 1) + 1)}…`;
    return forBrowsers(ctx, async () => page.handle(ctx as unknown as Koa.Context));
  });
  app.use(wellFormedPath);
  app.use(routed(routes, binding));
  app.use((ctx) => {
    const allowed = [...new Set((ctx as any).matched?.flatMap(({ methods: each }: { methods: string[] }) => each) ?? [])];
    const { requestId } = ctx.state;
    if (allowed.length > 0) {
      ctx.set('Allow', allowed.join(', '));
      ctx.status = 405;
      ctx.body = errorBody(405, `the method ${ctx.method} is not allowed here`, requestId);
    } else {
      ctx.status = 404;
      ctx.body = errorBody(404, 'no such operation', requestId);
    }
  });
  return app;
}

/** Routers of the operations, one for each kind of thing that paths begin with: a request is matched against its kind only. */
function routed(routes: readonly Route[], binding: Binding): Koa.Middleware {
  const routers = new Map<string, Router>();
  for (const route of routes) {
    const { method, path } = partsOf(route);
    const handle = bind(route, binding);
    const router = routers.get(kindOf(path)) ?? new Router();
    routers.set(kindOf(path), router);
    // A last parameter that ends in * takes the rest of the path, which may be nothing.
    router.register(path.replace(/\/:(\w+)\*$/, '{/*$1}'), [method], async (ctx) => {
      ctx.state.operation = route.useCase.name;
      await handle(ctx as unknown as Koa.Context);
    });
  }
  const dispatch = new Map([...routers].map(([kind, router]) => [kind, router.routes() as unknown as Koa.Middleware]));
  return (ctx, next) => (dispatch.get(kindOf(ctx.path)) ?? skip)(ctx, next);
}

const API = '/v1/';
/** `spaces` of `/v1/spaces/…`. */
const kindOf = (path: string): string => (path.startsWith(API) ? path.slice(API.length).split('/', 1)[0]! : '');
const skip: Koa.Middleware = (_ctx, next) => next();

/** Headers for what a browser shows; a page replaces those that it needs otherwise. */
const forBrowsers = helmet({
  contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  strictTransportSecurity: false,
}) as unknown as Koa.Middleware;

/** Broken percent-encoding is the caller's mistake, not ours. */
const wellFormedPath: Koa.Middleware = (ctx, next) => {
  try {
    decodeURIComponent(ctx.path);
  } catch {
    ctx.status = 400;
    ctx.body = errorBody(400, 'the path is not valid percent-encoded UTF-8', ctx.state.requestId);
    return;
  }
  return next();
};
