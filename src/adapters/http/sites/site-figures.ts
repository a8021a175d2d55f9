import type Koa from 'koa';
import type { ReadingFigures } from '../../../application/insights.reading-figures.ts';
import type { SiteVisit } from '../../../application/sites/reader/site-visit.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';

/** First tag of an `Accept-Language` header. */
const LANGUAGE = /^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8}){0,2}(?=$|[,;\s])/;
/** Part of a path that grants access. */
const SECRET = new RegExp(`/(?:~|%7e)${RESERVED_SEGMENT.slice(1)}/(?:s|preview)/[^/]*/`, 'i');
const MAX_REFERRER = 2_048;

/**
 * Records what a request did for the insights of a site. Ignores HEAD requests, pages that a browser fetches in
 * advance, and readers who ask not to be counted. A page that was not found counts if a page of the site links to it.
 */
export function recordVisit(ctx: Koa.Context, { answer }: SiteVisit, figures: Pick<ReadingFigures, 'record'>): void {
  if (!('event' in answer) || answer.event === undefined || ctx.method === 'HEAD') return;
  if (ctx.get('sec-gpc') === '1' || ctx.get('dnt') === '1') return;
  if (/prefetch|prerender/.test(ctx.get('sec-purpose')) || ctx.get('purpose') === 'prefetch') return;
  const referrer = readReferrer(ctx, [ctx.get('host'), new URL(answer.event.location.url).host]);
  if (answer.event.type === 'page_not_found' && referrer?.isOwn !== true) return;
  const facts = {
    address: ctx.state.address as string | undefined,
    userAgent: ctx.get('user-agent'),
    language: LANGUAGE.exec(ctx.get('accept-language'))?.[0] ?? null,
    referrer: referrer?.url ?? null,
  };
  figures.record(answer.event, facts);
  if (answer.kind === 'accepted' && answer.commentEvent !== undefined) figures.record(answer.commentEvent, facts);
}

/**
 * Reads the referring page without the keys of share links; undefined without one.
 * @param hosts those of the site: behind a proxy, readers use another one than the proxy
 */
function readReferrer(
  ctx: Koa.Context,
  hosts: readonly string[],
): { readonly url: string; readonly isOwn: boolean } | undefined {
  const written = ctx.get('referer');
  if (written === '' || written.length > MAX_REFERRER || !URL.canParse(written)) return undefined;
  const { protocol, host, origin, pathname } = new URL(written);
  if (!/^https?:$/.test(protocol)) return undefined;
  return { url: origin + pathname.replace(SECRET, '/'), isOwn: hosts.includes(host) };
}
