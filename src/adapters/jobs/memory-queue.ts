import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { Clock } from '../../ports/kernel/clock.ts';
import {
  DEFAULT_JOB_ATTEMPTS,
  jobOrganization,
  UnrecoverableJob,
  type JobCounts,
  type JobFilter,
  type JobObserver,
  type JobOutcome,
  type JobQueue,
  type JobQueueLimits,
  type JobReads,
  type JobRequest,
  type JobRunner,
  type JobState,
  type JobStatus,
} from '../../ports/kernel/jobs.ts';
import type { Page, PageRequest } from '../../ports/kernel/repository.ts';

export interface MemoryQueueOptions {
  readonly queues: readonly JobQueueLimits[];
  /** Clock of the times that jobs show; the time of the machine by default. */
  readonly clock?: Clock | undefined;
  /** Receives each job that failed for the last time. */
  readonly onFailure?: (name: string, error: unknown) => void;
  readonly observe?: JobObserver;
  /** Describes an error without secrets. */
  readonly describe?: (error: Error) => string;
}

/** Change of a job by a committed unit of work. */
export type JobChange =
  | { readonly change: 'enqueue'; readonly request: JobRequest }
  | { readonly change: 'remove' | 'cancel'; readonly id: string }
  | { readonly change: 'restart'; readonly id: string; readonly payload?: JobRequest['payload'] | undefined };

const MIN_RETRY_DELAY_MS = 100;
/** Longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Failed jobs that are kept; the oldest ones are forgotten first. */
const MAX_FAILED = 1_000;

/** Jobs of one kind and organization, which alternate with those of other shares. */
interface JobShare {
  /** Turn in which a job of this share was last started. */
  lastTurn: number;
}

interface QueuedJob {
  readonly id: number;
  request: JobRequest;
  readonly organizationId: string | undefined;
  readonly share: JobShare;
  readonly enqueuedAt: string;
  /** Last turn before the job began to wait. */
  arrivedAt: number;
  /** Number of attempts so far. */
  attempts: number;
  dueAt: string;
  startedAt: string | null;
  error: string | null;
  /** Aborts the running job when it was cancelled. */
  cancellation: AbortController;
}

/**
 * Job queue in the memory of one process, with the same guarantees as the queue in the database while the process
 * lives.
 */
export class MemoryQueue implements JobQueue, JobReads {
  readonly #shares = new Map<string, JobShare>();
  /** Named queues with a running job. */
  readonly #busyQueues = new Set<string>();
  readonly #running = new Map<QueuedJob, Promise<void>>();
  /** Jobs that are not due yet, with the timers that schedule them again. */
  readonly #delayed = new Map<QueuedJob, NodeJS.Timeout>();
  readonly #failed = new Set<QueuedJob>();
  readonly #abort = new AbortController();
  /** Jobs that are due, in the order in which they began to wait. */
  readonly #waiting: QueuedJob[] = [];
  readonly #limits: ReadonlyMap<string, JobQueueLimits>;
  #lastId = 0;
  #lastTurn = 0;
  #started = false;
  #runner: JobRunner | undefined;

  constructor(private readonly options: MemoryQueueOptions) {
    this.#limits = new Map(options.queues.flatMap((limits) => limits.jobs.map((name) => [name, limits] as const)));
  }

  /** Sets the application that runs the jobs; must be called before `start`. */
  setRunner(runner: JobRunner): void {
    this.#runner = runner;
  }

  /** Applies the changes of a committed unit of work in their order. */
  apply(changes: readonly JobChange[]): void {
    for (const change of changes) {
      if (change.change === 'enqueue') this.#enqueue(change.request);
      else this.#change(change);
    }
    this.#startJobs();
  }

  async prepare(): Promise<void> {}

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
    return {
      waiting: this.#waiting.length + this.#delayed.size,
      running: this.#running.size,
      failed: this.#failed.size,
    };
  }

  async list({ names, status, organizationId }: JobFilter, { limit, after }: PageRequest): Promise<Page<JobState>> {
    const matching = this.#all()
      .map((job) => this.#stateOf(job))
      .filter((job) => names === undefined || names.includes(job.name))
      .filter((job) => status === undefined || job.status === status)
      .filter((job) => organizationId === undefined || job.organizationId === organizationId)
      .sort((one, other) => Number(other.id) - Number(one.id));
    const rest = matching.filter(({ id }) => after === undefined || Number(id) < Number(after));
    const items = structuredClone(rest.slice(0, limit));
    const last = items.at(-1);
    return {
      items,
      ...(rest.length > limit && last !== undefined && { next: last.id }),
      count: matching.length,
    };
  }

  async find(id: string): Promise<JobState | undefined> {
    const job = this.#findById(id);
    return job && structuredClone(this.#stateOf(job));
  }

  async counts(): Promise<readonly JobCounts[]> {
    const byName = new Map<string, { counts: Record<JobStatus, number>; oldestWaitingSeconds: number }>();
    for (const job of this.#all()) {
      const { name } = job.request;
      const known = byName.get(name) ?? {
        counts: { waiting: 0, scheduled: 0, running: 0, cancelling: 0, failed: 0 },
        oldestWaitingSeconds: 0,
      };
      byName.set(name, known);
      const status = this.#statusOf(job);
      known.counts[status]++;
      if (status === 'waiting')
        known.oldestWaitingSeconds = Math.max(
          known.oldestWaitingSeconds,
          (Date.parse(this.#now()) - Date.parse(job.dueAt)) / 1000,
        );
    }
    return [...byName].map(([name, figures]) => ({ name, ...figures }));
  }

  #now(): string {
    return this.options.clock?.now() ?? new Date().toISOString();
  }

  #all(): QueuedJob[] {
    return [...this.#waiting, ...this.#delayed.keys(), ...this.#running.keys(), ...this.#failed];
  }

  #findById(id: string): QueuedJob | undefined {
    return this.#all().find((job) => String(job.id) === id);
  }

  #statusOf(job: QueuedJob): JobStatus {
    if (this.#running.has(job)) return job.cancellation.signal.aborted ? 'cancelling' : 'running';
    if (this.#failed.has(job)) return 'failed';
    return this.#delayed.has(job) ? 'scheduled' : 'waiting';
  }

  #stateOf(job: QueuedJob): JobState {
    const { id, request, organizationId, attempts, enqueuedAt, dueAt, startedAt, error } = job;
    const isRunning = this.#running.has(job);
    return {
      id: String(id),
      name: request.name,
      organizationId: (organizationId ?? null) as OrganizationId | null,
      payload: request.payload,
      status: this.#statusOf(job),
      attempts,
      maxAttempts: maxAttempts(request),
      enqueuedAt,
      dueAt,
      startedAt: isRunning ? startedAt : null,
      worker: isRunning ? 'memory' : null,
      error,
    };
  }

  #enqueue(request: JobRequest): void {
    const existing = request.key === undefined ? undefined : this.#findByKey(request.key);
    if (existing === undefined) return this.#schedule(this.#createEntry(request), request.notBefore);
    if (existing.attempts === 0) return;
    // A job that failed before is replaced with the new request under the same key.
    this.#withdraw(existing);
    this.#schedule(this.#createEntry(request), request.notBefore);
  }

  #change(change: Exclude<JobChange, { readonly change: 'enqueue' }>): void {
    const job = this.#findById(change.id);
    if (job === undefined) return;
    if (this.#running.has(job)) {
      if (change.change !== 'restart') job.cancellation.abort();
      return;
    }
    this.#withdraw(job);
    if (change.change !== 'restart') return;
    job.attempts = 0;
    job.error = null;
    if (change.payload !== undefined) job.request = { ...job.request, payload: structuredClone(change.payload) };
    this.#schedule(job, undefined);
  }

  /** Removes a job that does not run from where it waits or is kept. */
  #withdraw(job: QueuedJob): void {
    clearTimeout(this.#delayed.get(job));
    this.#delayed.delete(job);
    this.#failed.delete(job);
    const index = this.#waiting.indexOf(job);
    if (index >= 0) this.#waiting.splice(index, 1);
  }

  #createEntry(request: JobRequest): QueuedJob {
    const organizationId = jobOrganization(request);
    const key = `${request.name} ${organizationId}`;
    const share = this.#shares.get(key) ?? { lastTurn: 0 };
    this.#shares.set(key, share);
    return {
      id: ++this.#lastId,
      request,
      organizationId,
      share,
      enqueuedAt: this.#now(),
      arrivedAt: this.#lastTurn,
      attempts: 0,
      dueAt: this.#now(),
      startedAt: null,
      error: null,
      cancellation: new AbortController(),
    };
  }

  #findByKey(key: string): QueuedJob | undefined {
    return [...this.#waiting, ...this.#delayed.keys()].find(({ request }) => request.key === key);
  }

  #schedule(entry: QueuedJob, notBefore: string | undefined): void {
    entry.dueAt = notBefore ?? this.#now();
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
    while (this.#started) {
      const next = this.#next();
      if (next === undefined) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.share.lastTurn = ++this.#lastTurn;
      next.startedAt = this.#now();
      next.cancellation = new AbortController();
      if (next.request.queue !== undefined) this.#busyQueues.add(next.request.queue);
      this.#running.set(next, this.#attempt(next));
    }
  }

  #next(): QueuedJob | undefined {
    let next: QueuedJob | undefined;
    const canRun = this.#createFilter();
    for (const entry of this.#waiting) if ((next === undefined || precedes(entry, next)) && canRun(entry)) next = entry;
    return next;
  }

  /** Creates a test for the jobs that the limits of their queues allow to run now. */
  #createFilter(): (job: QueuedJob) => boolean {
    const held = new Map<string, number>();
    const count = (key: string): number => held.get(key) ?? 0;
    for (const { request, organizationId } of this.#running.keys()) {
      const name = this.#limits.get(request.name)?.name;
      for (const key of [`${name}`, `${name} ${organizationId}`]) held.set(key, count(key) + 1);
    }
    return ({ request, organizationId }) => {
      const limits = this.#limits.get(request.name);
      // Nothing takes jobs of a kind that this version does not know.
      if (limits === undefined) return false;
      if (request.queue !== undefined && this.#busyQueues.has(request.queue)) return false;
      if (count(limits.name) >= limits.concurrency) return false;
      return organizationId === undefined || count(`${limits.name} ${organizationId}`) < limits.organizationConcurrency;
    };
  }

  async #attempt(entry: QueuedJob): Promise<void> {
    const { name, payload, queue } = entry.request;
    const attempt = ++entry.attempts;
    const signal = AbortSignal.any([this.#abort.signal, entry.cancellation.signal]);
    // Starts after the caller has finished.
    await null;
    const startedAt = performance.now();
    let outcome: JobOutcome = 'succeeded';
    try {
      await this.#runner!.run({
        name,
        payload: structuredClone(payload),
        attempt,
        // An interruption is no last attempt, whatever the number of earlier ones.
        get lastAttempt() {
          return !signal.aborted && attempt >= maxAttempts(entry.request);
        },
        signal,
      });
    } catch (error) {
      if (entry.cancellation.signal.aborted) {
        outcome = 'cancelled';
        await this.#runner!.abandon({ name, payload }, 'cancelled').catch((failure: unknown) =>
          this.options.onFailure?.(name, failure),
        );
      } else outcome = this.#fail(entry, error);
    } finally {
      this.options.observe?.({ name, outcome, seconds: (performance.now() - startedAt) / 1000 });
      if (queue !== undefined) this.#busyQueues.delete(queue);
      this.#running.delete(entry);
      if (this.#running.size + this.#waiting.length + this.#delayed.size === 0) this.#shares.clear();
      this.#startJobs();
    }
  }

  #fail(entry: QueuedJob, error: unknown): JobOutcome {
    const { describe = ({ message }) => message, onFailure } = this.options;
    entry.error = describe(error as Error);
    if (entry.attempts < maxAttempts(entry.request) && !(error instanceof UnrecoverableJob)) {
      const delay = MIN_RETRY_DELAY_MS * 2 ** (entry.attempts - 1);
      this.#schedule(entry, new Date(Date.now() + delay).toISOString());
      return 'retried';
    }
    this.#failed.add(entry);
    if (this.#failed.size > MAX_FAILED) this.#failed.delete([...this.#failed][0]!);
    onFailure?.(entry.request.name, error);
    return 'failed';
  }
}

const maxAttempts = (request: JobRequest): number => request.maxAttempts ?? DEFAULT_JOB_ATTEMPTS;

/**
 * Compares waiting jobs: jobs of the system come first, then those of the share that was served least recently, each
 * share in its own order.
 */
function precedes(one: QueuedJob, other: QueuedJob): boolean {
  const turnOf = ({ organizationId, share, arrivedAt }: QueuedJob): number =>
    organizationId === undefined ? -1 : Math.max(share.lastTurn, arrivedAt);
  return turnOf(one) < turnOf(other);
}
