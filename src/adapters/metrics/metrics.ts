import { collectDefaultMetrics, Registry } from 'prom-client';
import type { GarbageCollector } from '../../ports/garbage-collection.ts';
import type { GitSyncMonitor } from '../../ports/git/sync-monitor.ts';
import { registerBackupMetrics, type MeasuredBackups } from './backup-metrics.ts';
import { registerCacheMetrics, registerGarbageMetrics, registerGitMetrics, type Caches } from './content-metrics.ts';
import { registerDatabaseMetrics, type MeasuredDatabase } from './database-metrics.ts';
import { HttpMetrics, type ObservedRequest } from './http-metrics.ts';
import type { ReportFailure } from './scraped-figures.ts';

/** Parts of the instance that are measured. */
export interface MetricSources {
  readonly jobs: { register(registry: Registry, report: ReportFailure): void };
  readonly collector: Pick<GarbageCollector, 'stats'>;
  readonly gitSyncs: GitSyncMonitor;
  /** Absent for storage in memory. */
  readonly backups?: MeasuredBackups | undefined;
  readonly caches: Caches;
  /** Absent for storage in memory. */
  readonly database?: MeasuredDatabase | undefined;
  readonly now: () => string;
  /** Called when figures cannot be read, once until they can be read again. */
  readonly report: ReportFailure;
}

/** Gauges of the library whose names end like those of counters. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Metrics in the Prometheus format for /metrics. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #http: HttpMetrics;

  constructor({ jobs, collector, gitSyncs, backups, caches, database, now, report }: MetricSources) {
    collectDefaultMetrics({ register: this.#registry });
    for (const name of MISNAMED) this.#registry.removeSingleMetric(name);
    this.#http = new HttpMetrics(this.#registry);
    if (database !== undefined) registerDatabaseMetrics(this.#registry, database);
    registerCacheMetrics(this.#registry, caches);
    registerGitMetrics(this.#registry, gitSyncs, now, report);
    registerGarbageMetrics(this.#registry, collector, report);
    if (backups !== undefined) registerBackupMetrics(this.#registry, backups, report);
    jobs.register(this.#registry, report);
  }

  /** Records a request. */
  observe(request: ObservedRequest): void {
    this.#http.observe(request);
  }

  async render(): Promise<{ readonly type: string; readonly body: string }> {
    return { type: this.#registry.contentType, body: await this.#registry.metrics() };
  }

  /** All metrics with their present values. */
  values(): ReturnType<Registry['getMetricsAsJSON']> {
    return this.#registry.getMetricsAsJSON();
  }
}
