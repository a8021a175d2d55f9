import type Koa from 'koa';
import { LRUCache } from 'lru-cache';
import { readBytes } from '../../../../application/uploads/read-blob.ts';
import type { BlobContent, BlobStore, FileInspector } from '../../../../ports/uploads.ts';
import type { ScaledImages } from '../../../../ports/uploads.scaled-images.ts';
import { isUnchanged } from '../is-unchanged.ts';
import { byteRange } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';
import { SAMPLE_BYTES, shownType, type ShownType } from './shown-type.ts';

export interface FileToSend {
  readonly blob: string;
  readonly name: string;
  /** Value of `Cache-Control`. */
  readonly caching: string;
  /** Width of a smaller version of a picture; the file itself is sent where there is none. */
  readonly width?: number | undefined;
}

/** Even an HTML page opened as a document runs no script and cannot access this origin. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'none'; sandbox";
const MAX_CACHED_TYPES = 10_000;

interface CachedFile extends ShownType {
  /** Size in bytes. */
  readonly size: number;
}

/** Sends stored files: with a type detected from the content, with ranges, and safe to open. */
export class FileSender {
  /** Types by hash; a blob never changes. */
  readonly #known = new LRUCache<string, CachedFile>({ max: MAX_CACHED_TYPES });

  constructor(
    private readonly blobs: BlobStore,
    private readonly inspector: FileInspector,
    private readonly scaled: ScaledImages,
  ) {}

  /** Answers with the file. @returns false, with the response untouched, if the blob does not exist */
  async send(ctx: Koa.Context, { blob, name, caching, width }: FileToSend): Promise<boolean> {
    const scaled = width === undefined ? undefined : await this.scaled.get(blob, width);
    if (scaled !== undefined) {
      this.#sendScaled(ctx, scaled, { blob, name: `${name.replace(/\.[^.]*$/, '')}.webp`, caching, width });
      return true;
    }
    const known = await this.#know(blob);
    if (known === undefined) return false;
    const { size, type, inline } = known;
    const etag = `"${blob.slice(0, 40)}"`;
    const range = byteRange(ctx.get('range'), ctx.get('if-range'), etag, size);
    const { start, end } = range === undefined || range === 'unsatisfiable' ? { start: 0, end: size - 1 } : range;
    const content = ctx.method === 'HEAD' || range === 'unsatisfiable' ? undefined : await this.blobs.get(blob, range);
    if (ctx.method !== 'HEAD' && range !== 'unsatisfiable' && content === undefined) return false;

    // Ranges and the ETag refer to the uncompressed bytes.
    ctx.compress = false;
    ctx.status = 200;
    ctx.set({
      ...safeHeaders({ type, inline }, name, caching),
      'Accept-Ranges': 'bytes',
      ETag: etag,
    });
    if (isUnchanged(ctx)) {
      content?.stream.destroy();
      ctx.status = 304;
    } else if (range === 'unsatisfiable') {
      ctx.status = 416;
      ctx.set('Content-Range', `bytes */${size}`);
      ctx.body = '';
    } else {
      if (range !== undefined) {
        ctx.status = 206;
        ctx.set('Content-Range', `bytes ${start}-${end}/${size}`);
      }
      if (content !== undefined) ctx.body = content.stream;
      ctx.length = end - start + 1;
    }
    return true;
  }

  #sendScaled(ctx: Koa.Context, { size, stream }: BlobContent, { blob, name, caching, width }: FileToSend): void {
    ctx.compress = false;
    ctx.status = 200;
    ctx.set({
      ...safeHeaders({ type: this.scaled.contentType, inline: true }, name, caching),
      ETag: `"${blob.slice(0, 40)}-${width}"`,
    });
    if (isUnchanged(ctx) || ctx.method === 'HEAD') {
      stream.destroy();
      if (isUnchanged(ctx)) ctx.status = 304;
      else ctx.length = size;
      return;
    }
    ctx.body = stream;
    ctx.length = size;
  }

  async #know(blob: string): Promise<CachedFile | undefined> {
    const found = this.#known.get(blob);
    if (found !== undefined) return found;
    const beginning = await this.blobs.get(blob, { start: 0, end: SAMPLE_BYTES - 1 });
    if (beginning === undefined) return undefined;
    const known = { ...(await shownType(this.inspector, await readBytes(beginning))), size: beginning.size };
    this.#known.set(blob, known);
    return known;
  }
}

/** Headers with which a file may be opened as a document. */
const safeHeaders = ({ type, inline }: ShownType, name: string, caching: string): Record<string, string> => ({
  'Content-Type': type,
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Disposition': contentDisposition(inline ? 'inline' : 'attachment', name),
  'Cache-Control': caching,
});
