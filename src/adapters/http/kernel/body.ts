import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { Invalid } from '../../../domain/kernel/errors.ts';
import { PayloadTooLarge, UnsupportedMediaType } from './errors.ts';
import { guardJsonText, guardJsonValue } from './json-guard.ts';

const INFLATE: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};
const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)$/i;
const DRAIN_MS = 1_000;

const parse = bodyParser({
  enableTypes: ['json'],
  strict: false,
  jsonLimit: Number.MAX_SAFE_INTEGER as unknown as string,
  onerror: () => {
    throw Invalid.field('', 'the body is not valid JSON');
  },
  // Handed on to its JSON parser: `guardJsonValue` refuses `__proto__`, naming the field.
  ...{ onProtoPoisoning: 'ignore' },
});

/**
 * Reads a JSON body in the order that keeps every refusal a clear 4xx: type, encoding and charset from the
 * headers, then the bytes under their limit, their UTF-8, one scan for depth and size, and only then the parser.
 * `undefined` where there is no body at all.
 * @param limit bytes, before and after decompression
 * @throws UnsupportedMediaType, PayloadTooLarge, Invalid
 */
export async function readJsonBody(ctx: Koa.Context, limit: number): Promise<unknown> {
  const { headers } = ctx.req;
  if (Number(headers['content-length'] ?? 0) === 0 && headers['transfer-encoding'] === undefined) return undefined;
  // Some clients announce a body in chunks and then send none: that is no body either, and needs no type.
  if (headers['content-type'] === undefined && headers['content-length'] === undefined && (await collect(ctx, limit)).length === 0) return undefined;
  const encoding = checkHeaders(ctx);
  if (Number(headers['content-length'] ?? 0) > limit) tooLarge(ctx, limit);
  const raw = await collect(ctx, limit);
  if (raw.length === 0) return undefined;
  const bytes = encoding === undefined ? raw : await decompress(raw, encoding, limit);
  if (!isUtf8(bytes)) throw Invalid.field('', 'the body is not valid UTF-8');
  guardJsonText(bytes);
  const value = await parseJson(ctx, bytes);
  guardJsonValue(value);
  return value;
}

/** @returns the content encoding to undo, if any */
function checkHeaders(ctx: Koa.Context): keyof typeof INFLATE | undefined {
  const [type = '', ...parameters] = (ctx.get('content-type') || '').split(';').map((part) => part.trim());
  if (!JSON_TYPE.test(type)) throw new UnsupportedMediaType('the body must be application/json');
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter))?.slice('charset='.length).replace(/"/g, '');
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new UnsupportedMediaType(`the charset ${charset.slice(0, 40)} is not supported: send UTF-8`);
  const encoding = (ctx.get('content-encoding') || 'identity').trim().toLowerCase();
  if (encoding === 'identity') return undefined;
  if (INFLATE[encoding] === undefined) throw new UnsupportedMediaType('the content encoding is not supported: send gzip, deflate, br or none');
  return encoding;
}

function collect(ctx: Koa.Context, limit: number): Promise<Buffer> {
  const { req } = ctx;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      stop();
      try {
        tooLarge(ctx, limit);
      } catch (error) {
        reject(error);
      }
    };
    const onEnd = () => (stop(), resolve(Buffer.concat(chunks)));
    const onBroken = () => (stop(), reject(Invalid.field('', 'the body broke off')));
    const stop = () => req.off('data', onData).off('end', onEnd).off('error', onBroken).off('aborted', onBroken);
    req.on('data', onData).on('end', onEnd).on('error', onBroken).on('aborted', onBroken);
  });
}

/** For an answer that comes before the end of the body: reads on for a short while so that the client gets to read it, then closes. */
export function refuseRest(ctx: Koa.Context): void {
  ctx.set('Connection', 'close');
  ctx.req.resume();
  const timer = setTimeout(() => ctx.req.destroy(), DRAIN_MS);
  timer.unref();
  ctx.req.once('close', () => clearTimeout(timer));
}

/** @throws PayloadTooLarge */
function tooLarge(ctx: Koa.Context, limit: number): never {
  refuseRest(ctx);
  throw new PayloadTooLarge(limit);
}

async function decompress(raw: Buffer, encoding: string, limit: number): Promise<Buffer> {
  try {
    return await INFLATE[encoding]!(raw, { maxOutputLength: limit });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new PayloadTooLarge(limit);
    throw Invalid.field('', `the body is not valid ${encoding}`);
  }
}

/** Lets koa-bodyparser parse the bytes that were checked, as if they were just coming in. */
async function parseJson(ctx: Koa.Context, bytes: Buffer): Promise<unknown> {
  const { req } = ctx;
  const replay = Object.assign(Readable.from([bytes]), { headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) } });
  ctx.req = ctx.request.req = replay as unknown as IncomingMessage;
  try {
    await parse(ctx as never, async () => {});
  } finally {
    ctx.req = ctx.request.req = req;
  }
  return (ctx.request as { body?: unknown }).body;
}
