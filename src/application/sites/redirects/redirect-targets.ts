/**
 * Tells whether a URL is below a site.
 * @param home URL of the site with a trailing slash
 */
export function isWithin(home: string, url: string): boolean {
  const { host, pathname } = new URL(url);
  const site = new URL(home);
  return host === site.host && `${pathname}/`.startsWith(site.pathname);
}

/**
 * Appends a path to a URL.
 * @param rest percent-encoded, without a leading slash
 */
export function appendPath(url: string, rest: string): string {
  if (rest === '') return url;
  const to = new URL(url);
  to.pathname = `${to.pathname.replace(/\/$/, '')}/${rest}`;
  return to.href;
}
