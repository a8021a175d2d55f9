import { randomUUID } from 'node:crypto';
import cors from '@koa/cors';
import Router from '@koa/router';
import Koa from 'koa';
import compress from 'koa-compress';
import helmet from 'koa-helmet';
import type { Logger } from 'pino';
import { bind, type Binding } from './bind.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { hasBody, refuseRest } from './body.ts';
import { clientAddress } from './client-address.ts';
import type { CostClass } from '../../../ports/kernel/request-limits.ts';
import { describeError, errorBody } from './errors.ts';
import type { RequestGate } from './request-gate.ts';
import { requestHost } from './request-host.ts';
import { partsOf, findReadRoutes, type Route } from './route.ts';

/** Handlers beside the API: health, reference, published sites. They answer errors as they see fit. */
export interface HttpHandlers {
  readonly path: string | RegExp;
  /** Whether the path itself opens something, so that it must not be logged. */
  readonly secret?: boolean;
  /** Scripts of every origin may read it, as they may the API. */
  readonly isOpen?: boolean;
  /** Limit of the caller's network that a request counts against; `read` by default, null for none. */
  readonly cost?: (ctx: Koa.Context) => CostClass | null;
  readonly handle: (ctx: Koa.Context) => Promise<void> | void;
}

/** What is served at hostnames of its own: everything there, and nothing else. */
export interface HostnameHandler {
  isHosted(hostname: string): Promise<boolean>;
  /** Limit of the caller's network that a request counts against. */
  cost(ctx: Koa.Context): CostClass;
  handle(ctx: Koa.Context, hostname: string): Promise<void>;
}

export interface ServerOptions extends Binding {
  readonly routes: readonly Route[];
  /** The secret of the session that a browser has, for our own pages alone. */
  readonly sessionOf: (ctx: Koa.Context) => string | undefined;
  readonly handlers: readonly HttpHandlers[];
  readonly hosted: HostnameHandler;
  /** Number of our own proxies that every request passes. */
  readonly proxies: number;
  /** Whether those say in `X-Forwarded-Host` which host was asked for. */
  readonly forwardedHost: boolean;
  /** Origins whose scripts may read pages and files. */
  readonly allowedOrigins: readonly string[];
  readonly log: Logger;
  readonly observe: (request: {
    readonly operation: string;
    readonly status: number;
    readonly seconds: number;
  }) => void;
  /** Whether the server is going down: every answer then closes its connection. */
  readonly draining: () => boolean;
}

/** Request ids that a trusted proxy may choose; every other id is replaced by one of ours. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The Koa application: everything around the route table. */
export function createServer({
  routes,
  sessionOf,
  handlers: pages,
  hosted,
  proxies,
  forwardedHost,
  allowedOrigins,
  log,
  observe,
  draining,
  ...binding
}: ServerOptions): Koa {
  const app = new Koa();
  // Errors are answered below; what gets here is a connection that broke while being written to.
  app.on('error', (error: NodeJS.ErrnoException) => log.debug({ code: error.code }, 'connection error'));

  app.use(async (ctx, next) => {
    const started = performance.now();
    const given = ctx.get('x-request-id');
    const requestId = proxies > 0 && REQUEST_ID.test(given) ? given : randomUUID();
    ctx.state.requestId = requestId;
    ctx.state.address = clientAddress(ctx.req, proxies);
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
      if (error instanceof DomainError && error.retryAfter !== undefined)
        ctx.set('Retry-After', String(error.retryAfter));
    }
    // A body that nobody read would hold the connection until its sender has finished, or given up.
    if (hasBody(ctx.req) && (ctx.status === 413 || !ctx.req.complete)) refuseRest(ctx);
    // Asked when the answer goes out: this request may have begun before.
    if (draining()) ctx.set('Connection', 'close');
    const ms = performance.now() - started;
    const operation = ctx.state.operation ?? 'none';
    observe({ operation, status: ctx.status, seconds: ms / 1000 });
    // The path only: a query string may hold what must not be logged.
    log.info(
      {
        requestId,
        method: ctx.method,
        path: ctx.state.loggedPath ?? ctx.path,
        status: ctx.status,
        operation,
        ms: Math.round(ms * 100) / 100,
      },
      'request',
    );
  });
  const named = allowListedOrigins(new Set(allowedOrigins));
  const pageAt = (path: string): HttpHandlers | undefined =>
    isApi(path) ? undefined : pages.find(({ path: at }) => (typeof at === 'string' ? path === at : at.test(path)));
  app.use((ctx, next) => {
    ctx.res.setHeader('Vary', 'Origin, Accept-Encoding');
    return next();
  });
  app.use(compressResponse);
  app.use(serveHostnames(hosted, forwardedHost ? proxies : 0, binding.gate, named));
  app.use((ctx, next) => {
    ctx.state.page = pageAt(ctx.path);
    return isApi(ctx.path) || ctx.state.page?.isOpen === true ? allowAllOrigins(ctx, next) : named(ctx, next);
  });
  app.use(serveSessionReads(routes, { ...binding, secretOf: sessionOf }));
  app.use(async (ctx, next) => {
    const page = ctx.state.page as HttpHandlers | undefined;
    if (page === undefined) {
      ctx.set('X-Content-Type-Options', 'nosniff');
      return next();
    }
    ctx.state.operation = 'page';
    if (page.secret === true) ctx.state.loggedPath = `${ctx.path.slice(0, ctx.path.indexOf('/', 1) + 1)}…`;
    const cost = page.cost === undefined ? 'read' : page.cost(ctx as unknown as Koa.Context);
    if (cost !== null) await binding.gate.admitNetwork(ctx as unknown as Koa.Context, cost);
    return setSecurityHeaders(ctx, async () => page.handle(ctx as unknown as Koa.Context));
  });
  app.use(requireWellFormedPath);
  app.use(dispatchRoutes(routes, binding));
  app.use((ctx) => {
    const allowed = [
      ...new Set((ctx as any).matched?.flatMap(({ methods: each }: { methods: string[] }) => each) ?? []),
    ];
    const { requestId } = ctx.state;
    if (allowed.length > 0) {
      ctx.set('Allow', allowed.join(', '));
      ctx.status = 405;
      ctx.body = errorBody(405, `the method ${ctx.method} is not allowed at this path`, requestId);
    } else {
      ctx.status = 404;
      ctx.body = errorBody(404, 'no operation exists at this path', requestId);
    }
  });
  return app;
}

function serveHostnames(
  hosted: HostnameHandler,
  proxies: number,
  gate: RequestGate,
  named: Koa.Middleware,
): Koa.Middleware {
  return async (ctx, next) => {
    const hostname = requestHost(ctx.req.headers, proxies);
    if (!(await hosted.isHosted(hostname))) return next();
    ctx.state.operation = 'page';
    await gate.admitNetwork(ctx as unknown as Koa.Context, hosted.cost(ctx as unknown as Koa.Context));
    return named(ctx, () =>
      setSecurityHeaders(ctx, async () => hosted.handle(ctx as unknown as Koa.Context, hostname)),
    );
  };
}

const BY_SESSION = '/app/~';
const READS: readonly string[] = ['GET', 'HEAD'];

/** What our own pages read of the API for whoever is signed in to them; nobody else's scripts may, and nothing is changed that way. */
function serveSessionReads(routes: readonly Route[], binding: Binding): Koa.Middleware {
  const dispatch = dispatchRoutes(
    routes.filter((route) => partsOf(route).method === 'GET'),
    binding,
  );
  return async (ctx, next) => {
    if (!ctx.path.startsWith(BY_SESSION + API)) return next();
    ctx.remove('Access-Control-Allow-Origin');
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
    const site = ctx.get('sec-fetch-site');
    if (READS.includes(ctx.method) && (site === '' || site === 'same-origin')) {
      ctx.path = ctx.path.slice(BY_SESSION.length);
      await requireWellFormedPath(ctx, () => dispatch(ctx, async () => {}));
      ctx.set('Cache-Control', 'no-store');
      return;
    }
    ctx.status = READS.includes(ctx.method) ? 403 : 405;
    if (ctx.status === 405) ctx.set('Allow', READS.join(', '));
    ctx.body = errorBody(
      ctx.status,
      "this path is reserved for read requests of the instance's own pages",
      ctx.state.requestId,
    );
  };
}

/** Routers of the operations, one for each kind of thing that paths speak of: a request is matched against its kind only. */
function dispatchRoutes(routes: readonly Route[], binding: Binding): Koa.Middleware {
  const kindOf = classifyPaths(routes.map((route) => partsOf(route).path));
  const shown = findReadRoutes(routes);
  const routers = new Map<string, Router>();
  for (const route of routes) {
    const { method, path } = partsOf(route);
    const handle = bind(route, binding, shown(route));
    const router = routers.get(kindOf(path)) ?? new Router();
    routers.set(kindOf(path), router);
    // A last parameter that ends in * takes the rest of the path, which may be nothing.
    router.register(path.replace(/\/:(\w+)\*$/, '{/*$1}'), [method], async (ctx) => {
      ctx.state.operation = route.useCase.name;
      if (route.secret === true) ctx.state.loggedPath = path;
      await handle(ctx as unknown as Koa.Context);
    });
  }
  const dispatch = new Map([...routers].map(([kind, router]) => [kind, router.routes() as unknown as Koa.Middleware]));
  return (ctx, next) => (dispatch.get(kindOf(ctx.path)) ?? skip)(ctx, next);
}

const API = '/v1/';
const isApi = (path: string): boolean => path.startsWith(API) || path === '/v1';
const pathSegments = (path: string): [string?, string?, string?] =>
  path.startsWith(API) ? (path.slice(API.length).split('/', 3) as [string?, string?, string?]) : [];

/** Tells kinds apart: `spaces/content` of `/v1/spaces/{id}/content/…`, or the first word alone where a parameter may come third. */
function classifyPaths(paths: readonly string[]): (path: string) => string {
  const byFirst = new Set(
    paths
      .map(pathSegments)
      .filter(([, , third]) => third?.startsWith(':'))
      .map(([first]) => first),
  );
  return (path) => {
    const [first = '', , third = ''] = pathSegments(path);
    // Routers take large letters for small ones.
    return byFirst.has(first) ? first : `${first}/${third.toLowerCase()}`;
  };
}
const skip: Koa.Middleware = (_ctx, next) => next();

const EXPOSED = ['ETag', 'X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'Allow'];
const preflight = cors({
  origin: '*',
  credentials: false,
  maxAge: 600,
  exposeHeaders: EXPOSED,
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
}) as unknown as Koa.Middleware;

/** Scripts of every origin may call the API: it takes bearer tokens, never cookies. */
const allowAllOrigins: Koa.Middleware = (ctx, next) => {
  if (ctx.method === 'OPTIONS') return preflight(ctx, next);
  const { res } = ctx;
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Access-Control-Expose-Headers', EXPOSED_LIST);
  return next();
};
const EXPOSED_LIST = EXPOSED.join(',');

/**
 * Scripts of named origins may read pages and files, without cookies. For all others an instance behind a firewall stays
 * closed, though the browser of a reader reaches it.
 */
function allowListedOrigins(names: ReadonlySet<string>): Koa.Middleware {
  const origin = (ctx: Koa.Context): string => (names.has(ctx.get('origin')) ? ctx.get('origin') : '');
  const open = cors({
    origin: origin as never,
    credentials: false,
    maxAge: 600,
    exposeHeaders: EXPOSED,
    allowMethods: READS as string[],
  });
  return names.size === 0 ? (_ctx, next) => next() : (open as unknown as Koa.Middleware);
}

/** Bytes from which compressing pays. */
const MIN_COMPRESSED_BYTES = 1400;
const compressor = compress({ threshold: MIN_COMPRESSED_BYTES, br: false }) as unknown as Koa.Middleware;
const nothingMore = async (): Promise<void> => {};

/** Compresses what is large enough, once it is there, for whoever says that they can read it. */
const compressResponse: Koa.Middleware = async (ctx, next) => {
  await next();
  // An answer whose length is not known is a stream.
  if ((ctx.response.length ?? Infinity) >= MIN_COMPRESSED_BYTES && ctx.get('accept-encoding') !== '')
    await compressor(ctx, nothingMore);
};

/** Headers for what a browser shows; a page replaces those that it needs otherwise. */
const setSecurityHeaders = helmet({
  contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  strictTransportSecurity: false,
}) as unknown as Koa.Middleware;

/** Broken percent-encoding is the caller's mistake, not ours. */
const requireWellFormedPath: Koa.Middleware = (ctx, next) => {
  if (!ctx.path.includes('%')) return next();
  try {
    decodeURIComponent(ctx.path);
  } catch {
    ctx.status = 400;
    ctx.body = errorBody(400, 'the path is not valid percent-encoded UTF-8', ctx.state.requestId);
    return;
  }
  return next();
};
