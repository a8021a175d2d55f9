import type pg from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import {
  COST_CLASSES,
  LIMIT_SUBJECTS,
  type CostClass,
  type LimitSubject,
  type Quota,
  type RequestLimits,
  type RequestLimitTable,
} from '../ports/kernel/request-limits.ts';

const WINDOW_SECONDS = 60;
/** Table created by a migration, since no DDL runs while the instance serves. */
const TABLE = 'request_limits';

interface Limiter {
  readonly name: string;
  readonly limit: number;
  readonly count: RateLimiterAbstract;
}

/**
 * Request limits over rate-limiter-flexible. Cheap requests are counted in memory on each node, because a database
 * write per read would cost more than the read. Heavy requests are counted in PostgreSQL for all nodes together, and in
 * memory while the database is unreachable.
 */
export class FlexibleRequestLimits implements RequestLimits {
  readonly #limiters: Readonly<Record<LimitSubject, ReadonlyMap<CostClass, Limiter>>>;

  /** @param pool PostgreSQL connections; without them heavy requests are counted in memory too */
  constructor(perMinute: RequestLimitTable, pool?: pg.Pool) {
    const limitersOf = (party: LimitSubject): Map<CostClass, Limiter> => {
      const limited = COST_CLASSES.flatMap((cost) =>
        perMinute[party][cost] ? [{ cost, limit: perMinute[party][cost] }] : [],
      );
      return new Map(limited.map(({ cost, limit }) => [cost, createLimiter(party, cost, limit, pool)]));
    };
    this.#limiters = Object.fromEntries(LIMIT_SUBJECTS.map((party) => [party, limitersOf(party)])) as Record<
      LimitSubject,
      Map<CostClass, Limiter>
    >;
  }

  async consume(subject: LimitSubject, cost: CostClass, id: string): Promise<Quota | undefined> {
    const limiter = this.#limiters[subject].get(cost);
    if (limiter === undefined) return undefined;
    const counted = await limiter.count.consume(id).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
    return quotaOf(limiter, counted, counted.consumedPoints > limiter.limit);
  }

  async peek(subject: LimitSubject, cost: CostClass, id: string): Promise<Quota | undefined> {
    const limiter = this.#limiters[subject].get(cost);
    const counted = await limiter?.count.get(id);
    return limiter === undefined || counted == null
      ? undefined
      : quotaOf(limiter, counted, counted.consumedPoints >= limiter.limit);
  }
}

function createLimiter(subject: LimitSubject, cost: CostClass, limit: number, pool: pg.Pool | undefined): Limiter {
  const options = { points: limit, duration: WINDOW_SECONDS, keyPrefix: `${subject}-${cost}` };
  const name = subject === 'token' ? cost : `${cost}-${subject}`;
  const memory = new RateLimiterMemory(options);
  if (pool === undefined || cost !== 'heavy') return { name, limit, count: memory };
  const stored = {
    storeClient: pool,
    storeType: 'pool',
    tableName: TABLE,
    tableCreated: true,
    insuranceLimiter: memory,
  };
  return { name, limit, count: new RateLimiterPostgres({ ...options, ...stored }) };
}

const quotaOf = (
  { name, limit }: Limiter,
  { consumedPoints, msBeforeNext }: RateLimiterRes,
  isExceeded: boolean,
): Quota => ({
  name,
  limit,
  remaining: Math.max(limit - consumedPoints, 0),
  resetSeconds: Math.max(Math.ceil(msBeforeNext / 1000), 1),
  windowSeconds: WINDOW_SECONDS,
  isExceeded,
});
