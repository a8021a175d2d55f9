import { randomUUID } from 'node:crypto';
import type Koa from 'koa';
import { errorBody } from './errors.ts';

/** Answers 400 to a request target that is neither a path nor a URL, so that it has no path. */
export const requireReadableTarget: Koa.Middleware = (ctx, next) => {
  const { url = '' } = ctx.req;
  if (url.startsWith('/') || url === '*' || URL.canParse(url)) return next();
  ctx.set('Connection', 'close');
  ctx.status = 400;
  ctx.body = errorBody(400, 'the request target is neither a path nor a URL', randomUUID());
};

/** Answers 400 to a path with invalid percent-encoding. */
export const requireWellFormedPath: Koa.Middleware = (ctx, next) => {
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
