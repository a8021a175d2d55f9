import { hash } from 'node:crypto';
import type Koa from 'koa';
import { LRUCache } from 'lru-cache';
import type { Admission } from '../../../application/kernel/authorizer.ts';
import { networkOf } from '../../../application/sessions/rate-limits.ts';
import { TooManyRequests } from '../../../domain/kernel/errors.ts';
import type {
  CostClass,
  LimitSubject,
  Quota,
  RequestLimits,
  ResourceConsumer,
} from '../../../ports/kernel/request-limits.ts';
import { workloadOf, type Route } from './route.ts';
import type { WorkloadPlaces } from './workload-places.ts';

/** Number of tokens whose user is cached, so that a caller above its limit costs no query. */
const MAX_CACHED_TOKENS = 20_000;
const TOKEN_CACHE_MS = 60_000;

/** Admission of a request with a token, counted once its caller is known. */
export interface TokenAdmission extends Admission {
  /** Tells whether the token was valid within the last minute. */
  readonly wasValid: boolean;
  /** Counts a request with an invalid token against its network. @throws TooManyRequests */
  refused(): Promise<void>;
}

/**
 * Counts requests against rate limits before they are answered, gives those that take long their places, and reports
 * the remaining quota in `RateLimit` and `RateLimit-Policy`. Requests without a valid token count against their
 * network.
 */
export class RequestGate {
  readonly #users = new LRUCache<string, string>({ max: MAX_CACHED_TOKENS, ttl: TOKEN_CACHE_MS });

  constructor(
    private readonly limits: RequestLimits,
    private readonly places: WorkloadPlaces,
  ) {}

  /** Returns the function that takes a place for a request to a route; undefined where it needs none. */
  placeFor(route: Route): ((consumer: ResourceConsumer) => Promise<() => void>) | undefined {
    const workload = workloadOf(route);
    return workload && ((consumer) => this.places.enter(workload, consumer));
  }

  /** Handles a request of a network in a place if it takes long. @throws ShareExhausted, PoolBusy, ClientGone */
  async inPlace(ctx: Koa.Context, cost: CostClass | null, handle: () => Promise<void>): Promise<void> {
    if (cost !== 'search') return handle();
    const leave = await this.places.enter('search', {
      user: networkOf(ctx.state.address as string | undefined),
    });
    try {
      await handle();
    } finally {
      leave();
    }
  }

  /** Counts a request against its network. @throws TooManyRequests */
  async admitNetwork(ctx: Koa.Context, cost: CostClass): Promise<void> {
    await this.#consume(ctx, 'network', cost, networkOf(ctx.state.address as string | undefined));
  }

  /**
   * Counts a request with a token: at once if the token was valid recently, otherwise once its caller is known. An
   * unseen token is looked up only while its network has anonymous requests left, which also limits guessing.
   * @throws TooManyRequests
   */
  async admitToken(ctx: Koa.Context, cost: CostClass, secret: string): Promise<TokenAdmission> {
    const token = hash('sha256', secret);
    const network = networkOf(ctx.state.address as string | undefined);
    let counted = false;
    const count = async (userId: string): Promise<void> => {
      counted = true;
      await this.#consume(ctx, 'token', cost, token);
      await this.#consume(ctx, 'user', cost, userId);
    };
    const user = this.#users.get(token);
    if (user !== undefined) await count(user);
    else {
      const quota = await this.limits.peek('network', 'read', network);
      if (quota?.isExceeded) throw refusal(ctx, quota);
    }
    let isOrganizationCounted = false;
    return {
      wasValid: user !== undefined,
      identified: ({ userId }) => {
        if (counted) return undefined;
        this.#users.set(token, userId);
        return count(userId);
      },
      authorized: async (organizationId) => {
        if (isOrganizationCounted || cost !== 'heavy') return;
        isOrganizationCounted = true;
        await this.#consume(ctx, 'organization', cost, organizationId);
      },
      refused: async () => {
        this.#users.delete(token);
        await this.#consume(ctx, 'network', 'read', network);
      },
    };
  }

  async #consume(ctx: Koa.Context, party: LimitSubject, cost: CostClass, id: string): Promise<void> {
    const quota = await this.limits.consume(party, cost, id);
    if (quota === undefined) return;
    if (quota.isExceeded) throw refusal(ctx, quota);
    addLimitHeaders(ctx, quota);
  }
}

function refusal(ctx: Koa.Context, quota: Quota): TooManyRequests {
  addLimitHeaders(ctx, quota);
  return new TooManyRequests(quota.name, quota.limit, quota.windowSeconds, quota.resetSeconds);
}

/** Adds a limit to the response headers (IETF draft "RateLimit header fields for HTTP"). */
function addLimitHeaders({ res }: Koa.Context, { name, limit, remaining, resetSeconds, windowSeconds }: Quota): void {
  add(res, 'RateLimit-Policy', `"${name}";q=${limit};w=${windowSeconds}`);
  add(res, 'RateLimit', `"${name}";r=${remaining};t=${resetSeconds}`);
}

function add(res: Koa.Context['res'], header: string, item: string): void {
  const present = res.getHeader(header);
  res.setHeader(header, present === undefined ? item : `${String(present)}, ${item}`);
}
