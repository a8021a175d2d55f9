import type Koa from 'koa';
import { errorBody } from '../errors.ts';

/** Answers with an error in the format of the API, which is not cached. */
export function refuse(ctx: Koa.Context, status: number, message: string): void {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.body = errorBody(status, message, ctx.state['requestId'] as string);
}

export const READING = ['GET', 'HEAD'] as const;

/** Tells whether the request has an allowed method; answers 405 if not. */
export function hasMethod(ctx: Koa.Context, allowed: readonly string[]): boolean {
  if (allowed.includes(ctx.method)) return true;
  ctx.set('Allow', allowed.join(', '));
  refuse(ctx, 405, `the method ${ctx.method} is not allowed at this path`);
  return false;
}
