import { LRUCache } from 'lru-cache';
import type { RenderedFiles } from '../../ports/pdf.ts';
import type { BlobContent } from '../../ports/uploads.ts';
import { forAllClients } from './abandonment.ts';

const MAX_FAILED = 10_000;

/** Rendered files, each rendered once for all who request it at the same time. */
export class RenderedOnce {
  readonly #pending = new Map<string, Promise<boolean>>();
  readonly #failed: LRUCache<string, true>;

  /** @param failedMs period for which a file that could not be rendered is not rendered again; without it, for good */
  constructor(
    private readonly files: RenderedFiles,
    failedMs = 0,
  ) {
    this.#failed = new LRUCache({ max: MAX_FAILED, ttl: failedMs });
  }

  /**
   * Gets a file, and renders and stores it before if necessary; undefined if it cannot be rendered.
   * @param render returns undefined for a file that cannot be rendered; its errors are rethrown and not remembered
   */
  async get(key: string, render: () => Promise<Uint8Array | undefined>): Promise<BlobContent | undefined> {
    if (this.#failed.has(key)) return undefined;
    const known = await this.files.get(key);
    if (known !== undefined) return known;
    const pending =
      this.#pending.get(key) ??
      forAllClients(() => this.#store(key, render)).finally(() => {
        this.#pending.delete(key);
      });
    this.#pending.set(key, pending);
    return (await pending) ? this.files.get(key) : undefined;
  }

  async #store(key: string, render: () => Promise<Uint8Array | undefined>): Promise<boolean> {
    const bytes = await render();
    if (bytes === undefined) this.#failed.set(key, true);
    else await this.files.put(key, [bytes]);
    return bytes !== undefined;
  }
}
