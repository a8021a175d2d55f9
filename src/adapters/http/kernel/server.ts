import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import cors from '@koa/cors';
import Router from '@koa/router';
import Koa from 'koa';
import compress from 'koa-compress';
import helmet from 'koa-helmet';
import type { Logger } from 'pino';
import { ClientGone, forClient } from '../../../application/kernel/abandonment.ts';
import { bearer } from './bearer.ts';
import { bind, type Binding } from './bind.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { hasBody, refuseRest } from './body.ts';
import { clientAddress } from './client-address.ts';
import type { TraceHeaders, Tracer } from '../../../ports/kernel/tracer.ts';
import type { CostClass } from '../../../ports/kernel/request-limits.ts';
import { describeError, errorBody } from './errors.ts';
import type { RequestGate } from './request-gate.ts';
import { requestHost } from './request-host.ts';
import { conflictKind, patternOf, routePattern, type ConflictKind } from './request-labels.ts';
import { isForeign, isOwnWrite } from './web/own-origin.ts';
import { partsOf, findReadRoutes, type Route } from './route.ts';
import { waitingClient } from './web/waiting-client.ts';
import { prefersHtml, showError } from './web/error-page.ts';

/** Handlers besides the API: health, reference, published sites. They format their own errors. */
export interface HttpHandlers {
  readonly path: string | RegExp;
  /** True if the path contains a secret and must not be logged. */
  readonly secret?: boolean;
  /** True if scripts of every origin may read the response, as with the API. */
  readonly isOpen?: boolean;
  /** Name of the requests in logs and metrics; `page` by default. */
  readonly operation?: 'site' | 'health';
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
  readonly observe: (request: ServedRequest) => void;
  /** Records each request but health checks as a span; absent: none. */
  readonly tracer?: Tracer | undefined;
  /** Tells whether the server is shutting down; every response then closes its connection. */
  readonly draining: () => boolean;
}

/** Answered request, for metrics. */
export interface ServedRequest {
  readonly method: string;
  /** Pattern of the path; never text from the request. */
  readonly route: string;
  readonly operation: string;
  readonly status: number;
  readonly seconds: number;
  readonly conflict: ConflictKind | undefined;
}

/** Request IDs accepted from a trusted proxy; others are replaced by generated ones. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Status of abandoned requests in the log and the metrics, as web servers use it; no client receives it. */
const CLIENT_GONE = 499;

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
  tracer,
  draining,
  ...rest
}: ServerOptions): Koa {
  const binding = { ...rest, log };
  const patternOfSecret = secretPaths(routes);
  const app = new Koa();
  // The middleware below answers errors; only connections that broke during a write get here.
  app.on('error', (error: NodeJS.ErrnoException) => log.debug({ code: error.code }, 'connection error'));

  app.use(requireReadableTarget);
  if (tracer !== undefined)
    app.use(traceRequests(tracer, new Set(pages.filter(isHealthCheck).map(({ path }) => path))));
  app.use(async (ctx, next) => {
    const started = performance.now();
    const receivedId = ctx.get('x-request-id');
    const requestId = proxies > 0 && REQUEST_ID.test(receivedId) ? receivedId : randomUUID();
    ctx.state.requestId = requestId;
    ctx.state.loggedPath = patternOfSecret(ctx.path);
    ctx.state.address = clientAddress(ctx.req, proxies);
    ctx.set('X-Request-Id', requestId);
    let refusal: unknown;
    try {
      await forClient(waitingClient(ctx as unknown as Koa.Context), next);
    } catch (error) {
      refusal = error;
      const { status, body, unexpected } = describeError(error, requestId);
      if (unexpected) log.error({ requestId, operation: ctx.state.operation, err: error }, 'unexpected error');
      if (READER_OPERATIONS.has(ctx.state.operation as string) && prefersHtml(ctx as unknown as Koa.Context))
        showError(ctx as unknown as Koa.Context, status);
      else {
        ctx.status = error instanceof ClientGone ? CLIENT_GONE : status;
        ctx.type = 'application/json';
        ctx.body = JSON.stringify(body);
      }
      // The answer that failed may have set these.
      for (const name of ['ETag', 'Content-Encoding']) ctx.remove(name);
      if (status >= 500) ctx.set('Cache-Control', 'no-store');
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
    const { operation = 'none', route = 'none' } = ctx.state as { operation?: string; route?: string };
    const { method, status } = ctx;
    observe({ method, route, operation, status, seconds: ms / 1000, conflict: conflictKind(status, refusal) });
    // Path only: query strings may contain secrets.
    log.info(
      {
        requestId,
        method,
        path: ctx.state.loggedPath ?? ctx.path,
        status,
        operation,
        route,
        actor: ctx.state.actor,
        organization: ctx.state.organization,
        ms: Math.round(ms * 100) / 100,
      },
      'request',
    );
  });
  const origins = new Set(allowedOrigins);
  const named = allowListedOrigins(origins);
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
  app.use(serveSessions(routes, { ...binding, secretOf: sessionOf }));
  app.use(async (ctx, next) => {
    const page = ctx.state.page as HttpHandlers | undefined;
    if (page === undefined) {
      ctx.set('X-Content-Type-Options', 'nosniff');
      return next();
    }
    ctx.state.operation = page.operation ?? 'page';
    ctx.state.route = patternOf(page.path);
    if (page.secret === true) ctx.state.loggedPath = `${ctx.path.slice(0, ctx.path.indexOf('/', 1) + 1)}…`;
    const cost = page.cost === undefined ? 'read' : page.cost(ctx as unknown as Koa.Context);
    if (cost !== null) await binding.gate.admitNetwork(ctx as unknown as Koa.Context, cost);
    return setSecurityHeaders(ctx, () =>
      binding.gate.inPlace(ctx as unknown as Koa.Context, cost, async () => page.handle(ctx as unknown as Koa.Context)),
    );
  });
  app.use(requireWellFormedPath);
  app.use(dispatchRoutes(routes, binding, origins));
  app.use((ctx) => {
    const allowed = [
      ...new Set((ctx as any).matched?.flatMap(({ methods: each }: { methods: string[] }) => each) ?? []),
    ];
    const { requestId } = ctx.state;
    if (allowed.length > 0) {
      ctx.set('Allow', allowed.join(', '));
      ctx.status = 405;
      ctx.body = errorBody(405, `the method ${ctx.method} is not allowed at this path`, requestId);
    } else if (!isApi(ctx.path) && prefersHtml(ctx as unknown as Koa.Context)) {
      showError(ctx as unknown as Koa.Context, 404);
    } else {
      ctx.status = 404;
      ctx.body = errorBody(404, 'no operation exists at this path', requestId);
    }
  });
  return app;
}

/** Operations whose errors browsers show to readers. */
const READER_OPERATIONS: ReadonlySet<string> = new Set(['page', 'site']);

const isHealthCheck = ({ operation }: HttpHandlers): boolean => operation === 'health';

/** Records requests as spans under the pattern of their paths. @param untraced paths of health checks */
function traceRequests(tracer: Tracer, untraced: ReadonlySet<string | RegExp>): Koa.Middleware {
  return (ctx, next) => {
    if (untraced.has(ctx.path)) return next();
    const { traceparent, tracestate } = ctx.req.headers as TraceHeaders;
    const { method } = ctx;
    return tracer.run(
      { name: method, kind: 'server' },
      async (span) => {
        await next();
        const { route = 'none', operation, requestId, loggedPath, actor, organization } = ctx.state;
        span.rename(`${method} ${route}`);
        span.describe({
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': ctx.status,
          'url.path': loggedPath ?? ctx.path,
          'quire.operation': operation,
          'quire.request_id': requestId,
          'quire.organization': organization,
          'enduser.id': actor,
        });
        if (ctx.status >= 500) span.fail();
      },
      { traceparent, tracestate },
    );
  };
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
    ctx.state.operation = 'site';
    ctx.state.route = '{hostname}/*';
    const context = ctx as unknown as Koa.Context;
    const cost = hosted.cost(context);
    await gate.admitNetwork(context, cost);
    return named(ctx, () =>
      setSecurityHeaders(ctx, () => gate.inPlace(context, cost, async () => hosted.handle(context, hostname))),
    );
  };
}

const BY_SESSION = '/app/~';
const READS: readonly string[] = ['GET', 'HEAD'];

/**
 * Serves requests of the app to the API by session. Refuses pages of other origins, and writes that do not prove to
 * come from a page of the instance.
 */
function serveSessions(routes: readonly Route[], binding: Binding): Koa.Middleware {
  const dispatch = dispatchRoutes(routes, binding);
  const ownOrigin = new URL(binding.links.at('/')).origin;
  return async (context, next) => {
    const ctx = context as unknown as Koa.Context;
    if (!ctx.path.startsWith(BY_SESSION + API)) return next();
    ctx.remove('Access-Control-Allow-Origin');
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
    ctx.set('Cache-Control', 'no-store');
    if (READS.includes(ctx.method) ? isForeign(ctx, ownOrigin) : !isOwnWrite(ctx, ownOrigin)) {
      ctx.status = 403;
      ctx.body = errorBody(403, 'this path is reserved for the pages of the app', ctx.state.requestId);
      return;
    }
    ctx.path = ctx.path.slice(BY_SESSION.length);
    ctx.status = 404;
    await requireWellFormedPath(context, () => dispatch(context, async () => {}));
    if (ctx.status === 404 && ctx.body == null)
      ctx.body = errorBody(404, 'no operation exists at this path', ctx.state.requestId);
    ctx.set('Cache-Control', 'no-store');
  };
}

/**
 * Creates a function that returns the pattern to log in place of a path with a secret, whatever the method; undefined
 * for other paths.
 */
function secretPaths(routes: readonly Route[]): (path: string) => string | undefined {
  const patterns = new Set(routes.filter(({ secret }) => secret === true).map((route) => partsOf(route).path));
  const secrets = [...patterns].map((pattern) => ({
    pattern,
    matches: new RegExp(`^(?:${BY_SESSION})?${pattern.replaceAll(/:\w+/g, '[^/]+')}(?:/|$)`, 'i'),
  }));
  return (path) => secrets.find(({ matches }) => matches.test(path))?.pattern;
}

/**
 * Creates one router per kind of path, so that a request is matched against the routes of its kind only.
 * @param origins origins whose scripts may read what sites show to everybody
 */
function dispatchRoutes(
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

/** Takes back what `allowAllOrigins` allowed, except for scripts of listed origins. */
function allowOnly(origins: ReadonlySet<string>, ctx: Koa.Context): void {
  const origin = ctx.get('origin');
  ctx.vary('Origin');
  if (origins.has(origin)) ctx.set('Access-Control-Allow-Origin', origin);
  else ctx.remove('Access-Control-Allow-Origin');
}

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
  if ((ctx.response.length ?? Infinity) < MIN_COMPRESSED_BYTES || ctx.get('accept-encoding') === '') return;
  // The library cannot answer a client that refuses `identity` and every encoding that it has.
  if (ctx.acceptsEncodings('br', 'gzip', 'deflate') !== false) await compressor(ctx, noop);
};

/** Sets security headers for browsers; a page may replace them. */
const setSecurityHeaders = helmet({
  contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  strictTransportSecurity: false,
}) as unknown as Koa.Middleware;

/** Answers 400 to a request target that is neither a path nor a URL, so that it has no path. */
const requireReadableTarget: Koa.Middleware = (ctx, next) => {
  const { url = '' } = ctx.req;
  if (url.startsWith('/') || url === '*' || URL.canParse(url)) return next();
  ctx.set('Connection', 'close');
  ctx.status = 400;
  ctx.body = errorBody(400, 'the request target is neither a path nor a URL', randomUUID());
};

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
