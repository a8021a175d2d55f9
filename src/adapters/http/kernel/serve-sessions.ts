import type Koa from 'koa';
import type { Binding } from './bind.ts';
import { READS } from './cross-origin.ts';
import { API, BY_SESSION, dispatchRoutes } from './dispatch-routes.ts';
import { errorBody } from './errors.ts';
import { middleware } from './middleware.ts';
import { requireWellFormedPath } from './request-target.ts';
import type { Route } from './route.ts';
import { isForeign, isOwnWrite } from './web/own-origin.ts';

/**
 * Serves requests of the app to the API by session. Refuses pages of other origins, and writes that do not prove to
 * come from a page of the instance.
 */
export function serveSessions(routes: readonly Route[], binding: Binding): Koa.Middleware {
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
