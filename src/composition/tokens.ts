import type { ServiceIdentifier } from 'inversify';
import type { Application } from '../application/kernel/application.ts';
import type { JobRunner } from '../application/kernel/job-runner.ts';
import type { Reads, Services } from '../application/kernel/services.ts';
import type { Config } from '../config.ts';
import type { Links } from '../adapters/http/kernel/links.ts';
import type { HostnameHandler, HttpHandlers } from '../adapters/http/kernel/server.ts';
import type { SpecDescriptions } from '../application/openapi-specs/spec-descriptions.ts';
import type { BookOperations } from '../application/pdf/book-operations.ts';
import type { PdfCache } from '../application/pdf/pdf-cache.ts';
import type { SessionCookie } from '../adapters/http/sessions/session-cookie.ts';
import type { FileSender } from '../adapters/http/kernel/web/send-file.ts';
import type { SiteVisits } from '../application/sites/reader/site-visits.ts';
import type { SiteRenderer } from '../ports/sites/site-renderer.ts';
import type { WelcomeSource } from '../application/instance.ts';
import type { RequestGate } from '../adapters/http/kernel/request-gate.ts';
import type { StorageUsage } from '../ports/uploads.ts';
import type { RequestLimits } from '../ports/kernel/request-limits.ts';
import type { BodyMemory } from '../adapters/http/kernel/body-memory.ts';
import type { WorkerPools } from '../worker-pools.ts';
import type { Metrics } from '../adapters/metrics.ts';
import type { RateLimiter } from '../ports/sessions.ts';
import type { CallerResolver } from '../ports/permissions.ts';
import type { ReadingFigures } from '../application/insights.reading-figures.ts';
import type { SiteEvents } from '../ports/insights.ts';
import type { TranslationMemory } from '../ports/translations/translation-memory.ts';
import type { GarbageCollector } from '../ports/garbage-collection.ts';
import type { ComputedPages } from '../ports/content/computed-pages.ts';
import type { ContentCache, ContentStore } from '../ports/content/content-store.ts';
import type { JobQueue } from '../ports/kernel/jobs.ts';
import type { UnitOfWork } from '../ports/kernel/unit-of-work.ts';
import type { Logger } from 'pino';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(name) as ServiceIdentifier<T>;

/** Service identifiers of the container. */
export const Tokens = {
  Config: token<Config>('Config'),
  Log: token<Logger>('Log'),
  Links: token<Links>('Links'),
  CallerResolver: token<CallerResolver>('CallerResolver'),
  RateLimiter: token<RateLimiter>('RateLimiter'),
  UnitOfWork: token<UnitOfWork>('UnitOfWork'),
  Reads: token<Reads>('Reads'),
  StoredContent: token<ContentStore>('StoredContent'),
  Content: token<ContentCache>('Content'),
  GarbageCollector: token<GarbageCollector>('GarbageCollector'),
  TranslationMemory: token<TranslationMemory>('TranslationMemory'),
  SiteEvents: token<SiteEvents>('SiteEvents'),
  ReadingFigures: token<ReadingFigures>('ReadingFigures'),
  Services: token<Services>('Services'),
  Queue: token<JobQueue>('Queue'),
  Application: token<Application>('Application'),
  JobRunner: token<JobRunner>('JobRunner'),
  /**
   * Breaks a dependency cycle: the job runner needs the unit of work, which needs the queue, which needs the job
   * runner. The queue resolves it when a job runs.
   */
  LazyJobRunner: token<() => JobRunner>('LazyJobRunner'),
  SiteRenderer: token<SiteRenderer>('SiteRenderer'),
  WorkerPools: token<WorkerPools>('WorkerPools'),
  SiteVisits: token<SiteVisits>('SiteVisits'),
  FileSender: token<FileSender>('FileSender'),
  DescribedSpecs: token<SpecDescriptions>('DescribedSpecs'),
  ComputedPages: token<ComputedPages>('ComputedPages'),
  BookOperations: token<BookOperations>('BookOperations'),
  PdfCache: token<PdfCache>('PdfCache'),
  SessionCookie: token<SessionCookie>('SessionCookie'),
  HostedSites: token<HostnameHandler>('HostedSites'),
  HttpHandlers: token<readonly HttpHandlers[]>('HttpHandlers'),
  WelcomeContent: token<WelcomeSource | undefined>('WelcomeContent'),
  Metrics: token<Metrics>('Metrics'),
  StoredBytes: token<StorageUsage>('StoredBytes'),
  RequestLimits: token<RequestLimits>('RequestLimits'),
  RequestGate: token<RequestGate>('RequestGate'),
  BodyMemory: token<BodyMemory>('BodyMemory'),
};
