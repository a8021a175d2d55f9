import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { GarbageCollector } from '../ports/garbage-collection.ts';
import type { JobQueue } from '../ports/kernel/jobs.ts';

/** Metrics in the Prometheus format for /metrics. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #seconds: Histogram;
  readonly #requests: Counter;
  /** Series by operation and status class; both are bounded by the route table. */
  readonly #series = new Map<
    string,
    { readonly seconds: Histogram.Internal<string>; readonly requests: Counter.Internal }
  >();

  constructor(queue: JobQueue, collector: Pick<GarbageCollector, 'stats'>) {
    collectDefaultMetrics({ register: this.#registry });
    this.#seconds = new Histogram({
      name: 'quire_http_request_seconds',
      help: 'Duration of HTTP requests in seconds.',
      labelNames: ['operation'],
      buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers: [this.#registry],
    });
    this.#requests = new Counter({
      name: 'quire_http_requests_total',
      help: 'HTTP requests by operation and status class.',
      labelNames: ['operation', 'status'],
      registers: [this.#registry],
    });
    new Gauge({
      name: 'quire_jobs',
      help: 'Background jobs by state.',
      labelNames: ['state'],
      registers: [this.#registry],
      async collect() {
        const states = Object.entries(await queue.status().catch(() => ({})));
        for (const [state, count] of states) this.set({ state }, count as number);
      },
    });
    new Gauge({
      name: 'quire_unneeded',
      help: 'Unreferenced content objects and stored files: condemned ones await deletion, collected ones are deleted.',
      labelNames: ['kind', 'state'],
      registers: [this.#registry],
      async collect() {
        const figures = await collector.stats().catch(() => undefined);
        if (figures === undefined) return;
        this.set({ kind: 'objects', state: 'condemned' }, figures.condemnedObjects);
        this.set({ kind: 'files', state: 'condemned' }, figures.condemnedBlobs);
        this.set({ kind: 'objects', state: 'collected' }, figures.collectedObjects);
        this.set({ kind: 'files', state: 'collected' }, figures.collectedBlobs);
      },
    });
  }

  /**
   * Records a request.
   *
   * @param operation an operationId, `page` or `none`; never text from the request
   */
  observe({ operation, status, seconds }: { operation: string; status: number; seconds: number }): void {
    const kind = status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other';
    const name = `${operation} ${kind}`;
    const known = this.#series.get(name);
    const series = known ?? {
      seconds: this.#seconds.labels(operation),
      requests: this.#requests.labels(operation, kind),
    };
    if (known === undefined) this.#series.set(name, series);
    series.seconds.observe(seconds);
    series.requests.inc();
  }

  async render(): Promise<{ readonly type: string; readonly body: string }> {
    return { type: this.#registry.contentType, body: await this.#registry.metrics() };
  }
}
