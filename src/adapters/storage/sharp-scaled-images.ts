import type { Sharp } from 'sharp';
import { FairPool } from '../../application/kernel/fair-pool.ts';
import { RenderedOnce } from '../../application/kernel/rendered-once.ts';
import { readBlobUpTo } from '../../application/uploads/read-blob.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { RenderedFiles } from '../../ports/pdf.ts';
import type { BlobContent, BlobStore } from '../../ports/uploads.ts';
import type { ScaledImages } from '../../ports/uploads.scaled-images.ts';

/** Limits of a picture: bytes, pixels, and seconds that scaling may take. */
const MAX_BYTES = 25_000_000;
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 10;
const QUALITY = 82;
const FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp']);

/** Pictures that are scaled at a time; a decoded picture takes up to 200 MB. */
const POOL = {
  work: 'pictures to scale',
  places: 2,
  perOrganization: 2,
  perUser: 2,
  waiting: { total: 60, perOrganization: 60, perUser: 60 },
  waitMs: 15_000,
};
const READERS = { organizationId: 'pictures' as OrganizationId, user: 'readers' };

/** Scales pictures with libvips, on its threads, and keeps them as rendered files. */
export class SharpScaledImages implements ScaledImages {
  readonly contentType = 'image/webp';
  readonly #pool = new FairPool(POOL);
  readonly #pictures: RenderedOnce;

  /** @param onFailure learns of pictures that could not be read or scaled */
  constructor(
    private readonly blobs: Pick<BlobStore, 'get'>,
    files: RenderedFiles,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.#pictures = new RenderedOnce(files);
  }

  get(blob: string, width: number): Promise<BlobContent | undefined> {
    return this.#pictures
      .get(`${blob}-${width}`, () => this.#pool.run(READERS, () => this.#scale(blob, width)))
      .catch((error: unknown) => {
        // A picture that cannot be read at the moment is sent as it is, and scaled at a later request.
        if (!(error instanceof DomainError)) this.onFailure(error);
        return undefined;
      });
  }

  /** Returns the smaller version; undefined if there is none. */
  async #scale(blob: string, width: number): Promise<Buffer | undefined> {
    const bytes = await readBlobUpTo(this.blobs, blob, MAX_BYTES);
    return (
      bytes &&
      scaleToWidth(bytes, width).catch((error: unknown) => {
        this.onFailure(error);
        return undefined;
      })
    );
  }
}

/** Scales a picture down; undefined if that does not make it smaller, or for another kind of file. */
async function scaleToWidth(bytes: Buffer, width: number): Promise<Buffer | undefined> {
  const sharp = await loadSharp();
  const picture = (): Sharp => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const { format, pages = 1, width: own = 0 } = await picture().metadata();
  if (!FORMATS.has(format ?? '') || pages > 1 || own <= 0) return undefined;
  const scaled = await picture()
    .timeout({ seconds: MAX_SECONDS })
    .rotate()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: QUALITY, smartSubsample: true, effort: 3 })
    .toBuffer();
  return scaled.length < bytes.length ? scaled : undefined;
}

let loaded: Promise<typeof import('sharp').default> | undefined;

/** Loads the library without its own cache, and with one thread per picture. */
const loadSharp = (): Promise<typeof import('sharp').default> =>
  (loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  }));
