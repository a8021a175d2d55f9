import { createHash } from 'node:crypto';
import { FairPool } from '../../application/kernel/fair-pool.ts';
import { RenderedOnce } from '../../application/kernel/rendered-once.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { GuardedFetch } from '../../ports/kernel/guarded-fetch.ts';
import type { RenderedFiles } from '../../ports/pdf.ts';
import type { EmbedPictures } from '../../ports/sites/embed-pictures.ts';
import type { BlobContent } from '../../ports/uploads.ts';

const MAX_BYTES = 8_000_000;
const MAX_PIXELS = 40_000_000;
const TIMEOUT_MS = 8_000;
/** Largest width and height of the picture on a page, in pixels. */
const SIZE = { width: 1_280, height: 720 };
const FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'gif', 'avif', 'heif']);
/** Period for which a picture that failed is not fetched again. */
const FAILED_MS = 10 * 60_000;
const POOL = {
  work: 'pictures of embedded pages',
  group: 'this organization',
  places: 3,
  perOrganization: 2,
  perUser: 2,
  waiting: { total: 60, perOrganization: 30, perUser: 30 },
  waitMs: 15_000,
};

/** Embed pictures over the guarded fetch, scaled with libvips and kept as rendered files. */
export class FetchedEmbedPictures implements EmbedPictures {
  readonly contentType = 'image/webp';
  readonly #pool = new FairPool(POOL);
  readonly #pictures: RenderedOnce;

  /** @param onFailure learns of pictures that could not be fetched or read */
  constructor(
    private readonly web: Pick<GuardedFetch, 'fetch'>,
    files: RenderedFiles,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.#pictures = new RenderedOnce(files, FAILED_MS);
  }

  get(url: string, organizationId: OrganizationId): Promise<BlobContent | undefined> {
    const key = `embed-${createHash('sha256').update(url).digest('hex')}`;
    const holder = { organizationId, user: `organization ${organizationId}` };
    return this.#pictures.get(key, () => this.#pool.run(holder, () => this.#fetch(url)));
  }

  #fetch(url: string): Promise<Buffer | undefined> {
    return this.web
      .fetch(url, { accept: 'image/*', maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS })
      .then(({ status, body }) => (status === 200 ? scale(body) : undefined))
      .catch((error: unknown) => {
        this.onFailure(error);
        return undefined;
      });
  }
}

/** Makes a picture small; undefined for another kind of file. */
async function scale(bytes: Buffer): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp');
  const { format } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
  if (!FORMATS.has(format ?? '')) return undefined;
  return sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: 5 })
    .rotate()
    .resize({ ...SIZE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 3 })
    .toBuffer();
}
