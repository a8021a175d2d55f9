/**
 * Security headers of every published page. Scripts and frames are forbidden, forms and styles are restricted to the
 * same server, so that markup which passed the sanitizer stays inert.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    "font-src 'self'",
    "script-src 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Headers of a page; `noIndex` also addresses robots that do not parse HTML. */
export const pageHeaders = (noIndex: boolean): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  ...SECURITY_HEADERS,
  ...(noIndex ? { 'X-Robots-Tag': 'noindex' } : {}),
});
