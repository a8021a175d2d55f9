import type { JobQueue, JobRunner } from '../../ports/kernel/job-queue.ts';
import { jobOrganization, type JobRequest } from '../../ports/kernel/jobs.ts';

export interface MemoryQueueOptions {
  /** Jobs at a time. */
  readonly concurrency: number;
  /** Names of jobs that hold a place for long: one organization runs at most `concurrency - 1` of them at a time. */
  readonly heavy: readonly string[];
}

const MAX_ATTEMPTS = 5;
const MIN_RETRY_DELAY_MS = 100;
/** Longest delay that a timer can have. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Jobs of one kind and organization: they are taken in turns with those of others. */
interface JobShare {
  /** Turn in which one of them was last taken. */
  lastTurn: number;
}

interface QueuedJob {
  readonly request: JobRequest;
  readonly organizationId: string | undefined;
  readonly share: JobShare;
  /** Last turn that had been given out when the job began to wait. */
  arrivedAt: number;
  /** Attempts that were made. */
  attempts: number;
}

/** Jobs of one process, gone with it: the twin of the database's queue, with the same promises while it lives. */
export class MemoryQueue implements JobQueue {
  readonly #shares = new Map<string, JobShare>();
  /** Queues of which a job runs. */
  readonly #busyQueues = new Set<string>();
  readonly #running = new Map<QueuedJob, Promise<void>>();
  /** Jobs whose time has not come, with the timer that looks again. */
  readonly #delayed = new Map<QueuedJob, NodeJS.Timeout>();
  readonly #abort = new AbortController();
  /** Jobs that may run now, in the order in which they began to wait. */
  readonly #waiting: QueuedJob[] = [];
  readonly #heavy: ReadonlySet<string>;
  #lastTurn = 0;
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

  /** Lets a job that failed before be tried as if it were new, with what is ordered now. */
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
    // Not before whoever ordered it is done.
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

/** The system's jobs first, then those of shares that were served least recently, each share in its order. */
function precedes(one: QueuedJob, other: QueuedJob): boolean {
  const turnOf = ({ organizationId, share, arrivedAt }: QueuedJob): number =>
    organizationId === undefined ? -1 : Math.max(share.lastTurn, arrivedAt);
  return turnOf(one) < turnOf(other);
}
