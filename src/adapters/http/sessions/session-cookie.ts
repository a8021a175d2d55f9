import type Koa from 'koa';
import { isId, type UserId } from '../../../domain/kernel/id.ts';
import { SESSION_PREFIX } from '../../../domain/sessions/api-token.ts';

/** Session cookie: reads and writes the secret of a session. */
export interface SessionCookie {
  /**
   * Reads the secret of the browser's session; undefined for other values, so that an API token in a cookie has no
   * effect.
   */
  read(ctx: Koa.Context): string | undefined;
  /** Sets the session cookie, replacing an earlier one. */
  write(ctx: Koa.Context, session: { readonly secret: string; readonly expiresAt: string }): void;
  clear(ctx: Koa.Context): void;
  /**
   * Clears the session cookie because the user has signed out, which the next page of the browser can tell.
   * @param userId the user; undefined if the session was over before
   */
  signOut(ctx: Koa.Context, userId: UserId | undefined): void;
  /** Returns who has just signed out, once for each sign-out; undefined if nobody has. */
  readSignOut(ctx: Koa.Context): { readonly userId: string | undefined } | undefined;
}

/** Time after a sign-out in which the browser asks for the next page, in seconds. */
const SIGNED_OUT_SECONDS = 300;

/** Value of the cookie after the sign-out of a user who is not known. */
const UNKNOWN_USER = '1';

const SHAPE = new RegExp(`^${SESSION_PREFIX}[\\w-]{32}$`);

/** Creates the session cookie. With https, only this host can set or read the cookie; `http` is for trials. */
export function sessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  const name = cookieName(secure, 'quire-session');
  const signedOut = cookieName(secure, 'quire-signed-out');
  const clear = (ctx: Koa.Context): void => setCookie(ctx, `${name}=; Max-Age=0`, secure);
  return {
    read(ctx) {
      const secret = cookieOf(ctx, name);
      return secret !== undefined && SHAPE.test(secret) ? secret : undefined;
    },
    write: (ctx, { secret, expiresAt }) =>
      setCookie(ctx, `${name}=${secret}; Expires=${new Date(expiresAt).toUTCString()}`, secure),
    clear,
    signOut(ctx, userId = UNKNOWN_USER) {
      clear(ctx);
      setCookie(ctx, `${signedOut}=${userId}; Max-Age=${SIGNED_OUT_SECONDS}`, secure);
    },
    readSignOut(ctx) {
      const userId = cookieOf(ctx, signedOut);
      if (userId === undefined) return undefined;
      setCookie(ctx, `${signedOut}=; Max-Age=0`, secure);
      return { userId: isId(userId) ? userId : undefined };
    },
  };
}

/** Adds the prefix `__Host-`, which browsers restrict to this host and https. */
export const cookieName = (secure: boolean, name: string): string => (secure ? `__Host-${name}` : name);

/** Sets a cookie for this host only, hidden from scripts and not sent with forms of other sites. */
export function setCookie(ctx: Koa.Context, pair: string, secure: boolean): void {
  ctx.append('Set-Cookie', `${pair}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`);
  ctx.set('Cache-Control', 'no-store');
}

/** Returns the first cookie of a name. */
export function cookieOf(ctx: Koa.Context, name: string): string | undefined {
  for (const pair of ctx.get('cookie').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
