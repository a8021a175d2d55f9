import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { JOB_STATUSES, type JobObserver, type JobReads } from '../../ports/kernel/jobs.ts';
import { scrapedFigures, type ReportFailure } from './scraped-figures.ts';

/** Metrics of background jobs: how many wait, run and have failed, and how attempts went in this process. */
export class JobMetrics {
  readonly #attempts = new Counter({
    name: 'quire_job_attempts_total',
    help: 'Attempts of background jobs in this process by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [],
  });
  readonly #seconds = new Histogram({
    name: 'quire_job_seconds',
    help: 'Duration of attempts of background jobs in this process in seconds.',
    labelNames: ['kind'],
    buckets: [0.01, 0.1, 1, 10, 60, 600, 3600],
    registers: [],
  });

  /** Counts an attempt. */
  readonly observe: JobObserver = ({ name, outcome, seconds }) => {
    this.#attempts.inc({ kind: name, outcome });
    this.#seconds.observe({ kind: name }, seconds);
  };

  /** @param kinds kinds of jobs, whose numbers are also told when there are none */
  constructor(private readonly kinds: readonly string[]) {}

  /** Adds the metrics to a registry; the numbers of jobs are read from `jobs` for each scrape. */
  register(registry: Registry, jobs: Pick<JobReads, 'counts'>, report: ReportFailure): void {
    const { kinds } = this;
    registry.registerMetric(this.#attempts);
    registry.registerMetric(this.#seconds);
    const counts = scrapedFigures('jobs', () => jobs.counts(), report);
    new Gauge({
      name: 'quire_jobs',
      help: 'Background jobs by kind and state, of all processes.',
      labelNames: ['kind', 'state'],
      registers: [registry],
      async collect() {
        const found = await counts();
        // The last known numbers would hide that the database is unreachable.
        this.reset();
        if (found === undefined) return;
        for (const kind of kinds) for (const state of JOB_STATUSES) this.set({ kind, state }, 0);
        for (const { name: kind, counts: byState } of found)
          for (const [state, count] of Object.entries(byState)) this.set({ kind, state }, count);
      },
    });
    new Gauge({
      name: 'quire_jobs_oldest_waiting_seconds',
      help: 'Time for which the oldest waiting job of a kind has been due, in seconds.',
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        const found = await counts();
        this.reset();
        if (found === undefined) return;
        for (const kind of kinds) this.set({ kind }, 0);
        for (const { name: kind, oldestWaitingSeconds } of found) this.set({ kind }, oldestWaitingSeconds);
      },
    });
  }
}
