/** Cost of a request; each class has a limit of its own. `heavy`: PDF, imports, archives, Git, translation runs, specs. */
export const COST_CLASSES = ['read', 'search', 'write', 'heavy'] as const;
export type CostClass = (typeof COST_CLASSES)[number];

/** Subject that requests are counted for; a network is an IPv4 address or the /64 of an IPv6 address. */
export const LIMIT_SUBJECTS = ['token', 'user', 'organization', 'network'] as const;
export type LimitSubject = (typeof LIMIT_SUBJECTS)[number];

/** Requests per minute; absent or 0 means unlimited. */
export type RequestLimitTable = Readonly<Record<LimitSubject, Readonly<Partial<Record<CostClass, number>>>>>;

/** State of one limit after a request was counted. */
export interface Quota {
  /** Name of the limit, such as `read` (of a token) or `heavy-organization`. */
  readonly name: string;
  /** Requests allowed in a window. */
  readonly limit: number;
  /** Requests left in this window. */
  readonly remaining: number;
  /** Seconds until the next window, at least 1. */
  readonly resetSeconds: number;
  readonly windowSeconds: number;
  /** Tells whether this request exceeds the limit. */
  readonly isExceeded: boolean;
}

/** Counts requests in windows of a minute. */
export interface RequestLimits {
  /**
   * Counts one request.
   * @returns undefined if there is no limit
   */
  consume(party: LimitSubject, cost: CostClass, id: string): Promise<Quota | undefined>;
  /**
   * Reads a limit without counting.
   * @returns undefined if there is no limit, or nothing was counted yet
   */
  peek(party: LimitSubject, cost: CostClass, id: string): Promise<Quota | undefined>;
}

/** Caller that the use of a scarce resource is charged to. */
export interface ResourceConsumer {
  /** Organization whose content is processed; absent for requests that belong to none. */
  readonly organizationId?: string | undefined;
  /** User id, or the network address of an anonymous caller. */
  readonly user: string;
}
