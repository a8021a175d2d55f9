import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { forAllClients } from '../../../application/kernel/abandonment.ts';
import { CacheCounter } from '../../../application/kernel/cache-counter.ts';
import { TimeSlices } from '../../../application/kernel/time-slices.ts';
import type { CacheUsage } from '../../../ports/kernel/cache-usage.ts';
import { jsonParts } from './write-json.ts';

/** Approximate size of the pieces that are compressed at once, in characters. */
const CHUNK = 64 * 1024;
/** Memory of a cached answer besides its bytes. */
const OVERHEAD_BYTES = 500;

/**
 * Cache of serialized answers that are as large as a space, compressed with gzip, by their `ETag`. An `ETag` names
 * everything that the answer depends on, so an entry never goes stale.
 */
export class CompressedAnswers {
  readonly #cache: LRUCache<string, Buffer, () => Promise<unknown>>;
  readonly #counter: CacheCounter;

  constructor(maxBytes: number) {
    this.#cache = new LRUCache<string, Buffer, () => Promise<unknown>>({
      maxSize: Math.max(1, Math.floor(maxBytes)),
      sizeCalculation: (bytes) => bytes.length + OVERHEAD_BYTES,
      fetchMethod: (_etag, _stale, { context: load }) => forAllClients(async () => compressJson(await load())),
      ignoreFetchAbort: true,
    });
    this.#counter = new CacheCounter(this.#cache);
  }

  /** Gets the compressed JSON of a value; loads and serializes it when it is not cached. Concurrent requests share the work. */
  async get(etag: string, load: () => Promise<unknown>): Promise<Buffer> {
    this.#counter.count(this.#cache.has(etag));
    return this.#cache.forceFetch(etag, { context: load });
  }

  usage(): CacheUsage {
    return this.#counter.usage();
  }
}

/** Serializes a value and compresses it with gzip; yields to the event loop in between. */
async function compressJson(value: unknown): Promise<Buffer> {
  const gzip = createGzip();
  const chunks: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(gzip, 'end');
  const slices = new TimeSlices();
  let text = '';
  for (const part of jsonParts(value)) {
    text += part;
    if (text.length < CHUNK) continue;
    if (!gzip.write(text)) await once(gzip, 'drain');
    text = '';
    if (slices.isOver) await slices.next();
  }
  gzip.end(text);
  await ended;
  return Buffer.concat(chunks);
}
