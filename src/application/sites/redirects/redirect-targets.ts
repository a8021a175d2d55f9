/** Whether an address lies within a site. @param home of the site, with a slash at the end */
export function isWithin(home: string, url: string): boolean {
  const { host, pathname } = new URL(url);
  const site = new URL(home);
  return host === site.host && `${pathname}/`.startsWith(site.pathname);
}

/** An address with a path behind its own. @param rest percent-encoded, without a slash at the beginning */
export function appendPath(url: string, rest: string): string {
  if (rest === '') return url;
  const to = new URL(url);
  to.pathname = `${to.pathname.replace(/\/$/, '')}/${rest}`;
  return to.href;
}
