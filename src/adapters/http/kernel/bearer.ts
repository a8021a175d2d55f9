import { hash } from 'node:crypto';
import type Koa from 'koa';
import { SESSION_PREFIX } from '../../../domain/sessions/api-token.ts';
import { networkKey } from './body.ts';

/**
 * Returns the secret of `Authorization: Bearer …`. Tokens are accepted nowhere else, and secrets of sessions are
 * refused.
 */
export function bearer(ctx: Koa.Context): string | undefined {
  const secret = /^Bearer +([\w.~+/=-]{1,12000}) *$/i.exec(ctx.get('authorization'))?.[1];
  return secret?.startsWith(SESSION_PREFIX) ? undefined : secret;
}

/** Returns the key of the caller whose share of the body memory a request takes. */
export const callerKey = (ctx: Koa.Context, secret: string | undefined): string =>
  secret === undefined ? networkKey(ctx) : `token ${hash('sha256', secret)}`;
