import { DomainError } from '../../domain/kernel/errors.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';

export interface FairPoolOptions {
  /** Plural noun of the work, as error messages name it: `archive downloads`. */
  readonly work: string;
  /** Name of the group of callers with one `organizationId` in error messages; default `your organization`. */
  readonly group?: string;
  /** Pieces of work under way at the same time. */
  readonly places: number;
  /** Places that one organization may hold; at most `places`. */
  readonly perOrganization: number;
  /** Places that one user may hold, over all organizations. */
  readonly perUser: number;
  /** Requests that may wait for a place. */
  readonly waiting: { readonly total: number; readonly perOrganization: number; readonly perUser: number };
  /** Milliseconds that a request waits at most; unlimited when absent. */
  readonly waitMs?: number;
}

/** Refusal because every place is taken, mostly by others. */
export class PoolBusy extends DomainError {
  readonly category = 'unavailable';
  /** @param retryAfter seconds */
  constructor(
    work: string,
    override readonly retryAfter: number,
  ) {
    super(`the server is busy with other ${work}; retry in ${retryAfter} seconds`);
  }
}

/** Refusal because the caller or the caller's organization already uses its share of the places. */
export class ShareExhausted extends DomainError {
  readonly category = 'too-many';
  /** @param retryAfter seconds */
  constructor(
    owner: string,
    work: string,
    override readonly retryAfter: number,
  ) {
    super(`too many ${work} of ${owner} are in progress; retry in ${retryAfter} seconds`);
  }
}

/** Usage of the pool by one organization or one user. */
interface Share {
  running: number;
  waiting: number;
  /** Turn in which it was last given a place. */
  lastTurn: number;
}

interface Waiting {
  readonly organization: Share;
  readonly user: Share;
  /** Last turn that had been given out when the request arrived. */
  readonly arrivedAt: number;
  readonly start: () => void;
}

const RETRY_AFTER_SECONDS = 30;

/**
 * Places for scarce work, shared fairly: no organization and no user holds more than its share, and a place that becomes
 * free goes to the organization, then the user, that holds the fewest places, in turns where several hold as many.
 */
export class FairPool {
  readonly #organizations = new Map<string, Share>();
  readonly #users = new Map<string, Share>();
  /** In the order of arrival. */
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #turn = 0;

  constructor(private readonly options: FairPoolOptions) {}

  /** Number of places that are taken. */
  get running(): number {
    return this.#running;
  }

  /** Runs a task in a place. @throws as `acquire`, and what the task throws */
  async run<T>(holder: ResourceConsumer, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(holder, signal);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /**
   * Takes a place, waiting for one if need be.
   * @param signal aborts the wait, with its reason
   * @returns the function that frees the place; calling it again has no effect
   * @throws ShareExhausted, PoolBusy when too many requests wait or the wait takes too long
   */
  async acquire(holder: ResourceConsumer, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const organization = shareOf(this.#organizations, holder.organizationId ?? `user ${holder.user}`);
    const user = shareOf(this.#users, holder.user);
    try {
      if (!this.#hasPlace(organization.share, user.share)) await this.#wait(organization.share, user.share, signal);
      else this.#take(organization.share, user.share);
    } catch (error) {
      organization.forget();
      user.forget();
      throw error;
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#running--;
      organization.share.running--;
      user.share.running--;
      this.#startNext();
      organization.forget();
      user.forget();
    };
  }

  #wait(organization: Share, user: Share, signal: AbortSignal | undefined): Promise<void> {
    const { waiting, waitMs } = this.options;
    if (user.waiting >= waiting.perUser) throw this.#refusal('yours');
    if (organization.waiting >= waiting.perOrganization) throw this.#refusal(this.#group);
    if (this.#waiting.length >= waiting.total) throw this.#refusal();
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        organization.waiting--;
        user.waiting--;
      };
      const refuse = (reason: unknown): void => {
        leave();
        reject(reason as Error);
      };
      const onAbort = (): void => refuse(signal!.reason);
      const entry: Waiting = {
        organization,
        user,
        arrivedAt: this.#turn,
        start: () => {
          leave();
          this.#take(organization, user);
          resolve();
        },
      };
      if (waitMs !== undefined) timer = setTimeout(() => refuse(this.#refusalOf(entry)), waitMs);
      signal?.addEventListener('abort', onAbort);
      organization.waiting++;
      user.waiting++;
      this.#waiting.push(entry);
    });
  }

  #hasPlace(organization: Share, user: Share): boolean {
    const { places, perOrganization, perUser } = this.options;
    return this.#running < places && organization.running < perOrganization && user.running < perUser;
  }

  #take(organization: Share, user: Share): void {
    this.#running++;
    this.#turn++;
    for (const share of [organization, user]) {
      share.running++;
      share.lastTurn = this.#turn;
    }
  }

  #startNext(): void {
    for (;;) {
      let next: Waiting | undefined;
      for (const entry of this.#waiting) {
        if (this.#hasPlace(entry.organization, entry.user) && (next === undefined || precedes(entry, next)))
          next = entry;
      }
      if (next === undefined) return;
      next.start();
    }
  }

  #refusalOf({ organization, user }: Waiting): DomainError {
    if (user.running >= this.options.perUser) return this.#refusal('yours');
    return this.#refusal(organization.running >= this.options.perOrganization ? this.#group : undefined);
  }

  get #group(): string {
    return this.options.group ?? 'your organization';
  }

  #refusal(owner?: string): DomainError {
    const { work } = this.options;
    if (owner === undefined) return new PoolBusy(work, RETRY_AFTER_SECONDS);
    return new ShareExhausted(owner, work, RETRY_AFTER_SECONDS);
  }
}

/** Share under a key, made when absent; `forget` drops it once it is unused. */
function shareOf(shares: Map<string, Share>, key: string): { readonly share: Share; readonly forget: () => void } {
  const share = shares.get(key) ?? { running: 0, waiting: 0, lastTurn: 0 };
  shares.set(key, share);
  const forget = (): void => {
    if (share.running === 0 && share.waiting === 0 && shares.get(key) === share) shares.delete(key);
  };
  return { share, forget };
}

/** Order of two waiting requests; a request that waits is never overtaken for ever by callers who are new. */
function precedes(one: Waiting, other: Waiting): boolean {
  const ranks = (entry: Waiting): number[] =>
    [entry.organization, entry.user].flatMap((share) => [share.running, Math.max(share.lastTurn, entry.arrivedAt)]);
  const [a, b] = [ranks(one), ranks(other)];
  const at = a.findIndex((rank, index) => rank !== b[index]);
  return at >= 0 && a[at]! < b[at]!;
}
