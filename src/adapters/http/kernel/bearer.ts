import type Koa from 'koa';
import { SESSION_PREFIX } from '../../../domain/sessions/api-token.ts';

/**
 * Returns the secret of `Authorization: Bearer …`. Tokens are accepted nowhere else, and secrets of sessions are
 * refused.
 */
export function bearer(ctx: Koa.Context): string | undefined {
  const secret = /^Bearer +([\w.~+/=-]{1,12000}) *$/i.exec(ctx.get('authorization'))?.[1];
  return secret?.startsWith(SESSION_PREFIX) ? undefined : secret;
}
