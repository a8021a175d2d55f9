import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type Koa from 'koa';
import type { Logger } from 'pino';
import type { PdfCache } from '../../../application/pdf/pdf-cache.ts';
import { fileVersion } from '../../../application/sites/reader/site-address.ts';
import type { SiteVisit } from '../../../application/sites/reader/site-visit.ts';
import type { EmbedPictures } from '../../../ports/sites/embed-pictures.ts';
import type { PreviewPictures } from '../../../ports/sites/preview-pictures.ts';
import type { PageHtml, StaticAsset } from '../../../ports/sites/site-renderer.ts';
import { IMAGE_WIDTHS } from '../../../ports/uploads.scaled-images.ts';
import { isUnchanged } from '../kernel/is-unchanged.ts';
import { EventStream, sendEvents } from '../kernel/live-body.ts';
import { showError } from '../kernel/web/error-page.ts';
import type { FileSender } from '../kernel/web/send-file.ts';
import { sendPdf } from '../pdf.handlers.ts';
import { withoutToken } from './site-visitors.ts';

/** Sources of what the answers of sites name. */
export interface SiteSenders {
  readonly sender: FileSender;
  readonly pdfs: PdfCache;
  readonly pictures: PreviewPictures;
  readonly embedPictures: EmbedPictures;
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

/** Responses differ by format and encoding; the server sets the other values. */
const PAGE_VARY = 'Origin, Accept-Encoding, Accept';
/** Sends the answer to a visitor of a site, with the headers that its audience calls for. */
export async function sendSiteAnswer(ctx: Koa.Context, visit: SiteVisit, senders: SiteSenders): Promise<void> {
  await send(ctx, visit, senders);
  const { answer, audience } = visit;
  // Assets are the same for all readers, so their browsers may keep them.
  if (audience === 'one')
    ctx.set('Cache-Control', answer.kind === 'asset' && !answer.temporary ? PRIVATE_ASSET_CACHING : CACHING.one);
  if (!visit.isIndexable) ctx.set('X-Robots-Tag', 'noindex');
  if (visit.isSecretUrl) ctx.set('Referrer-Policy', 'no-referrer');
  if (visit.isPreview) allowOwnFrames(ctx);
}

/** Lets pages of the same origin, which is that of the app, show a preview in a frame. */
function allowOwnFrames(ctx: Koa.Context): void {
  const policy = ctx.response.get('Content-Security-Policy');
  ctx.set('Content-Security-Policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  ctx.set('X-Frame-Options', 'SAMEORIGIN');
}

async function send(
  ctx: Koa.Context,
  { answer, audience: isFor }: SiteVisit,
  { sender, pdfs, pictures, embedPictures, log }: SiteSenders,
): Promise<void> {
  const caching = CACHING[isFor];
  switch (answer.kind) {
    case 'agent':
      throw new Error('messages of agents are answered elsewhere');
    case 'page':
      return sendPage(ctx, answer, caching);
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

async function sendPage(ctx: Koa.Context, answer: PageAnswer, caching: string): Promise<void> {
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
