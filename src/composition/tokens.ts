import type { ServiceIdentifier } from 'inversify';
import type { Application } from '../application/kernel/application.ts';
import type { JobRunner } from '../application/kernel/job-runner.ts';
import type { Reads, Services } from '../application/kernel/services.ts';
import type { Config } from '../config/config.ts';
import type { Links } from '../adapters/http/kernel/links.ts';
import type { HostnameHandler, HttpHandlers } from '../adapters/http/kernel/server.ts';
import type { SpecDescriptions } from '../application/openapi-specs/spec-descriptions.ts';
import type { BookOperations } from '../application/pdf/book-operations.ts';
import type { PdfCache } from '../application/pdf/pdf-cache.ts';
import type { SessionCookie } from '../adapters/http/sessions/session-cookie.ts';
import type { FileSender } from '../adapters/http/kernel/web/send-file.ts';
import type { PublishedSites } from '../application/sites/reader/published-sites.ts';
import type { RecentVisits } from '../application/sites/reader/recent-visits.ts';
import type { SiteVisits } from '../application/sites/reader/site-visits.ts';
import type { SiteRenderer } from '../ports/sites/site-renderer.ts';
import type { WelcomeSource } from '../application/instance.ts';
import type { RequestGate } from '../adapters/http/kernel/request-gate.ts';
import type { StorageUsage } from '../ports/uploads.ts';
import type { RequestLimits } from '../ports/kernel/request-limits.ts';
import type { BodyMemory } from '../adapters/http/kernel/body-memory.ts';
import type { CompressedAnswers } from '../adapters/http/kernel/compressed-answers.ts';
import type { WorkerPools } from '../worker-pools.ts';
import type { Metrics } from '../adapters/metrics/metrics.ts';
import type { MeasuredDatabase } from '../adapters/metrics/database-metrics.ts';
import type { JobMetrics } from '../adapters/metrics/job-metrics.ts';
import type { RateLimiter } from '../ports/sessions.ts';
import type { CallerResolver } from '../ports/permissions.ts';
import type { ReadingFigures } from '../application/insights.reading-figures.ts';
import type { SiteEvents } from '../ports/insights.ts';
import type { TranslationMemory } from '../ports/translations/translation-memory.ts';
import type { BackupRuns } from '../ports/instance.backups.ts';
import type { InstanceStates } from '../ports/instance.ts';
import type { Readiness } from '../adapters/http/system/readiness.ts';
import type { GitSyncMonitor } from '../ports/git/sync-monitor.ts';
import type { GarbageCollector } from '../ports/garbage-collection.ts';
import type { ComputedPages } from '../ports/content/computed-pages.ts';
import type { ContentCache, ContentStore } from '../ports/content/content-store.ts';
import type { JobQueue } from '../ports/kernel/jobs.ts';
import type { UnitOfWork } from '../ports/kernel/unit-of-work.ts';
import type { EmbedPictures } from '../ports/sites/embed-pictures.ts';
import type { PreviewPictures } from '../ports/sites/preview-pictures.ts';
import type { Logger } from 'pino';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(name) as ServiceIdentifier<T>;

/** Service identifiers of the container. */
export const Tokens = {
  Config: token<Config>('Config'),
  Log: token<Logger>('Log'),
  Links: token<Links>('Links'),
  CallerResolver: token<CallerResolver>('CallerResolver'),
  RateLimiter: token<RateLimiter>('RateLimiter'),
  /** Unit of work of the persistence, which `UnitOfWork` observes. */
  StoredUnitOfWork: token<UnitOfWork>('StoredUnitOfWork'),
  UnitOfWork: token<UnitOfWork>('UnitOfWork'),
  RecentVisits: token<RecentVisits>('RecentVisits'),
  Reads: token<Reads>('Reads'),
  StoredContent: token<ContentStore>('StoredContent'),
  Content: token<ContentCache>('Content'),
  InstanceStates: token<InstanceStates>('InstanceStates'),
  BackupRuns: token<BackupRuns | undefined>('BackupRuns'),
  Readiness: token<Readiness>('Readiness'),
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
   * runner. This one is resolved when a job runs.
   */
  LazyJobRunner: token<Pick<JobRunner, 'run' | 'abandon'>>('LazyJobRunner'),
  SiteRenderer: token<SiteRenderer>('SiteRenderer'),
  WorkerPools: token<WorkerPools>('WorkerPools'),
  PublishedSites: token<PublishedSites>('PublishedSites'),
  SiteVisits: token<SiteVisits>('SiteVisits'),
  FileSender: token<FileSender>('FileSender'),
  SpecDescriptions: token<SpecDescriptions>('SpecDescriptions'),
  ComputedPages: token<ComputedPages>('ComputedPages'),
  BookOperations: token<BookOperations>('BookOperations'),
  PdfCache: token<PdfCache>('PdfCache'),
  PreviewPictures: token<PreviewPictures>('PreviewPictures'),
  EmbedPictures: token<EmbedPictures>('EmbedPictures'),
  SessionCookie: token<SessionCookie>('SessionCookie'),
  HostedSites: token<HostnameHandler>('HostedSites'),
  HttpHandlers: token<readonly HttpHandlers[]>('HttpHandlers'),
  WelcomeContent: token<WelcomeSource | undefined>('WelcomeContent'),
  Metrics: token<Metrics>('Metrics'),
  /** Database whose pools are measured; undefined for storage in memory. */
  MeasuredDatabase: token<MeasuredDatabase | undefined>('MeasuredDatabase'),
  GitSyncMonitor: token<GitSyncMonitor>('GitSyncMonitor'),
  JobMetrics: token<JobMetrics>('JobMetrics'),
  StorageUsage: token<StorageUsage>('StorageUsage'),
  RequestLimits: token<RequestLimits>('RequestLimits'),
  RequestGate: token<RequestGate>('RequestGate'),
  BodyMemory: token<BodyMemory>('BodyMemory'),
  CompressedAnswers: token<CompressedAnswers>('CompressedAnswers'),
};
