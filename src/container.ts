import { Container, ContainerModule, type ResolutionContext } from 'inversify';
import { CachedContentStore } from './adapters/cached-content-store.ts';
import { UndiciGuardedFetch } from './adapters/fetch/undici-guarded-fetch.ts';
import { ProgramGitRepositories } from './adapters/git/program-git-repositories.ts';
import { FolderFiles } from './adapters/folder-templates.ts';
import { createLogger } from './adapters/log.ts';
import { JobMetrics } from './adapters/metrics/job-metrics.ts';
import { Metrics } from './adapters/metrics/metrics.ts';
import { TracedApplication } from './adapters/telemetry/traced-application.ts';
import { TracedFetch } from './adapters/telemetry/traced-fetch.ts';
import { divideCacheMemory } from './application/content/cache-shares.ts';
import { JOB_KINDS } from './application/instance.jobs.ts';
import { Application } from './application/kernel/application.ts';
import { ObservedUnitOfWork } from './application/kernel/observed-unit-of-work.ts';
import { JobRunner } from './application/kernel/job-runner.ts';
import { JOBS } from './application/system/jobs.ts';
import { ContentTokens } from './application/sites/audience/content-tokens.ts';
import { isLate } from './application/instance.backups.ts';
import { openBlobStore } from './composition/blob-store.ts';
import { memoryModule } from './composition/memory.ts';
import { postgresqlModule } from './composition/postgresql.ts';
import { Tokens } from './composition/tokens.ts';
import type { JobExecution } from './ports/kernel/jobs.ts';
import type { Tracer } from './ports/kernel/tracer.ts';
import { httpModule } from './composition/http.ts';
import type { RuntimeContext } from './composition/runtime-context.ts';
import { servicesModule } from './composition/services.ts';
import { openCachedFiles, sitesModule } from './composition/sites.ts';
import { GUIDE } from './packaged-files.ts';

/** Creates the container, which selects the adapter of each port by the configuration. */
export async function createContainer(context: RuntimeContext): Promise<Container> {
  const { config, database } = context;
  const container = new Container({ defaultScope: 'Singleton' });
  const blobs = await openBlobStore(config);
  const guarded = new UndiciGuardedFetch({ allowPrivateNetworks: config.allowPrivateNetworks, userAgent: 'Quire' });
  const web = context.tracer === undefined ? guarded : new TracedFetch(guarded, context.tracer);
  const git = await ProgramGitRepositories.open({
    dir: context.gitDirectory,
    web,
    protocols: config.gitProtocols,
    fileRoots: config.gitFileRoots,
  });
  await container.load(
    coreModule(context),
    httpModule(context),
    sitesModule(context, await openCachedFiles(config.dataDir)),
    servicesModule(context, { blobs, web, git }),
    database === undefined
      ? memoryModule(context.clock)
      : postgresqlModule(database.open, database.url, database.embedded),
  );
  return container;
}

/** Binds what every part of the instance rests on: content, units of work, the application, jobs and metrics. */
const coreModule = ({ config, tracer }: RuntimeContext): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(Tokens.Config).toConstantValue(config);
    bind(Tokens.Log).toConstantValue(createLogger(config.logLevel, undefined, tracer && (() => tracer.current())));
    bind(Tokens.WelcomeContent).toConstantValue(FolderFiles.open(GUIDE));
    bind(Tokens.Content).toDynamicValue(
      ({ get }) =>
        new CachedContentStore(get(Tokens.StoredContent), {
          maxBytes: divideCacheMemory(config.contentCacheBytes).objects,
        }),
    );
    bind(Tokens.UnitOfWork).toDynamicValue(({ get }) => {
      const recent = get(Tokens.RecentVisits);
      return new ObservedUnitOfWork(get(Tokens.StoredUnitOfWork), (organizationId) => recent.forget(organizationId));
    });
    bind(Tokens.Application).toDynamicValue(({ get }) => {
      const read = get(Tokens.Reads);
      const services = get(Tokens.Services);
      const tokens = new ContentTokens({ ...services, read });
      const parts = [get(Tokens.CallerResolver), get(Tokens.UnitOfWork), read, services, tokens] as const;
      return tracer === undefined ? new Application(...parts) : new TracedApplication(tracer, ...parts);
    });
    bind(Tokens.JobRunner).toDynamicValue(
      ({ get }) => new JobRunner(JOBS, get(Tokens.UnitOfWork), get(Tokens.Reads), get(Tokens.Services)),
    );
    bind(Tokens.JobMetrics).toConstantValue(new JobMetrics(JOB_KINDS));
    bind(Tokens.LazyJobRunner).toDynamicValue(({ get }) => {
      const run = (job: JobExecution) => get(Tokens.JobRunner).run(job);
      return {
        run: tracer === undefined ? run : (job) => traceJob(tracer, job, () => run(job)),
        abandon: (job, reason) => get(Tokens.JobRunner).abandon(job, reason),
      };
    });
    bind(Tokens.Metrics).toDynamicValue(({ get }) => createMetrics(get));
  });

/** Creates the figures of `/metrics` about all parts of this process. */
function createMetrics(get: ResolutionContext['get']): Metrics {
  const { jobs } = get(Tokens.Reads);
  const jobMetrics = get(Tokens.JobMetrics);
  const content = get(Tokens.Content);
  const services = get(Tokens.Services);
  const { backups } = services;
  const runs = get(Tokens.BackupRuns);
  const log = get(Tokens.Log);
  const published = get(Tokens.PublishedSites);
  const answers = get(Tokens.CompressedAnswers);
  return new Metrics({
    jobs: { register: (registry, report) => jobMetrics.register(registry, jobs, report) },
    collector: get(Tokens.GarbageCollector),
    backups: runs && {
      latest: () => runs.latest(),
      isLate: (complete) => backups !== undefined && isLate(backups.schedule, complete, services.clock.now()),
    },
    gitSyncs: get(Tokens.GitSyncMonitor),
    database: get(Tokens.MeasuredDatabase),
    caches: {
      objects: () => content.usage(),
      page_views: () => services.pageViews.usage(),
      page_trees: () => services.pageTrees.usage(),
      answers: () => answers.usage(),
      site_outlines: () => services.siteContent.usage(),
      site_pages: () => published.cacheUsage(),
    },
    now: () => services.clock.now(),
    report: (figures, err) =>
      log.warn({ component: 'metrics', figures, err }, 'figures for /metrics could not be read'),
  });
}

/** Runs a job within a span under its name. */
const traceJob = (tracer: Tracer, { name, attempt }: JobExecution, run: () => Promise<void>): Promise<void> =>
  tracer.run(
    { name: `job ${name}`, kind: 'consumer', attributes: { 'quire.job': name, 'quire.attempt': attempt } },
    run,
  );
