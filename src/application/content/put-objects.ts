import type { ContentObject } from '../../domain/content/objects/objects.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';

const CHUNK_OBJECTS = 1_000;
const CHUNK_BYTES = 4 * 1024 * 1024;

/** Stores objects a chunk at a time, so that no statement grows with the import. */
export async function putObjects(store: Pick<ContentStore, 'put'>, objects: readonly ContentObject[]): Promise<void> {
  let chunk: ContentObject[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (chunk.length > 0) await store.put(chunk);
    chunk = [];
    bytes = 0;
  };
  for (const object of objects) {
    if (chunk.length >= CHUNK_OBJECTS || (chunk.length > 0 && bytes + object.bytes.byteLength > CHUNK_BYTES)) await flush();
    chunk.push(object);
    bytes += object.bytes.byteLength;
  }
  await flush();
}
