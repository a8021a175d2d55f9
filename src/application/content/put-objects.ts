import type { ContentObject } from '../../domain/content/objects/content-object.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';

const CHUNK_OBJECTS = 1_000;
const CHUNK_BYTES = 4 * 1024 * 1024;
/** Number of chunks stored concurrently. Chunks are independent: no object is in two of them. */
const MAX_CONCURRENT_CHUNKS = 2;

/**
 * Stores objects in chunks of bounded size, while further objects are produced. Each object must be added only once.
 */
export class PendingObjects {
  readonly #lanes: Promise<void>[] = Array.from({ length: MAX_CONCURRENT_CHUNKS }, () => Promise.resolve());
  #next = 0;
  #chunk: ContentObject[] = [];
  #bytes = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor(private readonly store: Pick<ContentStore, 'put'>) {}

  add(object: ContentObject): void {
    if (
      this.#chunk.length >= CHUNK_OBJECTS ||
      (this.#chunk.length > 0 && this.#bytes + object.bytes.byteLength > CHUNK_BYTES)
    )
      this.#send();
    this.#chunk.push(object);
    this.#bytes += object.bytes.byteLength;
  }

  /**
   * Waits until all objects are stored.
   * @throws the first error of the store
   */
  async flush(): Promise<void> {
    if (this.#chunk.length > 0) this.#send();
    await Promise.all(this.#lanes);
    if (this.#failure) throw this.#failure.error;
  }

  #send(): void {
    const chunk = this.#chunk;
    this.#chunk = [];
    this.#bytes = 0;
    const lane = this.#next++ % MAX_CONCURRENT_CHUNKS;
    this.#lanes[lane] = this.#lanes
      [lane]!.then(() => (this.#failure ? undefined : this.store.put(chunk)))
      .catch((error: unknown) => void (this.#failure ??= { error }));
  }
}

/** Stores objects in chunks of bounded size. */
export async function putObjects(store: Pick<ContentStore, 'put'>, objects: readonly ContentObject[]): Promise<void> {
  const pending = new PendingObjects(store);
  for (const object of objects) pending.add(object);
  await pending.flush();
}
