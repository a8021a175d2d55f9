import { Counter, Histogram, type Registry } from 'prom-client';

/** Kinds of refusals because of the present state, by which conflicts are counted. */
export const CONFLICTS = ['precondition', 'merge', 'concurrent', 'state'] as const;
export type ConflictKind = (typeof CONFLICTS)[number];

/** Answered request. All texts are from fixed lists, never from the request. */
export interface ObservedRequest {
  readonly method: string;
  /** Pattern of the path, such as `/v1/spaces/{spaceId}`; `none` for a path that nothing is served at. */
  readonly route: string;
  /** An operationId, `site`, `health`, `page` or `none`. */
  readonly operation: string;
  readonly status: number;
  readonly seconds: number;
  /** Set for answers 409 and 412. */
  readonly conflict?: ConflictKind | undefined;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts and times of HTTP requests by route. */
export class HttpMetrics {
  readonly #seconds: Histogram<'method' | 'route' | 'status'>;
  readonly #requests: Counter<'method' | 'route' | 'operation' | 'status'>;
  readonly #conflicts: Counter<'kind'>;
  /** Series by method, route and status class, all of which are bounded by the route table. */
  readonly #series = new Map<
    string,
    { readonly seconds: Histogram.Internal<string>; readonly requests: Counter.Internal }
  >();

  constructor(registry: Registry) {
    const registers = [registry];
    this.#seconds = new Histogram({
      name: 'quire_http_request_seconds',
      help: 'Duration of HTTP requests in seconds, by method, route pattern and status class.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    });
    this.#requests = new Counter({
      name: 'quire_http_requests_total',
      help: 'HTTP requests by method, route pattern, operation and status class.',
      labelNames: ['method', 'route', 'operation', 'status'],
      registers,
    });
    this.#conflicts = new Counter({
      name: 'quire_conflicts_total',
      help: 'Requests refused with 409 or 412 because of the present state, by kind.',
      labelNames: ['kind'],
      registers,
    });
    for (const kind of CONFLICTS) this.#conflicts.inc({ kind }, 0);
  }

  observe({ method: sent, route, operation, status: code, seconds, conflict }: ObservedRequest): void {
    const method = METHODS.has(sent) ? sent : 'other';
    const status = code >= 100 && code < 600 ? `${Math.floor(code / 100)}xx` : 'other';
    const key = `${method} ${route} ${status}`;
    const known = this.#series.get(key);
    const series = known ?? {
      seconds: this.#seconds.labels(method, route, status),
      requests: this.#requests.labels(method, route, operation, status),
    };
    if (known === undefined) this.#series.set(key, series);
    series.seconds.observe(seconds);
    series.requests.inc();
    if (conflict !== undefined) this.#conflicts.inc({ kind: conflict });
  }
}
