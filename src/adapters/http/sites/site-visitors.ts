import type Koa from 'koa';
import type { SiteVisit, SiteRequest } from '../../../application/sites/reader/site-visit.ts';
import { isObject } from '../../../domain/kernel/is-object.ts';
import { percentDecoded } from '../../../domain/kernel/percent-decoded.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import { cookieOf } from '../sessions/session-cookie.ts';

/** Query parameters for the visitor token and for unsigned claims: `?visitor.language=fr`. */
const TOKEN = 'jwt_token';
const CLAIM_PREFIX = 'visitor.';
/** Maximum number of claims in one URL. */
const MAX_CLAIMS = 100;

const TOKEN_COOKIE = 'quire-visitor';
const CLAIMS_COOKIE = 'quire-visitor-claims';
/** Maximum length of a cookie; browsers drop longer ones. */
const MAX_COOKIE = 3500;

/**
 * Reads a visitor's credentials from the URL and from cookies.
 * @param sentToken token that the request has elsewhere, which is then the only one
 */
export function readCredentials(
  ctx: Koa.Context,
  sentToken?: string,
): Pick<SiteRequest, 'credentials' | 'hasTokenInAddress'> {
  const parameters = new URLSearchParams(ctx.querystring);
  const inAddress = parameters.get(TOKEN) ?? undefined;
  const submittedClaims = [...parameters]
    .flatMap(([name, text]): [string, string][] =>
      name.startsWith(CLAIM_PREFIX) ? [[name.slice(CLAIM_PREFIX.length), text]] : [],
    )
    .slice(0, MAX_CLAIMS);
  return {
    credentials: {
      token: sentToken ?? inAddress ?? cookieOf(ctx, TOKEN_COOKIE),
      submittedClaims,
      storedClaims: parseClaims(cookieOf(ctx, CLAIMS_COOKIE)),
      address: ctx.state.address as string | undefined,
    },
    hasTokenInAddress: inAddress !== undefined,
  };
}

/** Decodes a JSON object from a cookie; undefined for anything else. */
function parseClaims(cookie: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (cookie === undefined || cookie.length > MAX_COOKIE) return undefined;
  try {
    const said: unknown = JSON.parse(decodeURIComponent(cookie));
    return isObject(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the query string without the token. */
export function withoutToken(ctx: Koa.Context): string {
  const rest = new URLSearchParams(ctx.querystring);
  rest.delete(TOKEN);
  const text = rest.toString();
  return text === '' ? '' : `?${text}`;
}

/** Sets the visitor's cookies, for this site only and hidden from scripts. */
export function setVisitorCookies(
  ctx: Koa.Context,
  { path, isSecure, tokenUntil, claims: visitorClaims }: SiteVisit['cookie'],
): void {
  const appendCookie = (pair: string): void =>
    ctx.append('Set-Cookie', `${pair}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`);
  const token = new URLSearchParams(ctx.querystring).get(TOKEN);
  if (tokenUntil !== undefined && token !== null)
    appendCookie(`${TOKEN_COOKIE}=${token}; Expires=${new Date(tokenUntil).toUTCString()}`);
  const claims = visitorClaims === undefined ? undefined : encodeURIComponent(JSON.stringify(visitorClaims));
  if (claims !== undefined && claims.length <= MAX_COOKIE) appendCookie(`${CLAIMS_COOKIE}=${claims}`);
}

/** Segments after the reserved one that are not share link keys: files, pages by ID, search, assets. */
const PUBLIC_PATH = /^(?:files|pages|variants|search|search\.json|assets|feedback|ask|pictures|embeds|pdf|mcp)(?:\/|$)/;

/** Redacts share link keys in the logged path, also if the rest of the path is unknown. */
export function redactLoggedPath(ctx: Koa.Context): void {
  const path = percentDecoded(ctx.path);
  const own = new RegExp(`${RESERVED_SEGMENT}/`, 'i').exec(path);
  if (own === null) return;
  const end = own.index + own[0].length;
  if (!PUBLIC_PATH.test(path.slice(end))) ctx.state.loggedPath = `${path.slice(0, end)}…`;
}
