import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
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

/** Handlers besides the API: health, reference, published sites. They format their own errors. */
export interface HttpHandlers {
  readonly path: string | RegExp;
  /** True if the path contains a secret and must not be logged. */
  readonly secret?: boolean;
  /** True if scripts of every origin may read the response, as with the API. */
  readonly isOpen?: boolean;
  /** Rate limit of the caller's network; `read` by default, null for none. */
  readonly cost?: (ctx: Koa.Context) => CostClass | null;
  readonly handle: (ctx: Koa.Context) => Promise<void> | void;
}

/** Handler of all requests to certain hostnames, for which nothing else is served. */
export interface HostnameHandler {
  isHosted(hostname: string): Promise<boolean>;
  /** Rate limit of the caller's network. */
  cost(ctx: Koa.Context): CostClass;
  handle(ctx: Koa.Context, hostname: string): Promise<void>;
}

export interface ServerOptions extends Binding {
  readonly routes: readonly Route[];
  /** Reads the secret of the browser's session; used for the instance's own pages only. */
  readonly sessionOf: (ctx: Koa.Context) => string | undefined;
  readonly handlers: readonly HttpHandlers[];
  readonly hosted: HostnameHandler;
  /** Number of trusted proxies that every request passes. */
  readonly proxies: number;
  /** True if the proxies set `X-Forwarded-Host`. */
  readonly forwardedHost: boolean;
  /** Origins whose scripts may read pages and files. */
  readonly allowedOrigins: readonly string[];
  readonly log: Logger;
  readonly observe: (request: {
    readonly operation: string;
    readonly status: number;
    readonly seconds: number;
  }) => void;
  /** Tells whether the server is shutting down; every response then closes its connection. */
  readonly draining: () => boolean;
}

/** Request IDs accepted from a trusted proxy; others are replaced by generated ones. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Creates the Koa application with the routes and all middleware. */
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
  ...rest
}: ServerOptions): Koa {
  const binding = { ...rest, log };
  const app = new Koa();
  // The middleware below answers errors; only connections that broke during a write get here.
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
    // An unread body would occupy the connection until its sender has finished or given up.
    if (hasBody(ctx.req) && (ctx.status === 413 || !ctx.req.complete)) refuseRest(ctx);
    // Checked when the response is sent: shutdown may have begun during the request.
    if (draining()) ctx.set('Connection', 'close');
    const ms = performance.now() - started;
    const operation = ctx.state.operation ?? 'none';
    observe({ operation, status: ctx.status, seconds: ms / 1000 });
    // Path only: query strings may contain secrets.
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
  // Below /v1 only handlers of one path exist.
  const pageAt = (path: string): HttpHandlers | undefined =>
    pages.find(({ path: at }) => (typeof at === 'string' ? path === at : !isApi(path) && at.test(path)));
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

/**
 * Serves GET requests of the instance's own pages to the API by session. Refuses scripts of other origins and all
 * writes.
 */
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

/** Creates one router per kind of path, so that a request is matched against the routes of its kind only. */
function dispatchRoutes(routes: readonly Route[], binding: Binding): Koa.Middleware {
  const kindOf = classifyPaths(routes.map((route) => partsOf(route).path));
  const shown = findReadRoutes(routes);
  const routers = new Map<string, Router>();
  for (const route of routes) {
    const { method, path } = partsOf(route);
    const handle = bind(route, binding, shown(route));
    const router = routers.get(kindOf(path)) ?? new Router();
    routers.set(kindOf(path), router);
    // A last parameter that ends in * matches the rest of the path, which may be empty.
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

const EXPOSED = [
  'ETag',
  'X-Request-Id',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Allow',
  'Quire-Ignored',
  'Preference-Applied',
  'Idempotency-Replayed',
];
const preflight = cors({
  origin: '*',
  credentials: false,
  maxAge: 600,
  exposeHeaders: EXPOSED,
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
}) as unknown as Koa.Middleware;

/** Allows scripts of every origin to call the API, which accepts bearer tokens and no cookies. */
const allowAllOrigins: Koa.Middleware = (ctx, next) => {
  if (ctx.method === 'OPTIONS') return preflight(ctx, next);
  const { res } = ctx;
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Access-Control-Expose-Headers', EXPOSED_LIST);
  return next();
};
const EXPOSED_LIST = EXPOSED.join(',');

/**
 * Allows scripts of listed origins to read pages and files, without cookies. Others must not read from an instance
 * behind a firewall through the browser of a user who can reach it.
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

/** Quality of Brotli for answers that are compressed once; a higher one takes longer than it saves. */
const BROTLI_QUALITY = 4;
/** Smallest response that is compressed, in bytes. */
const MIN_COMPRESSED_BYTES = 1400;
const compressor = compress({
  threshold: MIN_COMPRESSED_BYTES,
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
}) as unknown as Koa.Middleware;
const noop = async (): Promise<void> => {};

/** Compresses large complete responses for clients that accept it. */
const compressResponse: Koa.Middleware = async (ctx, next) => {
  await next();
  // A response of unknown length is a stream.
  if ((ctx.response.length ?? Infinity) >= MIN_COMPRESSED_BYTES && ctx.get('accept-encoding') !== '')
    await compressor(ctx, noop);
};

/** Sets security headers for browsers; a page may replace them. */
const setSecurityHeaders = helmet({
  contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  strictTransportSecurity: false,
}) as unknown as Koa.Middleware;

/** Answers 400 to a path with invalid percent-encoding. */
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
