const PAGES = /^\/(?:app|account|invitations|join)(?:\/|$)/;
const HOME = '/app';
const MAX_LENGTH = 2000;

/**
 * Returns the path to open after signing in: the requested one, or home. Accepts only the instance's own pages, and no
 * text that a browser could resolve to another host.
 */
export function ownPath(target: string): string {
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(target) || target.includes('\\') || target.length > MAX_LENGTH) return HOME;
  const base = 'http://own.invalid';
  if (!URL.canParse(target, base)) return HOME;
  const { origin, pathname, search } = new URL(target, base);
  return origin === base && PAGES.test(pathname) ? pathname + search : HOME;
}
