import type { ContentObject } from '../../domain/content/objects/content-object.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';

const CHUNK_OBJECTS = 1_000;
const CHUNK_BYTES = 4 * 1024 * 1024;
/** So many chunks are on their way at the same time: each is stored by itself, and what is in one is in no other. */
const MAX_CONCURRENT_CHUNKS = 2;

/** Stores objects, each given once, a chunk at a time, so that no statement grows with an import; chunks go out while further objects are made. */
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

  /** Resolves when nothing is on its way any more. @throws what the store did, where not all is stored */
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

/** Stores objects a chunk at a time. */
export async function putObjects(store: Pick<ContentStore, 'put'>, objects: readonly ContentObject[]): Promise<void> {
  const way = new PendingObjects(store);
  for (const object of objects) way.add(object);
  await way.flush();
}
