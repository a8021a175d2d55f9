import { createHash } from 'node:crypto';

/** Resources of other hosts that a page needs; each entry is an origin such as `https://player.vimeo.com`, or
 * `'self'`. */
export interface PageNeeds {
  /** Hosts whose pages are shown in frames. */
  readonly frames?: readonly string[];
  /** Servers that the page's script sends requests to; `'*'` allows every server over HTTPS and on loopback. */
  readonly connects?: readonly string[];
  readonly images?: readonly string[];
  readonly fonts?: readonly string[];
  readonly media?: readonly string[];
  /** Texts of inline scripts and styles, exactly as between the tags. */
  readonly inlineScripts?: readonly string[];
  readonly inlineStyles?: readonly string[];
  /** Style sheets besides the common one, by name. */
  readonly styleSheets?: readonly string[];
}

/** Joins needs of parts of a page. */
export function mergeNeeds(...all: readonly (PageNeeds | undefined)[]): PageNeeds {
  const merged: { -readonly [K in keyof PageNeeds]: string[] } = {};
  for (const needs of all)
    for (const [kind, values] of Object.entries(needs ?? {}) as [keyof PageNeeds, readonly string[]][])
      merged[kind] = [...new Set([...(merged[kind] ?? []), ...values])];
  return merged;
}

/** Origins that may stand in a policy; anything else is left out. */
const ORIGIN = /^'self'$|^(?:https?|wss?):\/\/(?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?$/i;
const originsOf = (origins: readonly string[] = []): string[] => origins.filter((origin) => ORIGIN.test(origin));
const ANY_SERVER = ['https:', 'http://localhost:*', 'http://127.0.0.1:*'];
const hashesOf = (texts: readonly string[] = []): string[] =>
  texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
const directive = (name: string, sources: readonly string[]): string =>
  `${name} ${sources.length === 0 ? "'none'" : sources.join(' ')}`;

/**
 * Returns the content security policy of a page. Scripts and styles come from the site itself or have a hash; other
 * hosts are limited to what the page declares, so that markup which passed the sanitizer stays inert.
 */
export const contentSecurityPolicy = (needs: PageNeeds = {}): string =>
  [
    "default-src 'none'",
    directive('script-src', ["'self'", ...hashesOf(needs.inlineScripts)]),
    directive('style-src', ["'self'", ...hashesOf(needs.inlineStyles)]),
    directive('img-src', ["'self'", 'https:', 'data:', ...originsOf(needs.images)]),
    directive('font-src', ["'self'", ...originsOf(needs.fonts)]),
    directive('connect-src', [
      "'self'",
      ...(needs.connects?.includes('*') ? ANY_SERVER : []),
      ...originsOf(needs.connects),
    ]),
    directive('media-src', ["'self'", ...originsOf(needs.media)]),
    directive('frame-src', originsOf(needs.frames)),
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

export interface PageHeadersOptions {
  /** Also addresses robots that do not parse HTML. */
  readonly noIndex: boolean;
  readonly needs?: PageNeeds;
}

/** Returns the headers of a page. */
export const pageHeaders = ({ noIndex, needs }: PageHeadersOptions): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentSecurityPolicy(needs),
  ...SECURITY_HEADERS,
  ...(noIndex && { 'X-Robots-Tag': 'noindex' }),
});
