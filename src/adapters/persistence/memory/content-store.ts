import type { ContentObject, Hash } from '../../../domain/content/objects.ts';
import type { ContentStore } from '../../../ports/content-store.ts';

/** Content objects in a map: immutable, so outside of every task's overlay. */
export class MemoryContentStore implements ContentStore {
  readonly #objects = new Map<Hash, Uint8Array>();

  async get(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>> {
    const found = new Map<Hash, Uint8Array>();
    for (const hash of hashes) {
      const bytes = this.#objects.get(hash);
      if (bytes !== undefined) found.set(hash, bytes);
    }
    return found;
  }
  async put(objects: readonly ContentObject[]): Promise<void> {
    for (const { hash, bytes } of objects) if (!this.#objects.has(hash)) this.#objects.set(hash, bytes);
  }
}
