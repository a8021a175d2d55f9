import { Container } from 'inversify';
import { makeWorkerUtils, Logger } from 'graphile-worker';
import pino from 'pino';
import { MemoryStore } from '../../../src/adapters/persistence/memory/store.ts';
import type { EventRow } from '../../../src/adapters/persistence/events.ts';
import { Database } from '../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { TimeOrderedIds } from '../../../src/adapters/system/ids-and-clock.ts';
import { JobMetrics } from '../../../src/adapters/metrics/job-metrics.ts';
import { memoryModule } from '../../../src/composition/memory.ts';
import { postgresqlModule } from '../../../src/composition/postgresql.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import { readConfig } from '../../../src/config/read-config.ts';
import type { Reads } from '../../../src/application/kernel/services.ts';
import type { Id } from '../../../src/domain/kernel/id.ts';
import type { GitSyncMonitor } from '../../../src/ports/git/sync-monitor.ts';
import type { GarbageCollector } from '../../../src/ports/garbage-collection.ts';
import type { CallerResolver } from '../../../src/ports/permissions.ts';
import type { ContentStore } from '../../../src/ports/content/content-store.ts';
import type { EventContext } from '../../../src/ports/kernel/events.ts';
import type { SiteEvents } from '../../../src/ports/insights.ts';
import type { TranslationMemory } from '../../../src/ports/translations/translation-memory.ts';
import type { UnitOfWork, Work } from '../../../src/ports/kernel/unit-of-work.ts';
import { testEnvironment, type Backend } from '../backends.ts';

/** Persistence of a backend, initially empty, without an instance. */
export interface Persistence {
  readonly unitOfWork: UnitOfWork;
  readonly reads: Reads;
  readonly access: CallerResolver;
  readonly content: ContentStore;
  readonly collector: GarbageCollector;
  readonly translationMemory: TranslationMemory;
  readonly siteEvents: SiteEvents;
  readonly gitSyncs: GitSyncMonitor;
  /** All stored events in order. */
  events(): Promise<readonly EventRow[]>;
  /** Number of waiting jobs. */
  jobs(): Promise<number>;
  next(): Id;
  /** Runs a unit of work without a specific user. */
  run<T>(task: (work: Work) => Promise<T>, context?: Partial<EventContext>): Promise<T>;
  close(): Promise<void>;
}

const NOBODY: EventContext = {
  organizationId: null,
  spaceId: null,
  actorId: null,
  tokenId: null,
  requestId: null,
  at: '2030-01-01T00:00:00.000Z',
};

const refuseJob = (): never => {
  throw new Error('no jobs are run here');
};

/** Opens the adapters of a backend on an empty store, without the rest of an instance. */
export async function openPersistence(backend: Backend): Promise<Persistence> {
  const url = await backend.database();
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(Tokens.Config).toConstantValue(readConfig(testEnvironment()));
  container.bind(Tokens.Log).toConstantValue(pino({ level: 'silent' }));
  container.bind(Tokens.JobMetrics).toConstantValue(new JobMetrics([]));
  container.bind(Tokens.LazyJobRunner).toConstantValue({ run: refuseJob, abandon: refuseJob });
  const { events, close } = url === undefined ? await inMemory(container) : await onDatabase(container, url);
  const unitOfWork = container.get(Tokens.StoredUnitOfWork);
  const queue = container.get(Tokens.Queue);
  const ids = new TimeOrderedIds();
  return {
    unitOfWork,
    reads: container.get(Tokens.Reads),
    access: container.get(Tokens.CallerResolver),
    content: container.get(Tokens.StoredContent),
    collector: container.get(Tokens.GarbageCollector),
    translationMemory: container.get(Tokens.TranslationMemory),
    siteEvents: container.get(Tokens.SiteEvents),
    gitSyncs: container.get(Tokens.GitSyncMonitor),
    events,
    close,
    jobs: async () => (await queue.status()).waiting,
    next: () => ids.next(),
    run: (task, context = {}) => unitOfWork.run({ ...NOBODY, ...context }, task),
  };
}

type Stored = Pick<Persistence, 'events' | 'close'>;

async function inMemory(container: Container): Promise<Stored> {
  const store = new MemoryStore();
  await container.load(memoryModule(undefined, store));
  return { events: async () => store.events, close: async () => {} };
}

async function onDatabase(container: Container, url: string): Promise<Stored> {
  const database = await Database.open({ url, connections: 10 });
  await database.migrate();
  const utils = await makeWorkerUtils({ connectionString: url, logger: new Logger(() => () => {}) });
  await utils.migrate();
  await utils.release();
  await container.load(postgresqlModule(database, url, false));
  const queue = container.get(Tokens.Queue);
  const events = async () =>
    (
      await database.reads.query(
        `SELECT type, subject, organization_id AS "organizationId", space_id AS "spaceId", actor_id AS "actorId", token_id AS "tokenId", request_id AS "requestId", address, at, data FROM events ORDER BY seq`,
      )
    ).rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
  const close = async (): Promise<void> => {
    await queue.stop(1_000);
    await database.close();
  };
  return { events, close };
}
