import type { JobQueue, JobRunner } from '../../ports/kernel/job-queue.ts';
import { jobOrganization, type JobRequest } from '../../ports/kernel/jobs.ts';

export interface MemoryQueueOptions {
  /** Jobs at a time. */
  readonly concurrency: number;
  /** Names of jobs that hold a place for long: one organization runs at most `concurrency - 1` of them at a time. */
  readonly heavy: readonly string[];
}

const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;
/** Longest delay that a timer can have. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Jobs of one kind and organization: they are taken in turns with those of others. */
interface Share {
  /** Turn in which one of them was last taken. */
  lastTurn: number;
}

interface Entry {
  readonly order: JobRequest;
  readonly organizationId: string | undefined;
  readonly share: Share;
  /** Last turn that had been given out when the job began to wait. */
  arrivedAt: number;
  /** Attempts that were made. */
  attempts: number;
}

/** Jobs of one process, gone with it: the twin of the database's queue, with the same promises while it lives. */
export class MemoryQueue implements JobQueue {
  readonly #shares = new Map<string, Share>();
  /** Queues of which a job runs. */
  readonly #busyQueues = new Set<string>();
  readonly #running = new Map<Entry, Promise<void>>();
  /** Jobs whose time has not come, with the timer that looks again. */
  readonly #later = new Map<Entry, NodeJS.Timeout>();
  readonly #abort = new AbortController();
  /** Jobs that may run now, in the order in which they began to wait. */
  readonly #waiting: Entry[] = [];
  readonly #heavy: ReadonlySet<string>;
  #turn = 0;
  #failed = 0;
  #started = false;
  #run: JobRunner | undefined;

  /** @param onFailure told of a job that was given up */
  constructor(
    private readonly onFailure: (name: string, error: unknown) => void,
    private readonly options: MemoryQueueOptions,
  ) {
    this.#heavy = new Set(options.heavy);
  }

  /** Sets who runs the jobs; before `start`. */
  handle(run: JobRunner): void {
    this.#run = run;
  }

  add(orders: readonly JobRequest[]): void {
    for (const order of orders) {
      const known = order.key === undefined ? undefined : this.#underKey(order.key);
      if (known === undefined) this.#enter(this.#entryOf(order), order.notBefore);
      else if (known.attempts > 0) this.#startOver(known, order);
    }
    this.#pump();
  }

  async start(): Promise<void> {
    this.#started = true;
    this.#pump();
  }

  async stop(graceMs: number): Promise<void> {
    this.#started = false;
    this.#abort.abort();
    for (const timer of this.#later.values()) clearTimeout(timer);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, graceMs)));
    await Promise.race([Promise.allSettled([...this.#running.values()]), late]);
    clearTimeout(timer);
  }

  async status() {
    return { waiting: this.#waiting.length + this.#later.size, running: this.#running.size, failed: this.#failed };
  }

  #entryOf(order: JobRequest): Entry {
    const organizationId = jobOrganization(order);
    const key = `${order.name} ${organizationId}`;
    const share = this.#shares.get(key) ?? { lastTurn: 0 };
    this.#shares.set(key, share);
    return { order, organizationId, share, arrivedAt: this.#turn, attempts: 0 };
  }

  #underKey(key: string): Entry | undefined {
    return [...this.#waiting, ...this.#later.keys()].find(({ order }) => order.key === key);
  }

  /** Lets a job that failed before be tried as if it were new, with what is ordered now. */
  #startOver(known: Entry, order: JobRequest): void {
    clearTimeout(this.#later.get(known));
    this.#later.delete(known);
    const at = this.#waiting.indexOf(known);
    if (at >= 0) this.#waiting.splice(at, 1);
    this.#enter(this.#entryOf(order), order.notBefore);
  }

  #enter(entry: Entry, notBefore: string | undefined): void {
    const wait = notBefore === undefined ? 0 : Date.parse(notBefore) - Date.now();
    if (wait <= 0) {
      entry.arrivedAt = this.#turn;
      this.#waiting.push(entry);
      return;
    }
    const timer = setTimeout(
      () => {
        this.#later.delete(entry);
        this.#enter(entry, notBefore);
        this.#pump();
      },
      Math.min(wait, LONGEST_WAIT_MS),
    );
    this.#later.set(entry, timer.unref());
  }

  #pump(): void {
    while (this.#started && this.#running.size < this.options.concurrency) {
      const next = this.#next();
      if (next === undefined) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.share.lastTurn = ++this.#turn;
      if (next.order.queue !== undefined) this.#busyQueues.add(next.order.queue);
      this.#running.set(next, this.#attempt(next));
    }
  }

  #next(): Entry | undefined {
    let next: Entry | undefined;
    for (const entry of this.#waiting)
      if (this.#mayRun(entry) && (next === undefined || precedes(entry, next))) next = entry;
    return next;
  }

  #mayRun({ order, organizationId }: Entry): boolean {
    if (order.queue !== undefined && this.#busyQueues.has(order.queue)) return false;
    if (organizationId === undefined || !this.#heavy.has(order.name)) return true;
    const held = [...this.#running.keys()].filter(
      (other) => other.organizationId === organizationId && this.#heavy.has(other.order.name),
    );
    return held.length < Math.max(1, this.options.concurrency - 1);
  }

  async #attempt(entry: Entry): Promise<void> {
    const { name, payload, queue, maxAttempts = MAX_ATTEMPTS } = entry.order;
    const attempt = ++entry.attempts;
    const lastAttempt = attempt >= maxAttempts;
    // Not before whoever ordered it is done.
    await null;
    try {
      await this.#run!({ name, payload: structuredClone(payload), attempt, lastAttempt, signal: this.#abort.signal });
    } catch (error) {
      if (!lastAttempt) this.#enter(entry, new Date(Date.now() + FIRST_PAUSE_MS * 2 ** (attempt - 1)).toISOString());
      else {
        this.#failed++;
        this.onFailure(name, error);
      }
    } finally {
      if (queue !== undefined) this.#busyQueues.delete(queue);
      this.#running.delete(entry);
      if (this.#running.size + this.#waiting.length + this.#later.size === 0) this.#shares.clear();
      this.#pump();
    }
  }
}

/** The system's jobs first, then those of shares that were served least recently, each share in its order. */
function precedes(one: Entry, other: Entry): boolean {
  const turnOf = ({ organizationId, share, arrivedAt }: Entry): number =>
    organizationId === undefined ? -1 : Math.max(share.lastTurn, arrivedAt);
  return turnOf(one) < turnOf(other);
}
