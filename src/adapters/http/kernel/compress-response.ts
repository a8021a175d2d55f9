import { constants } from 'node:zlib';
import type Koa from 'koa';
import compress from 'koa-compress';

/** Quality of Brotli for answers that are compressed once; a higher one takes longer than it saves. */
const BROTLI_QUALITY = 4;
/** Smallest response that is compressed, in bytes. */
const MIN_COMPRESSED_BYTES = 1400;
const compressor = compress({
  threshold: MIN_COMPRESSED_BYTES,
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
}) as unknown as Koa.Middleware;
const noop = async (): Promise<void> => {};

/** Compresses large complete responses for clients that accept it. */
export const compressResponse: Koa.Middleware = async (ctx, next) => {
  await next();
  // A response of unknown length is a stream.
  if ((ctx.response.length ?? Infinity) < MIN_COMPRESSED_BYTES || ctx.get('accept-encoding') === '') return;
  // The library cannot answer a client that refuses `identity` and every encoding that it has.
  if (ctx.acceptsEncodings('br', 'gzip', 'deflate') !== false) await compressor(ctx, noop);
};
