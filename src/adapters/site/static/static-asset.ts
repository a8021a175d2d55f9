import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { loadOnce } from '../../../application/kernel/load-once.ts';
import type { AssetEncoding, StaticAsset } from '../../../ports/sites/site-renderer.ts';

/** Folder of all assets below the base path of a site. */
export const ASSET_FOLDER = '~quire/assets';

const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
} as const;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** Encodings that save nothing for formats that are compressed themselves. */
const isCompressible = (name: string): boolean => !name.endsWith('.woff2');

/** Returns the hash that file names contain. */
export const contentHash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

export interface AssetSource {
  /** File name, which contains a hash of the content. */
  readonly name: string;
  readonly load: () => Promise<Buffer>;
  /** Compresses ahead of requests; undefined for an encoding that was not prepared. */
  readonly loadEncoded?: (encoding: AssetEncoding) => Promise<Buffer | undefined>;
}

const compress: Readonly<Record<AssetEncoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
};

/** Creates an asset that is loaded and compressed once, at its first request. */
export function createAsset({ name, load, loadEncoded }: AssetSource): StaticAsset {
  const content = loadOnce(load);
  const encode = (encoding: AssetEncoding): (() => Promise<Buffer>) =>
    loadOnce(async () => (await loadEncoded?.(encoding)) ?? compress[encoding](await content()));
  const encoded = { br: encode('br'), gzip: encode('gzip') };
  return {
    path: `${ASSET_FOLDER}/${name}`,
    headers: { ...HEADERS, 'Content-Type': CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)]! },
    encodings: isCompressible(name) ? ['br', 'gzip'] : [],
    content,
    encoded: (encoding) => encoded[encoding](),
  };
}

/** Creates an asset of a text; `prefix-<hash>.<extension>` is its file name. */
export const createTextAsset = (
  prefix: string,
  extension: 'css' | 'html' | 'js' | 'json' | 'svg',
  text: string,
): StaticAsset =>
  createAsset({ name: `${prefix}-${contentHash(text)}.${extension}`, load: async () => Buffer.from(text) });
