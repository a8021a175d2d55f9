import type Koa from 'koa';

/** Creates a middleware whose context has the library's full type, which the library gives to no middleware itself. */
export const middleware =
  (handle: (ctx: Koa.Context, next: Koa.Next) => unknown): Koa.Middleware =>
  (ctx, next) =>
    handle(ctx as unknown as Koa.Context, next);
