import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import Koa from 'koa';
import compress from 'koa-compress';
import helmet from 'koa-helmet';
import type { Logger } from 'pino';
import type { CostClass } from '../../../ports/kernel/request-limits.ts';
import type { TraceHeaders, Tracer } from '../../../ports/kernel/tracer.ts';
import { answerRequests, type AnswerOptions } from './answer-requests.ts';
import type { Binding } from './bind.ts';
import { allowAllOrigins, allowListedOrigins, READS } from './cross-origin.ts';
import { API, BY_SESSION, dispatchRoutes, isApi } from './dispatch-routes.ts';
import { errorBody } from './errors.ts';
import { middleware } from './middleware.ts';
import type { RequestGate } from './request-gate.ts';
import { requestHost } from './request-host.ts';
import { patternOf } from './request-labels.ts';
import type { Route } from './route.ts';
import { prefersHtml, showError } from './web/error-page.ts';
import { isForeign, isOwnWrite } from './web/own-origin.ts';

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

export interface ServerOptions extends Binding, AnswerOptions {
  /** Reads the secret of the browser's session; used for the instance's own pages only. */
  readonly sessionOf: (ctx: Koa.Context) => string | undefined;
  readonly handlers: readonly HttpHandlers[];
  readonly hosted: HostnameHandler;
  /** True if the proxies set `X-Forwarded-Host`. */
  readonly forwardedHost: boolean;
  /** Origins whose scripts may read pages and files. */
  readonly allowedOrigins: readonly string[];
  readonly log: Logger;
  /** Records each request but health checks as a span; absent: none. */
  readonly tracer?: Tracer | undefined;
}

/** Creates the Koa application with the routes and all middleware. */
export function createServer(options: ServerOptions): Koa {
  const { routes, sessionOf, handlers, hosted, proxies, forwardedHost, allowedOrigins, log, tracer } = options;
  const app = new Koa();
  // The middleware below answers errors; only connections that broke during a write get here.
  app.on('error', (error: NodeJS.ErrnoException) => log.debug({ code: error.code }, 'connection error'));

  app.use(requireReadableTarget);
  if (tracer !== undefined)
    app.use(traceRequests(tracer, new Set(handlers.filter(isHealthCheck).map(({ path }) => path))));
  app.use(answerRequests(options));
  const origins = new Set(allowedOrigins);
  const named = allowListedOrigins(origins);
  app.use((ctx, next) => {
    ctx.res.setHeader('Vary', 'Origin, Accept-Encoding');
    return next();
  });
  app.use(compressResponse);
  app.use(serveHostnames(hosted, forwardedHost ? proxies : 0, options.gate, named));
  app.use((ctx, next) => {
    ctx.state.page = handlerAt(handlers, ctx.path);
    return isApi(ctx.path) || ctx.state.page?.isOpen === true ? allowAllOrigins(ctx, next) : named(ctx, next);
  });
  app.use(serveSessions(routes, { ...options, secretOf: sessionOf }));
  app.use(servePages(options.gate));
  app.use(requireWellFormedPath);
  app.use(dispatchRoutes(routes, options, origins));
  app.use(refuseUnmatched);
  return app;
}

/** Finds the handler of a path; below /v1 only handlers of one path exist. */
const handlerAt = (handlers: readonly HttpHandlers[], path: string): HttpHandlers | undefined =>
  handlers.find(({ path: at }) => (typeof at === 'string' ? path === at : !isApi(path) && at.test(path)));

/** Serves requests that a handler was found for. */
const servePages = (gate: RequestGate): Koa.Middleware =>
  middleware(async (ctx, next) => {
    const page = ctx.state.page as HttpHandlers | undefined;
    if (page === undefined) {
      ctx.set('X-Content-Type-Options', 'nosniff');
      return next();
    }
    ctx.state.operation = page.operation ?? 'page';
    ctx.state.route = patternOf(page.path);
    if (page.secret === true) ctx.state.loggedPath = `${ctx.path.slice(0, ctx.path.indexOf('/', 1) + 1)}…`;
    const cost = page.cost === undefined ? 'read' : page.cost(ctx);
    if (cost !== null) await gate.admitNetwork(ctx, cost);
    return setSecurityHeaders(ctx, () => gate.inPlace(ctx, cost, async () => page.handle(ctx)));
  });

/** Answers 405 or 404 to requests that no handler and no operation answers. */
const refuseUnmatched = middleware((ctx) => {
  const matched: readonly { readonly methods: readonly string[] }[] = ctx.matched ?? [];
  const allowed = [...new Set(matched.flatMap(({ methods }) => methods))];
  const { requestId } = ctx.state;
  if (allowed.length > 0) {
    ctx.set('Allow', allowed.join(', '));
    ctx.status = 405;
    ctx.body = errorBody(405, `the method ${ctx.method} is not allowed at this path`, requestId);
  } else if (!isApi(ctx.path) && prefersHtml(ctx)) {
    showError(ctx, 404);
  } else {
    ctx.status = 404;
    ctx.body = errorBody(404, 'no operation exists at this path', requestId);
  }
});

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
          'url.path': loggedPath,
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
  return middleware(async (ctx, next) => {
    const hostname = requestHost(ctx.req.headers, proxies);
    if (!(await hosted.isHosted(hostname))) return next();
    ctx.state.operation = 'site';
    ctx.state.route = '{hostname}/*';
    const cost = hosted.cost(ctx);
    await gate.admitNetwork(ctx, cost);
    return named(ctx, () =>
      setSecurityHeaders(ctx, () => gate.inPlace(ctx, cost, async () => hosted.handle(ctx, hostname))),
    );
  });
}

/**
 * Serves requests of the app to the API by session. Refuses pages of other origins, and writes that do not prove to
 * come from a page of the instance.
 */
function serveSessions(routes: readonly Route[], binding: Binding): Koa.Middleware {
  const dispatch = dispatchRoutes(routes, binding);
  const ownOrigin = new URL(binding.links.at('/')).origin;
  return middleware(async (ctx, next) => {
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
    await requireWellFormedPath(ctx, () => dispatch(ctx, async () => {}));
    if (ctx.status === 404 && ctx.body == null)
      ctx.body = errorBody(404, 'no operation exists at this path', ctx.state.requestId);
    ctx.set('Cache-Control', 'no-store');
  });
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
