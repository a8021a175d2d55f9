import { isUtf8 } from 'node:buffer';
import { Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { networkOf } from '../../../application/sessions/rate-limits.ts';
import { DomainError, Invalid } from '../../../domain/kernel/errors.ts';
import type { BodyMemory, BodyReservation } from './body-memory.ts';
import { ExpandsTooMuch, PayloadTooLarge, RequestTimeout, UnsupportedMediaType } from './errors.ts';
import { guardJsonText, guardJsonValue } from './json-guard.ts';

type Encoding = 'gzip' | 'deflate' | 'br';
/** Chunk size of decompression in bytes: the most memory used beyond the counted bytes. */
const CHUNK_BYTES = 16 * 1024;
const DECOMPRESSORS: Readonly<Record<Encoding, () => Transform>> = {
  gzip: () => createGunzip({ chunkSize: CHUNK_BYTES }),
  deflate: () => createInflate({ chunkSize: CHUNK_BYTES }),
  br: () => createBrotliDecompress({ chunkSize: CHUNK_BYTES }),
};
/** Maximum ratio of decompressed to compressed size; text seldom compresses better than 20:1. */
export const MAX_EXPANSION = 100;
/** Decompressed bytes allowed regardless of the ratio. */
export const FREE_EXPANSION = 64 * 1024;
const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)$/i;
const DRAIN_MS = 1_000;
/** Longest pause between two pieces of a body, in milliseconds. */
const BODY_IDLE_MS = 30_000;

const parse = bodyParser({
  enableTypes: ['json'],
  strict: false,
  jsonLimit: Number.MAX_SAFE_INTEGER as unknown as string,
  onerror: () => {
    throw Invalid.field('', 'the body is not valid JSON');
  },
  // Passed to the JSON parser, since `guardJsonValue` refuses `__proto__` and names the field.
  ...{ onProtoPoisoning: 'ignore' },
});

/** Limits of one body. */
export interface BodyOptions {
  /** Bytes, before and after decompression. */
  readonly limit: number;
  /** Memory reserved for the body; its creator releases it. */
  readonly memory: BodyReservation;
  /** Longest pause between two pieces, in milliseconds. */
  readonly idleMs?: number | undefined;
}

/** Tells whether the headers of a request announce a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

/** Returns the `Content-Length` of a request; 0 if absent. */
export const announcedBytes = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

/** Most bytes of a body that is read before the token is checked again. */
const SMALL_BODY_BYTES = 16 * 1024;

/** Tells whether the headers of a request announce a body that takes little memory: short and not compressed. */
export const hasSmallBody = (request: IncomingMessage): boolean =>
  request.headers['content-encoding'] === undefined &&
  announcedBytes(request) > 0 &&
  announcedBytes(request) <= SMALL_BODY_BYTES;

/**
 * Reads a JSON body; `undefined` if the request has none.
 *
 * Checks in this order, so that every refusal is a specific 4xx error: type, encoding and charset in the headers, size,
 * UTF-8, depth and number of members; parses last.
 * @throws UnsupportedMediaType, PayloadTooLarge, ExpandsTooMuch, RequestTimeout, BodyMemoryExhausted, Invalid
 */
export async function readJsonBody(ctx: Koa.Context, options: BodyOptions): Promise<unknown> {
  const { headers } = ctx.req;
  if (!hasBody(ctx.req)) return undefined;
  // Some clients announce a chunked body and send nothing; such a request has no body and needs no type.
  const isBare = headers['content-type'] === undefined && headers['content-length'] === undefined;
  if (isBare && (await readBytes(ctx, options)).length === 0) return undefined;
  const encoding = checkHeaders(ctx);
  const raw = await readBytes(ctx, options);
  if (raw.length === 0) return undefined;
  const bytes = encoding === undefined ? raw : await decompress(raw, encoding, options);
  if (!isUtf8(bytes)) throw Invalid.field('', 'the body is not valid UTF-8');
  guardJsonText(bytes);
  const value = await parseJson(ctx, bytes);
  guardJsonValue(value);
  return value;
}

/** Checks the headers of a body. @returns its content encoding, if any */
function checkHeaders(ctx: Koa.Context): Encoding | undefined {
  const [type = '', ...parameters] = (ctx.get('content-type') || '').split(';').map((part) => part.trim());
  if (!JSON_TYPE.test(type)) throw new UnsupportedMediaType('the body must be application/json');
  const charset = parameters
    .find((parameter) => /^charset=/i.test(parameter))
    ?.slice('charset='.length)
    .replace(/"/g, '');
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new UnsupportedMediaType(`the charset ${charset.slice(0, 40)} is not supported: send UTF-8`);
  const encoding = (ctx.get('content-encoding') || 'identity').trim().toLowerCase();
  if (encoding === 'identity') return undefined;
  if (!Object.hasOwn(DECOMPRESSORS, encoding))
    throw new UnsupportedMediaType('the content encoding is not supported: send gzip, deflate, br or none');
  return encoding as Encoding;
}

/** Returns the key of an anonymous request's network, whose share of the body memory it takes. */
export const networkKey = (ctx: Koa.Context): string => `network ${networkOf(ctx.state.address as string | undefined)}`;

/**
 * Reads the body of an anonymous request, passes it to `use` and then releases the memory. Throws as `readBytes` does.
 */
export async function withBytes<T>(
  ctx: Koa.Context,
  memory: BodyMemory,
  limit: number,
  use: (bytes: Buffer) => T | Promise<T>,
): Promise<T> {
  if (announcedBytes(ctx.req) > limit) throw new PayloadTooLarge(limit);
  const reserved = memory.reserve(networkKey(ctx), announcedBytes(ctx.req));
  try {
    return await use(await readBytes(ctx, { limit, memory: reserved }));
  } finally {
    reserved.release();
  }
}

/**
 * Reads all bytes of a body as they were sent.
 * @throws PayloadTooLarge, RequestTimeout, BodyMemoryExhausted, Invalid; the connection closes after each of them
 */
export async function readBytes(
  ctx: Koa.Context,
  { limit, memory, idleMs = BODY_IDLE_MS }: BodyOptions,
): Promise<Buffer> {
  if (announcedBytes(ctx.req) > limit) throw new PayloadTooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of piecesOf(ctx.req, idleMs)) {
    size += chunk.length;
    if (size > limit) throw new PayloadTooLarge(limit);
    memory.add(chunk.length);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** Yields the pieces of a body as they arrive. The connection stays open if the consumer stops early. */
export async function* piecesOf(request: IncomingMessage, idleMs = BODY_IDLE_MS): AsyncGenerator<Buffer> {
  const pieces: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const { done, value } = await within(idleMs, pieces.next());
      if (done === true) return;
      yield value;
    }
  } catch (error) {
    throw error instanceof DomainError ? error : Invalid.field('', 'the request body ended unexpectedly');
  } finally {
    // `return` would wait for a pending read until the next piece arrives.
    void Promise.resolve(pieces.return?.()).catch(() => {});
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RequestTimeout()), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * Closes the connection of a request that is answered before its body was read. Discards further bytes for a short
 * time, so that the client can read the response.
 */
export function refuseRest(ctx: Koa.Context): void {
  ctx.set('Connection', 'close');
  ctx.req.resume();
  const timer = setTimeout(() => ctx.req.destroy(), DRAIN_MS);
  timer.unref();
  ctx.req.once('close', () => clearTimeout(timer));
}

async function decompress(raw: Buffer, encoding: Encoding, { limit, memory }: BodyOptions): Promise<Buffer> {
  const most = Math.max(FREE_EXPANSION, raw.length * MAX_EXPANSION);
  const decompressor = DECOMPRESSORS[encoding]();
  decompressor.end(raw);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decompressor as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw new PayloadTooLarge(limit);
      if (size > most) throw new ExpandsTooMuch(MAX_EXPANSION);
      memory.add(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof DomainError ? error : Invalid.field('', `the body is not valid ${encoding}`);
  }
  return Buffer.concat(chunks);
}

/** Parses checked bytes with koa-bodyparser, as if they were the request's stream. */
async function parseJson(ctx: Koa.Context, bytes: Buffer): Promise<unknown> {
  const { req } = ctx;
  const replay = Object.assign(Readable.from([bytes]), {
    headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) },
  });
  ctx.req = ctx.request.req = replay as unknown as IncomingMessage;
  try {
    await parse(ctx as never, async () => {});
  } finally {
    ctx.req = ctx.request.req = req;
  }
  return (ctx.request as { body?: unknown }).body;
}
