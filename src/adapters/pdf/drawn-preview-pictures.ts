import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { FairPool } from '../../application/kernel/fair-pool.ts';
import { RenderedOnce } from '../../application/kernel/rendered-once.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { GuardedFetch } from '../../ports/kernel/guarded-fetch.ts';
import type { RenderedFiles } from '../../ports/pdf.ts';
import {
  PREVIEW_HEIGHT,
  PREVIEW_WIDTH,
  type PreviewPicture,
  type PreviewPictures,
} from '../../ports/sites/preview-pictures.ts';
import type { BlobContent } from '../../ports/uploads.ts';
import { SparePrinter } from './spare-printer.ts';

export interface PreviewPictureOptions {
  /** Module that calls `servePrinter`. */
  readonly entry: URL;
  readonly files: RenderedFiles;
  /** Fetches logos. */
  readonly web: Pick<GuardedFetch, 'fetch'>;
  /** Learns of pictures that could not be drawn and of logos that could not be loaded. */
  readonly onFailure: (error: unknown) => void;
}

/** Pictures that are drawn at a time: one, so that readers of pages are not slowed down. */
const POOL = {
  work: 'preview pictures',
  group: 'this organization',
  places: 1,
  perOrganization: 1,
  perUser: 1,
  waiting: { total: 40, perOrganization: 20, perUser: 20 },
  waitMs: 30_000,
};
/** Time limit of one picture, with the start of the process. */
const MAX_MS = 60_000;
/** Memory limit of the process, in bytes. */
const MAX_MEMORY = 1024 ** 3;
/** Period for which a process without work is kept, because its start takes time. */
const MAX_IDLE_MS = 15_000;
/** Changes with the style, so that pictures of another style are not used. */
const STYLE = 2;
/** Period for which a picture that failed is not drawn again. */
const FAILED_MS = 10 * 60_000;

const LOGO_MAX_BYTES = 1_000_000;
const LOGO_MAX_PIXELS = 20_000_000;
const LOGO_TIMEOUT_MS = 5_000;
/** Maximum size of a logo in the picture, in pixels. */
const LOGO_SIZE = { width: 1_000, height: 128 };
/** Period for which a logo, or that there is none, is kept in memory. */
const LOGO_MS = 60 * 60_000;
const MAX_LOGOS = 200;

/**
 * Draws preview pictures with the compiler and the fonts of PDF files, in a process of its own. The process is ended when
 * it exceeds a limit, and when it had no work for a while.
 */
export class DrawnPreviewPictures implements PreviewPictures {
  readonly contentType = 'image/png';
  readonly #pool = new FairPool(POOL);
  readonly #pictures: RenderedOnce;
  readonly #logos = new LRUCache<string, { readonly png: Buffer | undefined }>({ max: MAX_LOGOS, ttl: LOGO_MS });
  readonly #spare: SparePrinter;

  constructor(private readonly options: PreviewPictureOptions) {
    this.#pictures = new RenderedOnce(options.files, FAILED_MS);
    this.#spare = new SparePrinter(options.entry, MAX_IDLE_MS);
  }

  get(picture: PreviewPicture, organizationId: OrganizationId): Promise<BlobContent | undefined> {
    const key = createHash('sha256')
      .update(JSON.stringify([STYLE, picture]))
      .digest('hex');
    const holder = { organizationId, user: `organization ${organizationId}` };
    return this.#pictures.get(key, () =>
      this.#pool.run(holder, async () => {
        const logo = picture.logo === undefined ? undefined : await this.#logo(picture.logo);
        const svg = await this.#draw(picture, logo);
        return svg === undefined ? undefined : await rasterize(svg);
      }),
    );
  }

  /** Draws the picture as SVG; undefined if the process exceeds a limit or refuses it. */
  async #draw(picture: PreviewPicture, logo: Buffer | undefined): Promise<string | undefined> {
    const printer = this.#spare.take();
    printer.send({ kind: 'draw', picture, logo, maxMemory: MAX_MEMORY });
    const reply = await printer.next(MAX_MS);
    if (reply.kind === 'drawing' || reply.kind === 'failed') this.#spare.keep(printer);
    else printer.end();
    if (reply.kind === 'drawing') return reply.svg;
    const reason = reply.kind === 'failed' ? reply.message : `the process is ${reply.kind}`;
    this.options.onFailure(new Error(`a preview picture cannot be drawn: ${reason}`));
    return undefined;
  }

  /** Loads a logo as PNG; undefined if it cannot be fetched or is no picture. */
  async #logo(url: string): Promise<Buffer | undefined> {
    const known = this.#logos.get(url);
    if (known !== undefined) return known.png;
    const png = await this.options.web
      .fetch(url, { accept: 'image/*', maxBytes: LOGO_MAX_BYTES, timeoutMs: LOGO_TIMEOUT_MS })
      .then(({ status, body }) => (status === 200 ? logoPicture(body) : undefined))
      .catch((error: unknown) => {
        this.options.onFailure(error);
        return undefined;
      });
    this.#logos.set(url, { png });
    return png;
  }
}

/** Draws the pixels of a picture. */
async function rasterize(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg), { density: 96 })
    .resize(PREVIEW_WIDTH, PREVIEW_HEIGHT, { fit: 'fill' })
    .png({ palette: true, quality: 90, effort: 4 })
    .toBuffer();
}

/** Converts a logo of any format to a small PNG file. */
async function logoPicture(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: LOGO_MAX_PIXELS, density: 192 })
    .timeout({ seconds: 5 })
    .resize({ ...LOGO_SIZE, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}
