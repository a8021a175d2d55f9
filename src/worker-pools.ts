import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SPEC_CHECKING, SPEC_PROCESSING, SPEC_READING } from './adapters/openapi/limits.ts';
import { PAGE_READING } from './adapters/website/page-reader.ts';
import { WorkerPool, type WorkerPoolLimits } from './adapters/workers/worker-pool.ts';
import type { Config } from './config/config.ts';

/** Limits of the threads that parse and render documents. */
const TEXT_RENDERING = {
  work: 'documents to parse',
  threads: 2,
  memory: 256,
  queue: 100,
  waitMs: 30_000,
  idleMs: 30_000,
};

/** Module of a pool's threads, beside this one: a TypeScript file or its compiled form. */
const entry = (name: string): URL => new URL(`${name}${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
const poolOf = (module: string, limits: WorkerPoolLimits): WorkerPool =>
  new WorkerPool({ entry: entry(module), ...limits });

/** Pools of threads for foreign documents, one for each purpose; a pool starts threads when it has tasks. */
export class WorkerPools {
  readonly texts: WorkerPool;
  readonly websitePages = poolOf('adapters/website/page/page-worker', PAGE_READING);
  readonly specReading = poolOf('adapters/openapi/spec-worker', SPEC_READING);
  readonly specChecking = poolOf('adapters/openapi/spec-worker', SPEC_CHECKING);
  readonly specProcessing = poolOf('adapters/openapi/spec-worker', SPEC_PROCESSING);

  constructor({ renderingTimeLimitMs }: Pick<Config, 'renderingTimeLimitMs'>) {
    this.texts = poolOf('text-worker', { ...TEXT_RENDERING, taskMs: renderingTimeLimitMs });
  }

  /** Ends all threads; tasks that are running fail. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this).map((pool: WorkerPool) => pool.close()));
  }
}
