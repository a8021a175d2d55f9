import type Koa from 'koa';
import { errorBody } from '../errors.ts';

/** Answers with an error as the API says it; nobody keeps it. */
export function refuse(ctx: Koa.Context, status: number, message: string): void {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.body = errorBody(status, message, ctx.state['requestId'] as string);
}

export const READING = ['GET', 'HEAD'] as const;

/** Whether the request has one of these methods; where not, it is answered. */
export function hasMethod(ctx: Koa.Context, allowed: readonly string[]): boolean {
  if (allowed.includes(ctx.method)) return true;
  ctx.set('Allow', allowed.join(', '));
  refuse(ctx, 405, `the method ${ctx.method} is not allowed at this path`);
  return false;
}
