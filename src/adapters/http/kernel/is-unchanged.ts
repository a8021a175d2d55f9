import type Koa from 'koa';

/**
 * Whether the one who asks has this answer already: its `ETag` is among those of `If-None-Match`, or any is good enough.
 * `Cache-Control: no-cache` does not matter: it is for caches on the way, and `fetch` sends it with every condition.
 * RFC 9110, section 13.1.2.
 */
export function isUnchanged(ctx: Koa.Context): boolean {
  const known = ctx.get('if-none-match').trim();
  const etag = ctx.response.get('etag');
  if (known === '' || etag === '' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return false;
  return known === '*' || matchesEtag(etag, known);
}

/** Whether an `ETag` is in a list of them. */
export const matchesEtag = (etag: string, list: string): boolean =>
  list.split(',').some((tag) => opaque(tag.trim()) === opaque(etag));

const opaque = (etag: string): string => (etag.startsWith('W/') ? etag.slice(2) : etag);
