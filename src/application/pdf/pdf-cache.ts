import { LRUCache } from 'lru-cache';
import type { BlobContent, BlobStore, ByteRange } from '../../ports/uploads.ts';
import { PdfLimitExceeded, type PdfBook, type PdfRenderer, type RenderedFiles } from '../../ports/pdf.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import { forAllClients } from '../kernel/abandonment.ts';
import { FairPool } from '../kernel/fair-pool.ts';
import { readBlobUpTo } from '../uploads/read-blob.ts';

/** Limits of concurrent renderings, each of which takes a thread and its memory. */
const POOL_LIMITS = {
  work: 'PDF files',
  places: 2,
  perOrganization: 1,
  perUser: 1,
  waiting: { total: 100, perOrganization: 20, perUser: 10 },
};
/** Number of contents remembered as exceeding a limit, so that repeated requests cost nothing. */
const MAX_REFUSED = 200;
/** Limit on the size of an image, in bytes; larger images are not printed. */
const MAX_IMAGE_BYTES = 20_000_000;

/** Cache of PDF files by a digest of their content. Each is rendered once; few are rendered at a time. */
export class PdfCache {
  readonly #pool = new FairPool(POOL_LIMITS);
  readonly #pending = new Map<string, Promise<void>>();
  readonly #refused = new LRUCache<string, PdfLimitExceeded>({ max: MAX_REFUSED });

  constructor(
    private readonly renderer: PdfRenderer,
    private readonly files: RenderedFiles,
    private readonly blobs: Pick<BlobStore, 'get'>,
  ) {}

  get(key: string, range?: ByteRange): Promise<BlobContent | undefined> {
    return this.files.get(key, range);
  }

  /**
   * Renders a file unless it is cached.
   * @param holder account that the rendering is charged to
   * @param waitMs time to wait, in milliseconds
   * @returns true when the file is available, false while it is being rendered
   * @throws PdfLimitExceeded; ShareExhausted or PoolBusy when too many renderings wait
   */
  async ready(key: string, holder: ResourceConsumer, book: () => Promise<PdfBook>, waitMs: number): Promise<boolean> {
    const refused = this.#refused.get(key);
    if (refused !== undefined) throw refused;
    if (!this.#pending.has(key)) {
      const kept = await this.files.get(key, { start: 0, end: 0 });
      kept?.stream.destroy();
      if (kept !== undefined) return true;
    }
    const making = this.#pending.get(key) ?? forAllClients(() => this.#begin(key, holder, book));
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), waitMs);
    });
    try {
      return await Promise.race([making.then(() => true), enough]);
    } finally {
      clearTimeout(timer);
    }
  }

  #begin(key: string, holder: ResourceConsumer, book: () => Promise<PdfBook>): Promise<void> {
    const making = this.#pool.run(holder, async () =>
      this.files.put(
        key,
        this.renderer.render(await book(), (blob) => readBlobUpTo(this.blobs, blob, MAX_IMAGE_BYTES)),
      ),
    );
    this.#pending.set(key, making);
    making
      .catch((error: unknown) => {
        if (error instanceof PdfLimitExceeded) this.#refused.set(key, error);
      })
      .finally(() => this.#pending.delete(key));
    return making;
  }
}
