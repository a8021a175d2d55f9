import { Counter, Gauge, type Registry } from 'prom-client';
import type { CacheUsage } from '../../ports/kernel/cache-usage.ts';
import type { GitSyncMonitor } from '../../ports/git/sync-monitor.ts';
import type { GarbageCollector } from '../../ports/garbage-collection.ts';
import { scrapedFigures, type ReportFailure } from './scraped-figures.ts';

/** Reads the use of each cache, by the name of the cache. */
export type Caches = Readonly<Record<string, () => CacheUsage>>;

/** Adds the metrics of caches. */
export function registerCacheMetrics(registry: Registry, caches: Caches): void {
  const registers = [registry];
  new Counter({
    name: 'quire_cache_lookups_total',
    help: 'Look-ups in the caches of content, by cache and result.',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset();
      for (const [cache, usage] of Object.entries(caches)) {
        const { hits, misses } = usage();
        this.inc({ cache, result: 'hit' }, hits);
        this.inc({ cache, result: 'miss' }, misses);
      }
    },
  });
  new Gauge({
    name: 'quire_cache_bytes',
    help: 'Estimated memory of the entries of each cache in bytes.',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, usage] of Object.entries(caches)) this.set({ cache }, usage().bytes);
    },
  });
  new Gauge({
    name: 'quire_cache_entries',
    help: 'Number of entries of each cache.',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, usage] of Object.entries(caches)) this.set({ cache }, usage().entries);
    },
  });
}

/** Adds the metrics of garbage collection. Values stay as they were while the database cannot be reached. */
export function registerGarbageMetrics(
  registry: Registry,
  collector: Pick<GarbageCollector, 'stats'>,
  report: ReportFailure,
): void {
  const stats = scrapedFigures('garbage collection', () => collector.stats(), report);
  new Gauge({
    name: 'quire_unneeded',
    help: 'Unreferenced content objects and stored files: condemned ones await deletion, collected ones are deleted.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      const figures = await stats();
      if (figures === undefined) return;
      this.set({ kind: 'objects', state: 'condemned' }, figures.condemnedObjects);
      this.set({ kind: 'files', state: 'condemned' }, figures.condemnedBlobs);
      this.set({ kind: 'objects', state: 'collected' }, figures.collectedObjects);
      this.set({ kind: 'files', state: 'collected' }, figures.collectedBlobs);
    },
  });
}

/** Adds the metrics of Git synchronization; one read gives the figures of all. */
export function registerGitMetrics(
  registry: Registry,
  monitor: GitSyncMonitor,
  now: () => string,
  report: ReportFailure,
): void {
  const registers = [registry];
  const figures = scrapedFigures('Git synchronization', () => monitor.figures(now()), report);
  new Gauge({
    name: 'quire_git_syncs',
    help: 'Spaces with a Git repository, by the state of their synchronization.',
    labelNames: ['state'],
    registers,
    async collect() {
      for (const [state, count] of Object.entries((await figures())?.spaces ?? {})) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'quire_git_follows_failing',
    help: 'Followed branches whose last check failed.',
    registers,
    async collect() {
      const { failingFollows } = (await figures()) ?? {};
      if (failingFollows !== undefined) this.set(failingFollows);
    },
  });
  new Gauge({
    name: 'quire_git_sync_lag_seconds',
    help: 'Longest time in seconds by which the check of a followed branch is overdue, or for which it fails.',
    registers,
    async collect() {
      const { lagSeconds } = (await figures()) ?? {};
      if (lagSeconds !== undefined) this.set(lagSeconds);
    },
  });
}
