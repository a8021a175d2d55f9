import type { JobOrder } from '../../ports/kernel/jobs.ts';
import type { JobQueue, RunJob } from '../../ports/kernel/job-queue.ts';

const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;
/** What a timer can wait at most. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

interface Entry {
  readonly order: JobOrder;
  attempt: number;
}

/** Jobs of one process, gone with it: the twin of the database's queue, with the same promises while it lives. */
export class MemoryQueue implements JobQueue {
  readonly #queues = new Map<string, Promise<void>>();
  readonly #running = new Set<Promise<void>>();
  /** Jobs that wait for others of their queue. */
  readonly #queued = new Set<Entry>();
  /** Jobs whose time has not come, with the timer that looks again. */
  readonly #later = new Map<Entry, NodeJS.Timeout>();
  readonly #abort = new AbortController();
  #waiting: Entry[] = [];
  #failed = 0;
  #run: RunJob | undefined;
  #unnamed = 0;

  /** @param onFailure told of a job that was given up */
  constructor(private readonly onFailure: (name: string, error: unknown) => void) {}

  /** Says who runs the jobs; before `start`. */
  handle(run: RunJob): void {
    this.#run = run;
  }
  add(orders: readonly JobOrder[]): void {
    for (const order of orders) if (order.key === undefined || !this.#isOrdered(order.key)) this.#waiting.push({ order, attempt: 0 });
    this.#pump();
  }
  #started = false;
  async start(): Promise<void> {
    this.#started = true;
    this.#pump();
  }
  async stop(graceMs: number): Promise<void> {
    this.#started = false;
    this.#abort.abort();
    for (const timer of this.#later.values()) clearTimeout(timer);
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([Promise.allSettled([...this.#running]), new Promise((resolve) => (timer = setTimeout(resolve, graceMs)))]);
    clearTimeout(timer);
  }
  async status() {
    return { waiting: this.#waiting.length + this.#later.size, running: this.#running.size, failed: this.#failed };
  }

  #isOrdered(key: string): boolean {
    return [...this.#waiting, ...this.#later.keys(), ...this.#queued].some(({ order }) => order.key === key);
  }

  #pump(): void {
    if (!this.#started) return;
    for (const entry of this.#waiting.splice(0)) {
      if (this.#postpone(entry)) continue;
      const queue = entry.order.queue ?? `unnamed ${++this.#unnamed}`;
      this.#queued.add(entry);
      const turn = (this.#queues.get(queue) ?? Promise.resolve()).then(() => {
        this.#queued.delete(entry);
        return this.#attempt(entry);
      });
      this.#queues.set(queue, turn);
      this.#running.add(turn);
      void turn.finally(() => {
        this.#running.delete(turn);
        if (this.#queues.get(queue) === turn) this.#queues.delete(queue);
      });
    }
  }

  /** Whether the job's time has not come yet; then it is looked at again. */
  #postpone(entry: Entry): boolean {
    this.#later.delete(entry);
    const { notBefore } = entry.order;
    const wait = notBefore === undefined ? 0 : Date.parse(notBefore) - Date.now();
    if (wait <= 0) return false;
    const timer = setTimeout(() => {
      this.#waiting.push(entry);
      this.#pump();
    }, Math.min(wait, LONGEST_WAIT_MS));
    this.#later.set(entry, timer.unref());
    return true;
  }

  async #attempt(entry: Entry): Promise<void> {
    const { name, payload, maxAttempts = MAX_ATTEMPTS } = entry.order;
    for (let attempt = 1; !this.#abort.signal.aborted; attempt++) {
      const lastAttempt = attempt >= maxAttempts;
      try {
        await this.#run!({ name, payload: structuredClone(payload), attempt, lastAttempt, signal: this.#abort.signal });
        return;
      } catch (error) {
        if (lastAttempt) {
          this.#failed++;
          this.onFailure(name, error);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
      }
    }
  }
}
