import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type Koa from 'koa';
import type { Logger } from 'pino';
import type { ReadingFigures } from '../../../application/insights.reading-figures.ts';
import type { PdfCache } from '../../../application/pdf/pdf-cache.ts';
import type { SearchPageQuery } from '../../../application/sites/reader/reader-search-pages.ts';
import type { SiteVisit } from '../../../application/sites/reader/site-visit.ts';
import type { SiteVisits } from '../../../application/sites/reader/site-visits.ts';
import { fileVersion } from '../../../application/sites/reader/site-address.ts';
import { findHostnameProblem, RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import type { CostClass } from '../../../ports/kernel/request-limits.ts';
import type { EmbedPictures } from '../../../ports/sites/embed-pictures.ts';
import type { PreviewPictures } from '../../../ports/sites/preview-pictures.ts';
import type { PageHtml, StaticAsset } from '../../../ports/sites/site-renderer.ts';
import type { SiteLocator } from '../../../ports/sites/site-reads.ts';
import { IMAGE_WIDTHS } from '../../../ports/uploads.scaled-images.ts';
import { bearer } from '../kernel/bearer.ts';
import type { BodyMemory } from '../kernel/body-memory.ts';
import { isUnchanged } from '../kernel/is-unchanged.ts';
import { EventStream, sendEvents } from '../kernel/live-body.ts';
import type { RequestGate } from '../kernel/request-gate.ts';
import type { HostnameHandler, HttpHandlers } from '../kernel/server.ts';
import { showError } from '../kernel/web/error-page.ts';
import type { FileSender } from '../kernel/web/send-file.ts';
import { sendPdf } from '../pdf.handlers.ts';
import { readFeedback } from './site-feedback.ts';
import { isQuestionPath, readQuestion } from './site-questions.ts';
import { readScope } from './site-search-scope.ts';
import { recordVisit } from './site-figures.ts';
import { answerAgent, askForToken, asksForEventStream, isFromAgent, isMcpPath, setAgentHeaders } from './site-mcp.ts';
import { decodedPath, readCredentials, setVisitorCookies, redactLoggedPath, withoutToken } from './site-visitors.ts';

export interface SiteHandlersOptions {
  readonly sites: Pick<SiteVisits, 'read' | 'isHostname'>;
  readonly sender: FileSender;
  readonly figures: Pick<ReadingFigures, 'record'>;
  readonly pdfs: PdfCache;
  readonly pictures: PreviewPictures;
  readonly embedPictures: EmbedPictures;
  /** Memory for submitted forms and for messages of agents. */
  readonly bodyMemory: BodyMemory;
  readonly gate: RequestGate;
  /** Version of this program, which MCP servers state. */
  readonly version: string;
  readonly log: Logger;
}

/** Caching of public pages: shared caches may serve them this long after they changed or were unpublished. */
const PUBLIC_CACHING = 'public, max-age=60';
/** Caching of private pages: revalidated each time; an unchanged page costs an empty response. */
const PRIVATE_CACHING = 'private, no-cache';
const PRIVATE_ASSET_CACHING = 'private, max-age=31536000, immutable';
/** Caching of files whose URL contains their hash. */
const IMMUTABLE_CACHING = 'public, max-age=31536000, s-maxage=60, immutable';
const CACHING = { public: PUBLIC_CACHING, anybody: PRIVATE_CACHING, one: 'private, no-store' } as const;

/** Searches have a separate rate limit; every other request for a site counts as a read. */
const SEARCH = new RegExp(`/${RESERVED_SEGMENT}/search(?:\\.json)?$`, 'i');
const siteCost = (ctx: Koa.Context): CostClass => {
  const { path, method } = ctx;
  // Calls of tools count in addition.
  if (isFromAgent(ctx)) return 'read';
  if (method === 'POST') return isQuestionPath(path) ? 'heavy' : 'write';
  const decoded = decodedPath(path);
  return SEARCH.test(decoded) ? 'search' : PDF.test(decoded) ? 'heavy' : 'read';
};
const PDF = new RegExp(`/${RESERVED_SEGMENT}/pdf/`, 'i');
/** Path to which the feedback forms of pages are sent. */
const FEEDBACK = new RegExp(`/(?:~|%7e)${RESERVED_SEGMENT.slice(1)}/feedback/`, 'i');

/** Serves published sites by basename, and by ID for reverse proxies that show them among their own pages. */
export const siteHandlers = (options: SiteHandlersOptions): readonly HttpHandlers[] => [
  {
    path: /^\/sites(?:\/|$)/,
    operation: 'site',
    cost: siteCost,
    handle: (ctx) => answer(ctx, options, 2, (basename) => ({ basename })),
  },
  {
    path: /^\/proxied(?:\/|$)/,
    operation: 'site',
    cost: siteCost,
    handle: (ctx) => answer(ctx, options, 2, (id) => ({ id })),
  },
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
 * Answers a request to a site. An unknown, unpublished or inaccessible site gives the same 404, byte for byte.
 * @param at index of the path segment that names the site; the following ones are within the site
 */
async function answer(
  ctx: Koa.Context,
  options: SiteHandlersOptions,
  at: number,
  by: (name: string) => SiteLocator,
): Promise<void> {
  const { sites, figures, bodyMemory } = options;
  const isSubmission = ctx.method === 'POST' && FEEDBACK.test(ctx.path);
  const isAgent = isFromAgent(ctx);
  const isQuestion = ctx.method === 'POST' && isQuestionPath(ctx.path);
  const isReading = (ctx.method === 'GET' || ctx.method === 'HEAD') && !asksForEventStream(ctx);
  if (!isReading && !isSubmission && !isQuestion && !isAgent) {
    const takesPosts = FEEDBACK.test(ctx.path) || isQuestionPath(ctx.path) || isMcpPath(ctx.path);
    ctx.set('Allow', takesPosts ? 'POST' : 'GET, HEAD');
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
  const question = isQuestion ? await readQuestion(ctx, bodyMemory) : undefined;
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
          question,
          isFromAgent: isAgent,
          ...readCredentials(ctx, isAgent ? bearer(ctx) : undefined),
          // Agents have no cookies to which a token in the URL could move.
          ...(isAgent && { hasTokenInAddress: false }),
        });
  if (reading === undefined) return showError(ctx, 404);
  if (isAgent) return answerVisitorsAgent(ctx, reading, options);
  await send(ctx, reading, options);
  // Assets are the same for all readers, so their browsers may keep them.
  if (reading.audience === 'one')
    ctx.set(
      'Cache-Control',
      reading.answer.kind === 'asset' && !reading.answer.temporary ? PRIVATE_ASSET_CACHING : CACHING.one,
    );
  if (reading.audience !== 'public') ctx.set('X-Robots-Tag', 'noindex');
  if (reading.isSecretUrl) ctx.set('Referrer-Policy', 'no-referrer');
  if (reading.isPreview) allowOwnFrames(ctx);
  setVisitorCookies(ctx, reading.cookie);
  recordVisit(ctx, reading, figures);
}

/** Lets pages of the same origin, which is that of the app, show a preview in a frame. */
function allowOwnFrames(ctx: Koa.Context): void {
  const policy = ctx.response.get('Content-Security-Policy');
  ctx.set('Content-Security-Policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  ctx.set('X-Frame-Options', 'SAMEORIGIN');
}

/** Answers the agent of a visitor. */
async function answerVisitorsAgent(ctx: Koa.Context, visit: SiteVisit, options: SiteHandlersOptions): Promise<void> {
  setAgentHeaders(ctx, visit);
  const { answer: found } = visit;
  if (found.kind !== 'agent') return found.kind === 'sign-in' ? askForToken(ctx) : showError(ctx, 404);
  if (await answerAgent(ctx, found.tools, options)) recordVisit(ctx, visit, options.figures);
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
  const page = Number(parameters.get('page') ?? 1);
  return {
    text: (parameters.get('q') ?? '').slice(0, MAX_QUERY).toWellFormed().replaceAll('\0', ' '),
    ...readScope(parameters),
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_RESULT_PAGE) : 1,
  };
}

async function send(
  ctx: Koa.Context,
  { answer, audience: isFor }: SiteVisit,
  { sender, pdfs, pictures, embedPictures, log }: SiteHandlersOptions,
): Promise<void> {
  const caching = CACHING[isFor];
  switch (answer.kind) {
    case 'agent':
      throw new Error('messages of agents are answered elsewhere');
    case 'page': {
      const { html, headers, etag, personal } = answer.page;
      ctx.set(headers);
      ctx.set('Vary', PAGE_VARY);
      ctx.set('Cache-Control', !answer.found ? 'no-store' : personal ? PRIVATE_CACHING : caching);
      ctx.status = answer.found ? 200 : 404;
      if (answer.found) {
        conditional(ctx, etag);
        if (ctx.status === 304) return;
      }
      const encoding =
        html.length >= MIN_COMPRESSED_BYTES && ctx.method === 'GET' ? smallestEncoding(ctx, PAGE_ENCODINGS) : undefined;
      if (encoding !== undefined) ctx.set('Content-Encoding', encoding);
      ctx.body = await encodePage(answer, encoding ?? 'identity');
      ctx.set('Content-Type', headers['Content-Type'] ?? 'text/html; charset=utf-8');
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
      return showError(ctx, 404);
    case 'picture':
      if (await sendPicture(ctx, answer, isFor, pictures)) return;
      return showError(ctx, 404);
    case 'embed-picture':
      if (await sendEmbedPicture(ctx, answer, isFor, embedPictures)) return;
      return showError(ctx, 404);
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
    case 'answer':
      return sendEvents(ctx, new EventStream(answer.answer.open), log);
    case 'stream':
      ctx.set('Cache-Control', answer.personal ? PRIVATE_CACHING : caching);
      ctx.set('Content-Type', answer.type);
      if (ctx.method === 'HEAD') ctx.status = 200;
      else ctx.body = Readable.from(answer.chunks());
  }
}

/**
 * Sends the picture of a page. A URL with the version of the picture always has the same content.
 * @returns false, with the response untouched, if there is no picture
 */
async function sendPicture(
  ctx: Koa.Context,
  { picture, organizationId, version }: Extract<SiteVisit['answer'], { kind: 'picture' }>,
  audience: SiteVisit['audience'],
  pictures: PreviewPictures,
): Promise<boolean> {
  const content = await pictures.get(picture, organizationId);
  if (content === undefined) return false;
  const isVersioned = new URLSearchParams(ctx.querystring).get('v') === version;
  ctx.compress = false;
  ctx.status = 200;
  ctx.set({
    'Cache-Control': isVersioned && audience === 'public' ? IMMUTABLE_CACHING : CACHING[audience],
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    // Other hosts show the picture where a link to the page is shared.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: `"${version}"`,
  });
  if (isUnchanged(ctx) || ctx.method === 'HEAD') {
    content.stream.destroy();
    if (isUnchanged(ctx)) ctx.status = 304;
  } else ctx.body = content.stream;
  ctx.type = pictures.contentType;
  if (ctx.status === 200) ctx.length = content.size;
  return true;
}

/**
 * Sends the picture of an embedded page. Its URL stands for that of the picture, which may change, so that it is kept for
 * a day.
 * @returns false, with the response untouched, if there is no picture
 */
async function sendEmbedPicture(
  ctx: Koa.Context,
  { url, organizationId }: Extract<SiteVisit['answer'], { kind: 'embed-picture' }>,
  audience: SiteVisit['audience'],
  pictures: EmbedPictures,
): Promise<boolean> {
  const content = await pictures.get(url, organizationId);
  if (content === undefined) return false;
  ctx.compress = false;
  ctx.status = 200;
  ctx.set({
    'Cache-Control': audience === 'public' ? 'public, max-age=86400' : 'private, max-age=86400',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  });
  if (ctx.method === 'HEAD') content.stream.destroy();
  else ctx.body = content.stream;
  ctx.type = pictures.contentType;
  ctx.length = content.size;
  return true;
}

/** Sends a style sheet, script or font in the smallest encoding that the client accepts. */
async function sendAsset(ctx: Koa.Context, asset: StaticAsset, isTemporary: boolean): Promise<void> {
  ctx.set(asset.headers);
  // A site embedded by another host loads its styles from here.
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  if (isTemporary) ctx.set('Cache-Control', 'no-store');
  ctx.vary('Accept-Encoding');
  const encoding = smallestEncoding(ctx, asset.encodings);
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
    caching: isVersioned && audience === 'public' ? IMMUTABLE_CACHING : CACHING[audience],
    ...(width !== undefined && { width }),
  };
}

/** Inserts a query string into a URL, before its fragment. */
function insertQuery(to: string, search: string): string {
  const at = to.indexOf('#');
  return at < 0 ? to + search : to.slice(0, at) + search + to.slice(at);
}

/**
 * Returns the first of the encodings, the smallest first, that the client accepts. The order in which clients name them
 * means nothing: browsers name gzip before Brotli.
 */
const smallestEncoding = <E extends string>(ctx: Koa.Context, encodings: readonly E[]): E | undefined =>
  encodings.find((one) => ctx.acceptsEncodings(one) === one);

const PAGE_ENCODINGS = ['br', 'gzip'] as const;
type PageEncoding = (typeof PAGE_ENCODINGS)[number] | 'identity';
const MIN_COMPRESSED_BYTES = 1_400;
type PageAnswer = SiteVisit['answer'] & { readonly kind: 'page' };
const ENCODERS: Readonly<Record<PageEncoding, (html: PageHtml) => Promise<Buffer>>> = {
  br: async (html) => html.brotli,
  gzip: async (html) => promisify(gzip)(await html.bytes()),
  identity: (html) => html.bytes(),
};

/** Pages as they were sent: an answer that is repeated to many readers is encoded once. */
const encodedAnswers: Readonly<Record<PageEncoding, WeakMap<PageAnswer, Promise<Buffer>>>> = {
  br: new WeakMap(),
  gzip: new WeakMap(),
  identity: new WeakMap(),
};

function encodePage(answer: PageAnswer, encoding: PageEncoding): Promise<Buffer> {
  const known = encodedAnswers[encoding].get(answer) ?? ENCODERS[encoding](answer.page.html);
  encodedAnswers[encoding].set(answer, known);
  return known;
}

function conditional(ctx: Koa.Context, etag: string): void {
  ctx.set('ETag', etag);
  if (!isUnchanged(ctx)) return;
  ctx.status = 304;
  ctx.remove('Content-Encoding');
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
