import { currentClient } from '../../../application/kernel/abandonment.ts';
import { FairPool } from '../../../application/kernel/fair-pool.ts';
import type { ResourceConsumer } from '../../../ports/kernel/request-limits.ts';

/** Requests that take long: searches occupy the database, comparisons of contents the event loop. */
export type Workload = 'search' | 'comparison';

const WAITING = { total: 1_000, perOrganization: 400, perUser: 200 };
const WAIT_MS = 15_000;
/** A comparison occupies the event loop for 10 ms at a time; between two of them, others get as many turns. */
const COMPARISONS = { places: 4, perOrganization: 3, perUser: 2 };

/**
 * Places of requests that take long, so that those of one caller leave the database and the event loop to the requests
 * of others.
 */
export class WorkloadPlaces {
  readonly #pools: Readonly<Record<Workload, FairPool>>;

  /** @param connections connections to the database that reads share; searches use half of them */
  constructor(connections: number) {
    const places = Math.max(2, Math.ceil(connections / 2));
    this.#pools = {
      search: new FairPool({
        work: 'searches',
        places,
        perOrganization: Math.max(1, places - 1),
        perUser: Math.max(1, Math.ceil(places / 2)),
        waiting: WAITING,
        waitMs: WAIT_MS,
      }),
      comparison: new FairPool({ work: 'comparisons', ...COMPARISONS, waiting: WAITING, waitMs: WAIT_MS }),
    };
  }

  /**
   * Takes a place, waiting for one if need be.
   * @returns the function that frees the place
   * @throws ShareExhausted, PoolBusy when too many requests wait or the wait takes too long; ClientGone
   */
  enter(workload: Workload, consumer: ResourceConsumer): Promise<() => void> {
    return this.#pools[workload].acquire(consumer, currentClient()?.signal);
  }
}
