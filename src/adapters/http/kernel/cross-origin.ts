import cors from '@koa/cors';
import type Koa from 'koa';

/** Methods that change nothing. */
export const READS: readonly string[] = ['GET', 'HEAD'];

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
const EXPOSED_LIST = EXPOSED.join(',');
const preflight = cors({
  origin: '*',
  credentials: false,
  maxAge: 600,
  exposeHeaders: EXPOSED,
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
}) as unknown as Koa.Middleware;

/** Allows scripts of every origin to call the API, which accepts bearer tokens and no cookies. */
export const allowAllOrigins: Koa.Middleware = (ctx, next) => {
  if (ctx.method === 'OPTIONS') return preflight(ctx, next);
  const { res } = ctx;
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Access-Control-Expose-Headers', EXPOSED_LIST);
  return next();
};

/** Takes back what `allowAllOrigins` allowed, except for scripts of listed origins. */
export function allowOnly(names: ReadonlySet<string>, ctx: Koa.Context): void {
  const origin = ctx.get('origin');
  if (names.has(origin)) ctx.set('Access-Control-Allow-Origin', origin);
  else ctx.remove('Access-Control-Allow-Origin');
}

/**
 * Allows scripts of listed origins to read pages and files, without cookies. Others must not read from an instance
 * behind a firewall through the browser of a user who can reach it.
 */
export function allowListedOrigins(names: ReadonlySet<string>): Koa.Middleware {
  const origin = (ctx: Koa.Context): string => (names.has(ctx.get('origin')) ? ctx.get('origin') : '');
  const open = cors({
    origin: origin as never,
    credentials: false,
    maxAge: 600,
    exposeHeaders: EXPOSED,
    allowMethods: [...READS],
  });
  return names.size === 0 ? (_ctx, next) => next() : (open as unknown as Koa.Middleware);
}
