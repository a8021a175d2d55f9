import { jobOrganization, type JobQueue, type JobRunner, type JobRequest } from '../../ports/kernel/jobs.ts';

export interface MemoryQueueOptions {
  /** Maximum number of jobs that run at the same time. */
  readonly concurrency: number;
  /** Names of long-running jobs; one organization runs at most `concurrency - 1` of them at a time. */
  readonly heavy: readonly string[];
}

const MAX_ATTEMPTS = 5;
const MIN_RETRY_DELAY_MS = 100;
/** Longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Jobs of one kind and organization, which alternate with those of other shares. */
interface JobShare {
  /** Turn in which a job of this share was last started. */
  lastTurn: number;
}

interface QueuedJob {
  readonly request: JobRequest;
  readonly organizationId: string | undefined;
  readonly share: JobShare;
  /** Last turn before the job began to wait. */
  arrivedAt: number;
  /** Number of attempts so far. */
  attempts: number;
}

/**
 * Job queue in the memory of one process, with the same guarantees as the queue in the database while the process
 * lives.
 */
export class MemoryQueue implements JobQueue {
  readonly #shares = new Map<string, JobShare>();
  /** Named queues with a running job. */
  readonly #busyQueues = new Set<string>();
  readonly #running = new Map<QueuedJob, Promise<void>>();
  /** Jobs that are not due yet, with the timers that schedule them again. */
  readonly #delayed = new Map<QueuedJob, NodeJS.Timeout>();
  readonly #abort = new AbortController();
  /** Jobs that are due, in the order in which they began to wait. */
  readonly #waiting: QueuedJob[] = [];
  readonly #heavy: ReadonlySet<string>;
  #lastTurn = 0;
  #failed = 0;
  #started = false;
  #run: JobRunner | undefined;

  /** @param onFailure receives each job that failed for the last time */
  constructor(
    private readonly onFailure: (name: string, error: unknown) => void,
    private readonly options: MemoryQueueOptions,
  ) {
    this.#heavy = new Set(options.heavy);
  }

  /** Sets the function that runs the jobs; must be called before `start`. */
  setRunner(run: JobRunner): void {
    this.#run = run;
  }

  add(requests: readonly JobRequest[]): void {
    for (const request of requests) {
      const existing = request.key === undefined ? undefined : this.#findByKey(request.key);
      if (existing === undefined) this.#schedule(this.#createEntry(request), request.notBefore);
      else if (existing.attempts > 0) this.#reschedule(existing, request);
    }
    this.#startJobs();
  }

  async start(): Promise<void> {
    this.#started = true;
    this.#startJobs();
  }

  async stop(graceMs: number): Promise<void> {
    this.#started = false;
    this.#abort.abort();
    for (const timer of this.#delayed.values()) clearTimeout(timer);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => (timer = setTimeout(resolve, graceMs)));
    await Promise.race([Promise.allSettled([...this.#running.values()]), timeout]);
    clearTimeout(timer);
  }

  async status() {
    return { waiting: this.#waiting.length + this.#delayed.size, running: this.#running.size, failed: this.#failed };
  }

  #createEntry(request: JobRequest): QueuedJob {
    const organizationId = jobOrganization(request);
    const key = `${request.name} ${organizationId}`;
    const share = this.#shares.get(key) ?? { lastTurn: 0 };
    this.#shares.set(key, share);
    return { request, organizationId, share, arrivedAt: this.#lastTurn, attempts: 0 };
  }

  #findByKey(key: string): QueuedJob | undefined {
    return [...this.#waiting, ...this.#delayed.keys()].find(({ request: order }) => order.key === key);
  }

  /** Replaces a job that failed before with a new request under the same key. */
  #reschedule(existing: QueuedJob, request: JobRequest): void {
    clearTimeout(this.#delayed.get(existing));
    this.#delayed.delete(existing);
    const index = this.#waiting.indexOf(existing);
    if (index >= 0) this.#waiting.splice(index, 1);
    this.#schedule(this.#createEntry(request), request.notBefore);
  }

  #schedule(entry: QueuedJob, notBefore: string | undefined): void {
    const wait = notBefore === undefined ? 0 : Date.parse(notBefore) - Date.now();
    if (wait <= 0) {
      entry.arrivedAt = this.#lastTurn;
      this.#waiting.push(entry);
      return;
    }
    const timer = setTimeout(
      () => {
        this.#delayed.delete(entry);
        this.#schedule(entry, notBefore);
        this.#startJobs();
      },
      Math.min(wait, MAX_TIMER_MS),
    );
    this.#delayed.set(entry, timer.unref());
  }

  #startJobs(): void {
    while (this.#started && this.#running.size < this.options.concurrency) {
      const next = this.#next();
      if (next === undefined) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.share.lastTurn = ++this.#lastTurn;
      if (next.request.queue !== undefined) this.#busyQueues.add(next.request.queue);
      this.#running.set(next, this.#attempt(next));
    }
  }

  #next(): QueuedJob | undefined {
    let next: QueuedJob | undefined;
    for (const entry of this.#waiting)
      if (this.#canRun(entry) && (next === undefined || precedes(entry, next))) next = entry;
    return next;
  }

  #canRun({ request: order, organizationId }: QueuedJob): boolean {
    if (order.queue !== undefined && this.#busyQueues.has(order.queue)) return false;
    if (organizationId === undefined || !this.#heavy.has(order.name)) return true;
    const held = [...this.#running.keys()].filter(
      (other) => other.organizationId === organizationId && this.#heavy.has(other.request.name),
    );
    return held.length < Math.max(1, this.options.concurrency - 1);
  }

  async #attempt(entry: QueuedJob): Promise<void> {
    const { name, payload, queue, maxAttempts = MAX_ATTEMPTS } = entry.request;
    const attempt = ++entry.attempts;
    const lastAttempt = attempt >= maxAttempts;
    // Starts after the caller has finished.
    await null;
    try {
      await this.#run!({ name, payload: structuredClone(payload), attempt, lastAttempt, signal: this.#abort.signal });
    } catch (error) {
      if (!lastAttempt)
        this.#schedule(entry, new Date(Date.now() + MIN_RETRY_DELAY_MS * 2 ** (attempt - 1)).toISOString());
      else {
        this.#failed++;
        this.onFailure(name, error);
      }
    } finally {
      if (queue !== undefined) this.#busyQueues.delete(queue);
      this.#running.delete(entry);
      if (this.#running.size + this.#waiting.length + this.#delayed.size === 0) this.#shares.clear();
      this.#startJobs();
    }
  }
}

/**
 * Compares waiting jobs: jobs of the system come first, then those of the share that was served least recently, each
 * share in its own order.
 */
function precedes(one: QueuedJob, other: QueuedJob): boolean {
  const turnOf = ({ organizationId, share, arrivedAt }: QueuedJob): number =>
    organizationId === undefined ? -1 : Math.max(share.lastTurn, arrivedAt);
  return turnOf(one) < turnOf(other);
}
