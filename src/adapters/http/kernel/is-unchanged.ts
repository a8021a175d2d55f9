import type Koa from 'koa';

/**
 * Tells whether the client has this response already: `If-None-Match` contains its `ETag` or `*`.
 *
 * Ignores `Cache-Control: no-cache`, which is for caches on the way; `fetch` sends it with every condition. RFC 9110,
 * section 13.1.2.
 */
export function isUnchanged(ctx: Koa.Context): boolean {
  const known = ctx.get('if-none-match').trim();
  const etag = ctx.response.get('etag');
  if (known === '' || etag === '' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return false;
  return known === '*' || matchesEtag(etag, known);
}

/** Tells whether a list of `ETag`s contains one. */
export const matchesEtag = (etag: string, list: string): boolean =>
  list.split(',').some((tag) => opaque(tag.trim()) === opaque(etag));

const opaque = (etag: string): string => (etag.startsWith('W/') ? etag.slice(2) : etag);
