import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import {
  STANDBY_RESULTS,
  STATEMENT_FAILURES,
  type StandbyResult,
  type StatementEvent,
  type StatementListener,
} from '../../ports/kernel/statements.ts';

/** Connections of a pool. */
export interface PoolFigures {
  readonly totalCount: number;
  readonly idleCount: number;
  /** Requests that wait for a connection. */
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

/** Database whose pools and statements are measured. */
export interface MeasuredDatabase {
  pools(): Readonly<Record<string, PoolFigures>>;
  /** Standby that answers reads, with their numbers by what became of them. */
  readonly standby?: { readonly results: Readonly<Record<StandbyResult, number>> } | undefined;
  readonly statements: { listen(listener: StatementListener): () => void };
}

/** Adds the metrics of a database. */
export function registerDatabaseMetrics(registry: Registry, database: MeasuredDatabase): void {
  const registers = [registry];
  new Gauge({
    name: 'quire_database_connections',
    help: 'Open connections to the database, by pool and state.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of Object.entries(database.pools())) {
        this.set({ pool, state: 'in_use' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
      }
    },
  });
  new Gauge({
    name: 'quire_database_connections_max',
    help: 'Largest number of connections to the database, by pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { options }] of Object.entries(database.pools())) this.set({ pool }, options.max);
    },
  });
  new Gauge({
    name: 'quire_database_waiting',
    help: 'Requests and jobs that wait for a connection to the database, by pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(database.pools())) this.set({ pool }, waitingCount);
    },
  });
  new Counter({
    name: 'quire_database_standby_reads_total',
    help: 'Reads that the standby could answer, by result: answered, or left to the primary as it was behind or failed.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      for (const result of STANDBY_RESULTS) this.inc({ result }, database.standby?.results[result] ?? 0);
    },
  });
  const seconds = new Histogram({
    name: 'quire_database_statement_seconds',
    help: 'Duration of round trips to the database in seconds, by pool; those of reads include the wait for a connection.',
    labelNames: ['pool'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  const errors = new Counter({
    name: 'quire_database_errors_total',
    help: 'Failed connections and statements, by pool and kind.',
    labelNames: ['pool', 'kind'],
    registers,
  });
  for (const pool of Object.keys(database.pools()))
    for (const kind of STATEMENT_FAILURES) errors.inc({ pool, kind }, 0);
  const series = new Map<string, Histogram.Internal<'pool'>>();
  database.statements.listen(({ pool, ms, failure }: StatementEvent) => {
    const known = series.get(pool) ?? seconds.labels(pool);
    series.set(pool, known);
    known.observe(ms / 1000);
    if (failure !== undefined) errors.inc({ pool, kind: failure });
  });
}
