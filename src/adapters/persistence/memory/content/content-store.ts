import type { ContentObject, Hash } from '../../../../domain/content/objects/objects.ts';
import type { ContentStore } from '../../../../ports/content/content-store.ts';

type Stored = Pick<ContentObject, 'bytes' | 'refs'>;

/** Content objects in a map: immutable, so outside of every task's overlay. */
export class MemoryContentStore implements ContentStore {
  readonly #objects = new Map<Hash, Stored>();
  /** Objects that nothing needed when they were looked at, and since when; putting one pardons it. */
  readonly condemned = new Map<Hash, string>();

  async get(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>> {
    const found = new Map<Hash, Uint8Array>();
    for (const hash of hashes) {
      const stored = this.#objects.get(hash);
      if (stored !== undefined) found.set(hash, stored.bytes);
    }
    return found;
  }
  async put(objects: readonly ContentObject[]): Promise<void> {
    for (const { hash, bytes, refs } of objects) {
      if (!this.#objects.has(hash)) this.#objects.set(hash, { bytes, refs });
      this.condemned.delete(hash);
    }
  }

  /** What an object needs; nothing where there is no such object. */
  refsOf(hash: Hash): readonly Hash[] {
    return this.#objects.get(hash)?.refs ?? [];
  }
  hashesAfter(after: Hash | undefined, limit: number): readonly Hash[] {
    return [...this.#objects.keys()]
      .filter((hash) => after === undefined || hash > after)
      .sort()
      .slice(0, limit);
  }
  remove(hash: Hash): void {
    this.#objects.delete(hash);
    this.condemned.delete(hash);
  }
}
