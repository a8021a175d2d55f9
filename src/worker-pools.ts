import { SPEC_CHECKING, SPEC_PROCESSING, SPEC_READING } from './adapters/openapi/limits.ts';
import { PAGE_READING } from './adapters/website/page-reader.ts';
import { WorkerPool, type WorkerPoolLimits } from './adapters/workers/worker-pool.ts';
import type { Config } from './config/config.ts';
import { entryModule } from './packaged-files.ts';

/** Limits of the threads that parse and render documents. */
const TEXT_RENDERING = {
  work: 'documents to parse',
  threads: 2,
  memory: 256,
  queue: 100,
  waitMs: 30_000,
  idleMs: 30_000,
};

/** Pools of threads for foreign documents, one for each purpose; a pool starts threads when it has tasks. */
export class WorkerPools {
  readonly texts: WorkerPool;
  readonly websitePages: WorkerPool;
  readonly specReading: WorkerPool;
  readonly specChecking: WorkerPool;
  readonly specProcessing: WorkerPool;

  /** @param compiledModules folder of the bundle with the modules of the threads; see `entryModule` */
  constructor({ renderingTimeLimitMs }: Pick<Config, 'renderingTimeLimitMs'>, compiledModules?: URL) {
    const poolOf = (module: string, limits: WorkerPoolLimits): WorkerPool =>
      new WorkerPool({ entry: entryModule(module, compiledModules), ...limits });
    this.texts = poolOf('text-worker', { ...TEXT_RENDERING, taskMs: renderingTimeLimitMs });
    this.websitePages = poolOf('adapters/website/page/page-worker', PAGE_READING);
    this.specReading = poolOf('adapters/openapi/spec-worker', SPEC_READING);
    this.specChecking = poolOf('adapters/openapi/spec-worker', SPEC_CHECKING);
    this.specProcessing = poolOf('adapters/openapi/spec-worker', SPEC_PROCESSING);
  }

  /** Ends all threads; tasks that are running fail. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this).map((pool: WorkerPool) => pool.close()));
  }
}
