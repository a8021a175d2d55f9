import type { JobOrder } from '../../ports/jobs.ts';
import type { JobQueue, RunJob } from '../../ports/job-queue.ts';

const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;

interface Entry {
  readonly order: JobOrder;
  attempt: number;
}

/** Jobs of one process, gone with it: the twin of the database's queue, with the same promises while it lives. */
export class MemoryQueue implements JobQueue {
  readonly #queues = new Map<string, Promise<void>>();
  readonly #running = new Set<Promise<void>>();
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
    this.#waiting.push(...orders.map((order) => ({ order, attempt: 0 })));
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
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([Promise.allSettled([...this.#running]), new Promise((resolve) => (timer = setTimeout(resolve, graceMs)))]);
    clearTimeout(timer);
  }
  async status() {
    return { waiting: this.#waiting.length, running: this.#running.size, failed: this.#failed };
  }

  #pump(): void {
    if (!this.#started) return;
    for (const entry of this.#waiting.splice(0)) {
      const queue = entry.order.queue ?? `unnamed ${++this.#unnamed}`;
      const turn = (this.#queues.get(queue) ?? Promise.resolve()).then(() => this.#attempt(entry));
      this.#queues.set(queue, turn);
      this.#running.add(turn);
      void turn.finally(() => {
        this.#running.delete(turn);
        if (this.#queues.get(queue) === turn) this.#queues.delete(queue);
      });
    }
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
