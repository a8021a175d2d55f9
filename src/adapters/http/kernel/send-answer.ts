import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type Koa from 'koa';
import { isUnchanged } from './is-unchanged.ts';
import type { SerializedAnswer } from './serialize-answer.ts';

/** Sends a serialized answer; 304 without its body to a client that has it already. */
export function send(ctx: Koa.Context, { status, text, etag: tag, location }: SerializedAnswer): void {
  if (text === undefined || tag === undefined) {
    ctx.body = null;
    ctx.status = status;
    return;
  }
  const { res } = ctx;
  ctx.status = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  ctx.body = text;
  if (location !== undefined) res.setHeader('Location', location);
  if (ctx.method === 'GET' || ctx.method === 'HEAD') {
    setValidator(ctx, tag);
    if (isUnchanged(ctx)) ctx.status = 304;
  }
}

function setValidator({ res }: Koa.Context, etag: string): void {
  res.setHeader('Cache-Control', 'private, no-cache');
  res.setHeader('Vary', 'Origin, Accept-Encoding, Authorization, Quire-Version');
  res.setHeader('ETag', etag);
}

/** Sends JSON that is compressed with gzip; loads it only if the client does not have it. */
export async function sendCompressed(ctx: Koa.Context, etag: string, load: () => Promise<Buffer>): Promise<void> {
  ctx.status = 200;
  setValidator(ctx, etag);
  if (isUnchanged(ctx)) {
    ctx.status = 304;
    return;
  }
  const bytes = await load();
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (ctx.acceptsEncodings('gzip', 'identity') === 'gzip') {
    ctx.res.setHeader('Content-Encoding', 'gzip');
    ctx.body = bytes;
  } else ctx.body = Readable.from([bytes]).pipe(createGunzip());
}
