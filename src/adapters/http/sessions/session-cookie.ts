import type Koa from 'koa';
import { SESSION_PREFIX } from '../../../domain/sessions/api-token.ts';

/** The secret in a cookie: its name, and how it is kept from others. */
export interface SessionCookie {
  /** The secret of the session that the browser says it has. What is not one of a session is none: a token in a cookie opens nothing. */
  read(ctx: Koa.Context): string | undefined;
  /** Gives the browser a session, in place of the one it may have had. */
  write(ctx: Koa.Context, session: { readonly secret: string; readonly expiresAt: string }): void;
  clear(ctx: Koa.Context): void;
}

const SHAPE = new RegExp(`^${SESSION_PREFIX}[\\w-]{32}$`);

/** Under https nobody but this very host can set or see the cookie; `http` addresses are for trying things out. */
export function sessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  const name = cookieName(secure, 'quire-session');
  return {
    read(ctx) {
      const secret = cookieOf(ctx, name);
      return secret !== undefined && SHAPE.test(secret) ? secret : undefined;
    },
    write: (ctx, { secret, expiresAt }) =>
      setCookie(ctx, `${name}=${secret}; Expires=${new Date(expiresAt).toUTCString()}`, secure),
    clear: (ctx) => setCookie(ctx, `${name}=; Max-Age=0`, secure),
  };
}

/** `__Host-` is what browsers promise to keep from other hosts and from plain http. */
export const cookieName = (secure: boolean, name: string): string => (secure ? `__Host-${name}` : name);

/** Adds a cookie to the answer, for this host alone, out of the reach of scripts and of other sites' forms. */
export function setCookie(ctx: Koa.Context, pair: string, secure: boolean): void {
  ctx.append('Set-Cookie', `${pair}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`);
  ctx.set('Cache-Control', 'no-store');
}

/** The first cookie of that name. */
export function cookieOf(ctx: Koa.Context, name: string): string | undefined {
  for (const pair of ctx.get('cookie').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
