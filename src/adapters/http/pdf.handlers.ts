import type Koa from 'koa';
import type { PdfCache } from '../../application/pdf/pdf-cache.ts';
import type { LinkedPdf } from '../../application/pdf/pdf-links.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { isUnchanged } from './kernel/is-unchanged.ts';
import type { HttpHandlers } from './kernel/server.ts';
import { byteRange } from './kernel/web/byte-range.ts';
import { contentDisposition } from './kernel/web/content-disposition.ts';
import { hasMethod, READING, refuse } from './kernel/web/refuse.ts';

export interface PdfHandlersOptions {
  /** Opens a sealed link, as `openPdfLink` does. */
  readonly open: (sealed: string) => Promise<LinkedPdf | undefined>;
  readonly cache: PdfCache;
  /** Time that a request waits for the file, in milliseconds; afterwards the response asks the client to retry. */
  readonly waitMs?: number;
}

const PATH = /^\/pdf\/([\w-]{1,4096})$/;
const WAIT_MS = 25_000;
const AGAIN_SECONDS = 3;
const STATUS = { 'too-large': 413, 'too-many': 429, unavailable: 503 } as const;

/**
 * Serves PDF files through signed links. The file is created when its link is first opened. The response waits for it,
 * then is a 202 with the time to retry, which browsers do by themselves. Altered, expired and revoked links all give the
 * same 404.
 */
export function pdfHandlers({ open, cache, waitMs = WAIT_MS }: PdfHandlersOptions): readonly HttpHandlers[] {
  return [
    {
      path: /^\/pdf\//,
      secret: true,
      async handle(ctx) {
        ctx.set({ 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' });
        if (!hasMethod(ctx, READING)) return;
        const sealed = PATH.exec(ctx.path)?.[1];
        const linked = sealed === undefined ? undefined : await open(sealed);
        if (linked === undefined) return refuse(ctx, 404, 'file not found');
        return sendPdf(ctx, linked, cache, waitMs);
      },
    },
  ];
}

/** Answers with a file, or with a 202 that asks to retry while it is being created. */
export async function sendPdf(ctx: Koa.Context, linked: LinkedPdf, cache: PdfCache, waitMs = WAIT_MS): Promise<void> {
  try {
    if ((await cache.ready(linked.key, linked.holder, linked.book, waitMs)) && (await send(ctx, linked, cache))) return;
  } catch (error) {
    if (!(error instanceof DomainError) || !(error.category in STATUS)) throw error;
    if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter));
    return refuse(ctx, STATUS[error.category as keyof typeof STATUS], error.message);
  }
  ctx.status = 202;
  ctx.set({ 'Cache-Control': 'no-store', 'Retry-After': String(AGAIN_SECONDS), Refresh: String(AGAIN_SECONDS) });
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = 'The PDF file is being generated. Retry in a few seconds.\n';
}

/** Answers with the file or a range of it. @returns false if it is no longer cached */
async function send(ctx: Koa.Context, { key, name }: LinkedPdf, cache: PdfCache): Promise<boolean> {
  const beginning = await cache.get(key, { start: 0, end: 0 });
  if (beginning === undefined) return false;
  beginning.stream.destroy();
  const { size } = beginning;
  const etag = `"${key.slice(0, 40)}"`;
  const range = byteRange(ctx.get('range'), ctx.get('if-range'), etag, size);
  ctx.compress = false;
  ctx.status = 200;
  ctx.set({
    'Content-Type': 'application/pdf',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; object-src 'self'; plugin-types application/pdf; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'Content-Disposition': contentDisposition('inline', name),
    'Cache-Control': 'private, no-cache',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  });
  if (isUnchanged(ctx)) {
    ctx.status = 304;
    return true;
  }
  if (range === 'unsatisfiable') {
    ctx.status = 416;
    ctx.set('Content-Range', `bytes */${size}`);
    ctx.body = '';
    return true;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range !== undefined) {
    ctx.status = 206;
    ctx.set('Content-Range', `bytes ${start}-${end}/${size}`);
  }
  if (ctx.method !== 'HEAD') {
    const content = await cache.get(key, { start, end });
    if (content === undefined) return false;
    ctx.body = content.stream;
  }
  ctx.length = end - start + 1;
  return true;
}
