import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type Koa from 'koa';
import type { ReadyPage } from '../../../application/sites/reader/site-response.ts';
import type { ReadingFigures } from '../../../application/insights.reading-figures.ts';
import type { PdfCache } from '../../../application/pdf/pdf-cache.ts';
import { SEARCH_SCOPES, type SearchPageQuery } from '../../../application/sites/reader/reader-search-pages.ts';
import type { SiteVisit, SiteVisits } from '../../../application/sites/reader/site-visits.ts';
import { fileVersion } from '../../../application/sites/reader/site-address.ts';
import { findHostnameProblem, RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import type { CostClass } from '../../../ports/kernel/request-limits.ts';
import type { StaticAsset } from '../../../ports/sites/site-renderer.ts';
import type { SiteLocator } from '../../../ports/sites/site-reads.ts';
import { IMAGE_WIDTHS } from '../../../ports/uploads.scaled-images.ts';
import type { BodyMemory } from '../kernel/body-memory.ts';
import { isUnchanged } from '../kernel/is-unchanged.ts';
import type { HostnameHandler, HttpHandlers } from '../kernel/server.ts';
import type { FileSender } from '../kernel/web/send-file.ts';
import { sendPdf } from '../pdf.handlers.ts';
import { readFeedback } from './site-feedback.ts';
import { recordVisit } from './site-figures.ts';
import { readCredentials, setVisitorCookies, redactLoggedPath, withoutToken } from './site-visitors.ts';

export interface SiteHandlersOptions {
  readonly sites: Pick<SiteVisits, 'read' | 'isHostname'>;
  readonly sender: FileSender;
  readonly figures: Pick<ReadingFigures, 'record'>;
  readonly pdfs: PdfCache;
  /** Memory for submitted forms. */
  readonly bodyMemory: BodyMemory;
}

const NOT_FOUND = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Not found</title></head>
<body><h1>Not found</h1><p>No site exists at this address.</p></body>
</html>
`;
const NOT_FOUND_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Caching of public pages: shared caches may serve them this long after they changed or were unpublished. */
const PUBLIC_CACHING = 'public, max-age=60';
/** Caching of private pages: revalidated each time; an unchanged page costs an empty response. */
const PRIVATE_CACHING = 'private, no-cache';
const PRIVATE_ASSET_CACHING = 'private, max-age=31536000, immutable';
/** Caching of files whose URL contains their hash. */
const IMMUTABLE_CACHING = 'public, max-age=31536000, s-maxage=60, immutable';
const CACHING = { everybody: PUBLIC_CACHING, anybody: PRIVATE_CACHING, one: 'private, no-store' } as const;

/** Searches have a separate rate limit; every other request for a site counts as a read. */
const SEARCH = new RegExp(`/(?:~|%7e)${RESERVED_SEGMENT.slice(1)}/search(?:\\.json)?$`, 'i');
const siteCost = ({ path, method }: Koa.Context): CostClass =>
  method === 'POST' ? 'write' : SEARCH.test(path) ? 'search' : PDF.test(path) ? 'heavy' : 'read';
const PDF = new RegExp(`/(?:~|%7e)${RESERVED_SEGMENT.slice(1)}/pdf/`, 'i');
/** Path to which the feedback forms of pages are sent. */
const FEEDBACK = new RegExp(`/(?:~|%7e)${RESERVED_SEGMENT.slice(1)}/feedback/`, 'i');

/** Serves published sites by basename, and by ID for reverse proxies that show them among their own pages. */
export const siteHandlers = (options: SiteHandlersOptions): readonly HttpHandlers[] => [
  { path: /^\/sites(?:\/|$)/, cost: siteCost, handle: (ctx) => answer(ctx, options, 2, (basename) => ({ basename })) },
  { path: /^\/proxied(?:\/|$)/, cost: siteCost, handle: (ctx) => answer(ctx, options, 2, (id) => ({ id })) },
];

/**
 * Serves published sites at their own hostnames. @param own the hostname of the instance itself, which cannot belong to
 * a site
 */
export const hostedSites = (options: SiteHandlersOptions, own: string): HostnameHandler => ({
  isHosted: async (hostname) =>
    hostname !== own && findHostnameProblem(hostname) === undefined && options.sites.isHostname(hostname),
  cost: siteCost,
  handle: (ctx, hostname) => answer(ctx, options, 0, () => ({ hostname })),
});

/**
 * Answers a request to a site. An unknown, unpublished or inaccessible site gives the same 404.
 * @param at index of the path segment that names the site; the following ones are within the site
 */
async function answer(
  ctx: Koa.Context,
  { sites, sender, figures, pdfs, bodyMemory }: SiteHandlersOptions,
  at: number,
  by: (name: string) => SiteLocator,
): Promise<void> {
  const isSubmission = ctx.method === 'POST' && FEEDBACK.test(ctx.path);
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD' && !isSubmission) {
    ctx.set('Allow', FEEDBACK.test(ctx.path) ? 'POST' : 'GET, HEAD');
    ctx.set('Cache-Control', 'no-store');
    ctx.status = 405;
    ctx.type = 'text/plain';
    ctx.body = `The method ${ctx.method} is not allowed at this path.\n`;
    return;
  }
  const [name, ...segments] = segmentsOf(ctx.path)?.slice(at) ?? [];
  const slash = segments.at(-1) === '';
  if (slash) segments.pop();
  redactLoggedPath(ctx);
  const feedback = isSubmission ? await readFeedback(ctx, bodyMemory) : undefined;
  const reading =
    name === undefined || (at > 0 && name === '')
      ? undefined
      : await sites.read({
          by: by(name),
          segments,
          slash,
          query: searchedFor(ctx),
          prefersMarkdown: prefersMarkdown(ctx),
          feedback,
          ...readCredentials(ctx),
        });
  if (reading === undefined) return answerNotFound(ctx);
  await send(ctx, reading, sender, pdfs);
  // Assets are the same for all readers, so their browsers may keep them.
  if (reading.audience === 'one')
    ctx.set(
      'Cache-Control',
      reading.answer.kind === 'asset' && !reading.answer.temporary ? PRIVATE_ASSET_CACHING : CACHING.one,
    );
  if (reading.audience !== 'everybody') ctx.set('X-Robots-Tag', 'noindex');
  if (reading.isSecretUrl) ctx.set('Referrer-Policy', 'no-referrer');
  setVisitorCookies(ctx, reading.cookie);
  recordVisit(ctx, reading, figures);
}

/** Responses differ by format and encoding; the server sets the other values. */
const PAGE_VARY = 'Origin, Accept-Encoding, Accept';
/** Tells whether a client asks for Markdown rather than HTML. */
const prefersMarkdown = (ctx: Koa.Context): boolean =>
  ctx.get('accept').includes('text/markdown') && ctx.accepts('text/html', 'text/markdown') === 'text/markdown';

/** Maximum length of a query (contract: searchSiteContent). */
const MAX_QUERY = 512;
/** Maximum number of a page of results. */
const MAX_RESULT_PAGE = 1_000;

/** Reads the query of the search from the URL; invalid parts are ignored. */
function searchedFor(ctx: Koa.Context): SearchPageQuery {
  const parameters = new URLSearchParams(ctx.querystring);
  const from = parameters.get('from') ?? undefined;
  const scope = SEARCH_SCOPES.find((one) => one === parameters.get('scope'));
  const page = Number(parameters.get('page') ?? 1);
  return {
    text: (parameters.get('q') ?? '').slice(0, MAX_QUERY).toWellFormed().replaceAll('\0', ' '),
    ...(from !== undefined && { from }),
    ...(scope !== undefined && { scope }),
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_RESULT_PAGE) : 1,
  };
}

async function send(
  ctx: Koa.Context,
  { answer, audience: isFor }: SiteVisit,
  sender: FileSender,
  pdfs: PdfCache,
): Promise<void> {
  const caching = CACHING[isFor];
  switch (answer.kind) {
    case 'page': {
      const { html, headers, etag, personal } = answer.page;
      ctx.set(headers);
      ctx.set('Vary', PAGE_VARY);
      ctx.set('Cache-Control', !answer.found ? 'no-store' : personal ? PRIVATE_CACHING : caching);
      ctx.status = answer.found ? 200 : 404;
      const encoding =
        html.length >= MIN_COMPRESSED_BYTES && ctx.method === 'GET'
          ? PAGE_ENCODINGS.find((one) => one === ctx.acceptsEncodings(...PAGE_ENCODINGS, 'identity'))
          : undefined;
      if (encoding !== undefined) ctx.set('Content-Encoding', encoding);
      ctx.body = encoding === undefined ? html : await compressPage(answer.page, encoding);
      ctx.set('Content-Type', headers['Content-Type'] ?? 'text/html; charset=utf-8');
      if (answer.found) conditional(ctx, etag);
      return;
    }
    case 'redirect':
      ctx.status = answer.temporary ? 307 : 308;
      ctx.set('Location', answer.external ? answer.to : insertQuery(answer.to, ctx.search));
      ctx.set('Cache-Control', caching);
      ctx.type = 'text/plain';
      ctx.body = 'The page is at another address.\n';
      return;
    case 'accepted':
      ctx.status = 303;
      ctx.set({ Location: answer.to, 'Cache-Control': 'no-store' });
      ctx.type = 'text/plain';
      ctx.body = 'Thank you.\n';
      return;
    case 'enter':
    case 'sign-in':
      ctx.status = 303;
      ctx.set('Location', answer.kind === 'enter' ? answer.to + withoutToken(ctx) : answer.to);
      ctx.type = 'text/plain';
      ctx.body = 'The page is at another address.\n';
      return;
    case 'file':
      if (await sender.send(ctx, { blob: answer.blob, name: answer.name, ...versionOf(ctx, answer.blob, isFor) }))
        return;
      return answerNotFound(ctx);
    case 'pdf':
      ctx.set('X-Robots-Tag', 'noindex');
      return sendPdf(ctx, answer.pdf, pdfs);
    case 'asset':
      return sendAsset(ctx, answer.asset, answer.temporary === true);
    case 'text':
      ctx.set('Cache-Control', answer.personal ? PRIVATE_CACHING : caching);
      ctx.set('Vary', PAGE_VARY);
      ctx.set(answer.headers ?? {});
      ctx.set('Content-Type', answer.type);
      ctx.body = answer.text;
      conditional(ctx, answer.etag);
      return;
    case 'stream':
      ctx.set('Cache-Control', answer.personal ? PRIVATE_CACHING : caching);
      ctx.set('Content-Type', answer.type);
      if (ctx.method === 'HEAD') ctx.status = 200;
      else ctx.body = Readable.from(answer.chunks());
  }
}

/** Sends a style sheet, script or font in the smallest encoding that the client accepts. */
async function sendAsset(ctx: Koa.Context, asset: StaticAsset, isTemporary: boolean): Promise<void> {
  ctx.set(asset.headers);
  // A site embedded by another host loads its styles from here.
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  if (isTemporary) ctx.set('Cache-Control', 'no-store');
  ctx.vary('Accept-Encoding');
  const accepted = ctx.acceptsEncodings(...asset.encodings, 'identity');
  const encoding = asset.encodings.find((one) => one === accepted);
  if (encoding !== undefined) ctx.set('Content-Encoding', encoding);
  ctx.body = await (encoding === undefined ? asset.content() : asset.encoded(encoding));
  ctx.set('Content-Type', asset.headers['Content-Type']!);
}

/**
 * Returns the caching and width that the URL of a file asks for. A URL with the file's hash always has the same content,
 * so that browsers keep it; shared caches do not, as the file may be unpublished.
 */
function versionOf(
  { querystring }: Koa.Context,
  blob: string,
  audience: SiteVisit['audience'],
): { readonly caching: string; readonly width?: number } {
  const query = new URLSearchParams(querystring);
  const isVersioned = query.get('v') === fileVersion(blob);
  const width = isVersioned ? IMAGE_WIDTHS.find((one) => String(one) === query.get('w')) : undefined;
  return {
    caching: isVersioned && audience === 'everybody' ? IMMUTABLE_CACHING : CACHING[audience],
    ...(width !== undefined && { width }),
  };
}

/** Inserts a query string into a URL, before its fragment. */
function insertQuery(to: string, search: string): string {
  const at = to.indexOf('#');
  return at < 0 ? to + search : to.slice(0, at) + search + to.slice(at);
}

const PAGE_ENCODINGS = ['br', 'gzip'] as const;
type PageEncoding = (typeof PAGE_ENCODINGS)[number];
const MIN_COMPRESSED_BYTES = 1_400;
/** Quality of Brotli for pages: the best one would take longer than rendering. */
const BROTLI_QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 5 };
const COMPRESSORS: Readonly<Record<PageEncoding, (html: string) => Promise<Buffer>>> = {
  br: (page) => promisify(brotliCompress)(page, { params: BROTLI_QUALITY }),
  gzip: promisify(gzip),
};

/** Compressed pages; compression is the greatest cost of a cached page, so it is done once per page. */
const compressedPages: Readonly<Record<PageEncoding, WeakMap<ReadyPage, Promise<Buffer>>>> = {
  br: new WeakMap(),
  gzip: new WeakMap(),
};

function compressPage(page: ReadyPage, encoding: PageEncoding): Promise<Buffer> {
  const known = compressedPages[encoding].get(page) ?? COMPRESSORS[encoding](page.html);
  compressedPages[encoding].set(page, known);
  return known;
}

function conditional(ctx: Koa.Context, etag: string): void {
  ctx.set('ETag', etag);
  if (!isUnchanged(ctx)) return;
  ctx.status = 304;
  ctx.remove('Content-Encoding');
}

/** Answers 404 with the same bytes and headers for every reason. */
function answerNotFound(ctx: Koa.Context): void {
  ctx.status = 404;
  ctx.set({ 'Content-Security-Policy': NOT_FOUND_POLICY, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
  ctx.type = 'text/html';
  ctx.body = NOT_FOUND;
}

/** Splits a path into decoded segments, the first empty; undefined for a path that no URL of a site has. */
function segmentsOf(path: string): string[] | undefined {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    const isOdd = segments.some(
      (segment, i) =>
        /[/\\\u0000-\u001f\u007f]/.test(segment) ||
        segment === '.' ||
        segment === '..' ||
        (segment === '' && i > 0 && i < segments.length - 1),
    );
    return isOdd ? undefined : segments;
  } catch {
    return undefined;
  }
}
