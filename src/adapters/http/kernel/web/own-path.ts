const PAGES = /^\/(?:app|account|invitations|join)(?:\/|$)/;
const HOME = '/app';
const MAX_LENGTH = 2000;

/**
 * Where a person goes after signing in: the page of ours that they wanted, else home. Nothing that a browser could take
 * for another host, or for anything but a path, is followed.
 */
export function ownPath(wanted: string): string {
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(wanted) || wanted.includes('\\') || wanted.length > MAX_LENGTH) return HOME;
  const base = 'http://own.invalid';
  if (!URL.canParse(wanted, base)) return HOME;
  const { origin, pathname, search } = new URL(wanted, base);
  return origin === base && PAGES.test(pathname) ? pathname + search : HOME;
}
