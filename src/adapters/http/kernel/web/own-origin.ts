import type Koa from 'koa';

/** Header that scripts of the app send; scripts of other origins cannot, because no preflight allows it. */
export const APP_HEADER = 'Quire-App';

/** Tells whether a browser sent a request from a page of another origin. */
export function isForeign(ctx: Koa.Context, ownOrigin: string): boolean {
  const site = ctx.get('sec-fetch-site');
  const origin = ctx.get('origin');
  return (
    (site !== '' && site !== 'same-origin') ||
    (origin !== '' && origin !== ownOrigin && origin !== `${ctx.protocol}://${ctx.get('host')}`)
  );
}

/**
 * Tells whether a script of the instance's own pages sent a write: the request names its origin, as browsers do with
 * every write, and has the header of the app.
 */
export const isOwnWrite = (ctx: Koa.Context, ownOrigin: string): boolean =>
  ctx.get('origin') !== '' && ctx.get(APP_HEADER) !== '' && !isForeign(ctx, ownOrigin);
