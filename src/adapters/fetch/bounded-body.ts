import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream';
import zlib from 'node:zlib';
import { FetchError } from '../../ports/kernel/guarded-fetch.ts';

/** Content codings that are requested and decoded. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/**
 * Maximum compression ratio. Text compresses 3 to 20 times, logs and generated tables up to 100 times; a higher ratio
 * indicates a decompression bomb.
 */
const MAX_RATIO = 250;
/** Bytes of output below which the ratio is not checked, so that a page of blanks is accepted. */
const MIN_RATIO_BYTES = 1024 * 1024;

/**
 * Decodes a body and yields at most `maxBytes` of it, whatever its headers claim.
 *
 * @throws FetchError FETCH_TOO_LARGE for exceeding the limit or the ratio, FETCH_ERROR for an unknown coding or damaged
 * data
 */
export async function* boundedBody(
  raw: Readable,
  encoding: string | undefined,
  maxBytes: number,
  name: string,
): AsyncGenerator<Uint8Array> {
  const decoder = decoderFor(encoding, name);
  let received = 0;
  let produced = 0;
  const counted = async function* () {
    for await (const chunk of raw as AsyncIterable<Uint8Array>) {
      received += chunk.byteLength;
      if (received > maxBytes && decoder === undefined) throw tooLargeError(name, maxBytes);
      yield chunk;
    }
  };
  let source: AsyncIterable<Uint8Array> = counted();
  if (decoder !== undefined) {
    source = pipeline(source, decoder, () => {}) as unknown as AsyncIterable<Uint8Array>;
  }
  try {
    for await (const chunk of source) {
      produced += chunk.byteLength;
      if (produced > maxBytes) throw tooLargeError(name, maxBytes);
      if (decoder !== undefined && produced > MIN_RATIO_BYTES && produced > received * MAX_RATIO) {
        throw new FetchError('FETCH_TOO_LARGE', `${name} is compressed more than ${MAX_RATIO} times`);
      }
      yield chunk;
    }
  } catch (error) {
    if (
      decoder !== undefined &&
      String((error as NodeJS.ErrnoException).code).match(/^(Z_|ERR__?ERROR|ERR_BROTLI|ERR_PADDING)/)
    ) {
      throw new FetchError('FETCH_ERROR', `${name} is not valid ${encoding} data`, { cause: error });
    }
    throw error;
  } finally {
    decoder?.destroy();
    raw.destroy();
  }
}

export const tooLargeError = (name: string, maxBytes: number): FetchError =>
  new FetchError('FETCH_TOO_LARGE', `${name} is larger than ${maxBytes} bytes`);

/** Small output chunks, so that the limits are checked often. */
const DECODER_OPTIONS = { chunkSize: 64 * 1024 };

function decoderFor(encoding: string | undefined, name: string): Transform | undefined {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(DECODER_OPTIONS);
    case 'deflate':
      return zlib.createInflate(DECODER_OPTIONS);
    case 'br':
      return zlib.createBrotliDecompress(DECODER_OPTIONS);
    default:
      throw new FetchError('FETCH_ERROR', `${name} uses an unsupported content encoding`);
  }
}
