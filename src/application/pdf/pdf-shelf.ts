import { DomainError } from '../../domain/kernel/errors.ts';
import type { BlobContent, BlobStore, ByteRange } from '../../ports/files/blob-store.ts';
import { PdfRefused, type Book, type PdfRenderer } from '../../ports/files/pdf-renderer.ts';
import type { RenderedFiles } from '../../ports/content/rendered-files.ts';

/** Files that wait to be made while others are. */
const MAX_WAITING = 20;
/** Contents that were refused are remembered, so that asking again costs nothing. */
const MAX_REFUSED = 200;
/** An image larger than this is not printed, in bytes. */
const MAX_IMAGE = 20_000_000;

/** So many files are being made that this one cannot be. */
export class PdfBusy extends DomainError {
  readonly category = 'unavailable';
  constructor() {
    super('too many PDF files are being made; try again in a minute');
  }
}

/** PDF files by what they show: each is made once, one at a time, and kept for as long as there is room. */
export class PdfShelf {
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #refused = new Map<string, PdfRefused>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly renderer: PdfRenderer,
    private readonly files: RenderedFiles,
    private readonly blobs: Pick<BlobStore, 'get'>,
  ) {}

  get(key: string, range?: ByteRange): Promise<BlobContent | undefined> {
    return this.files.get(key, range);
  }

  /**
   * Has the file made where it is not kept.
   * @param waitMs how long to wait for it, milliseconds
   * @returns whether it is there; false when it is still being made
   * @throws PdfRefused, PdfBusy
   */
  async ready(key: string, book: () => Promise<Book>, waitMs: number): Promise<boolean> {
    const refused = this.#refused.get(key);
    if (refused !== undefined) throw refused;
    if (!this.#underWay.has(key)) {
      const kept = await this.files.get(key, { start: 0, end: 0 });
      kept?.stream.destroy();
      if (kept !== undefined) return true;
    }
    const making = this.#underWay.get(key) ?? this.#begin(key, book);
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

  #begin(key: string, book: () => Promise<Book>): Promise<void> {
    if (this.#underWay.size > MAX_WAITING) throw new PdfBusy();
    const making = this.#last.then(async () => this.files.put(key, this.renderer.render(await book(), (blob) => this.#image(blob))));
    this.#underWay.set(key, making);
    this.#last = making.catch((error: unknown) => {
      if (!(error instanceof PdfRefused)) return;
      if (this.#refused.size >= MAX_REFUSED) this.#refused.clear();
      this.#refused.set(key, error);
    }).finally(() => this.#underWay.delete(key));
    return making;
  }

  async #image(blob: string): Promise<Uint8Array | undefined> {
    const content = await this.blobs.get(blob);
    if (content === undefined) return undefined;
    if (content.size > MAX_IMAGE) {
      content.stream.destroy();
      return undefined;
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of content.stream) chunks.push(chunk as unknown as Uint8Array);
    return Buffer.concat(chunks);
  }
}
