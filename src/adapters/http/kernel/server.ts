import Koa from 'koa';
import helmet from 'koa-helmet';
import type { Logger } from 'pino';
import type { CostClass } from '../../../ports/kernel/request-limits.ts';
import type { Tracer } from '../../../ports/kernel/tracer.ts';
import { answerRequests, type AnswerOptions } from './answer-requests.ts';
import type { Binding } from './bind.ts';
import { compressResponse } from './compress-response.ts';
import { allowAllOrigins, allowListedOrigins } from './cross-origin.ts';
import { dispatchRoutes, isApi } from './dispatch-routes.ts';
import { errorBody } from './errors.ts';
import { middleware } from './middleware.ts';
import type { RequestGate } from './request-gate.ts';
import { requestHost } from './request-host.ts';
import { patternOf } from './request-labels.ts';
import { requireReadableTarget, requireWellFormedPath } from './request-target.ts';
import { serveSessions } from './serve-sessions.ts';
import { traceRequests } from './trace-requests.ts';
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
  const allowListed = allowListedOrigins(origins);
  app.use((ctx, next) => {
    ctx.res.setHeader('Vary', 'Origin, Accept-Encoding');
    return next();
  });
  app.use(compressResponse);
  app.use(serveHostnames(hosted, forwardedHost ? proxies : 0, options.gate, allowListed));
  app.use((ctx, next) => {
    ctx.state.page = handlerAt(handlers, ctx.path);
    return isApi(ctx.path) || ctx.state.page?.isOpen === true ? allowAllOrigins(ctx, next) : allowListed(ctx, next);
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

/** Serves requests to the pages and files that a handler answers. */
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

/**
 * Serves requests to the hostnames of sites, with nothing else of the instance.
 * @param proxies number of trusted proxies that set `X-Forwarded-Host`
 */
function serveHostnames(
  hosted: HostnameHandler,
  proxies: number,
  gate: RequestGate,
  allowListed: Koa.Middleware,
): Koa.Middleware {
  return middleware(async (ctx, next) => {
    const hostname = requestHost(ctx.req.headers, proxies);
    if (!(await hosted.isHosted(hostname))) return next();
    ctx.state.operation = 'site';
    ctx.state.route = '{hostname}/*';
    const cost = hosted.cost(ctx);
    await gate.admitNetwork(ctx, cost);
    return allowListed(ctx, () =>
      setSecurityHeaders(ctx, () => gate.inPlace(ctx, cost, async () => hosted.handle(ctx, hostname))),
    );
  });
}

/** Sets security headers for browsers; a page may replace them. */
const setSecurityHeaders = helmet({
  contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  strictTransportSecurity: false,
}) as unknown as Koa.Middleware;
