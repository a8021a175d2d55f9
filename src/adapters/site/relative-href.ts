/** Path of this host whose segments browsers read as they are written. */
const PATH = /^\/(?!\/)[^\\\s]*$/;
/** Reference that browsers read neither as a scheme, nor as a query or fragment of the page, nor as an absolute path. */
const RELATIVE_PATH = /^[^/?#:]+(?:[/?#]|$)/;

/**
 * Returns a function that shortens addresses on the page at a path, such as `/guides/install`: `/guides/update` becomes
 * `update`. Addresses of other hosts, and those that a relative one would not shorten, remain.
 */
export function relativeTo(page: string): (href: string) => string {
  const folders = page.split('/').slice(0, -1);
  return (href) => {
    if (!PATH.test(href)) return href;
    const segments = href.split('/');
    const last = Math.min(folders.length, segments.length - 1);
    let common = 0;
    while (common < last && folders[common] === segments[common]) common++;
    const up = '../'.repeat(folders.length - common);
    const below = segments.slice(common).join('/');
    const short = up + (RELATIVE_PATH.test(below) || (up !== '' && below === '') ? below : `./${below}`);
    return short.length < href.length ? short : href;
  };
}
