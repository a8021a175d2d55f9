import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Piscina } from 'piscina';
import { FairPool } from '../../application/kernel/fair-pool.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { WorkerMessage, WorkerTask } from './worker-task.ts';

/** Reports that a task was stopped because it exceeded its limit of time or memory. */
export class TaskAbandoned extends Error {}

export interface WorkerPoolOptions {
  /** Module whose exports are the tasks, each made by `workerTask`. */
  readonly entry: URL;
  readonly threads: number;
  /** Wall-clock limit of one task in milliseconds; neither the wait for a thread nor its start counts. */
  readonly taskMs: number;
  /** Limit of the heap of one thread, in megabytes. */
  readonly memory: number;
  /** Tasks that may wait for a thread; half of them of one organization. */
  readonly queue: number;
}

/** One run of a task. */
export interface TaskRun {
  /** Foreign text that decides how long the task takes: one that exceeded a limit is refused for a while. */
  readonly text: string;
  /** Owner of the text, whose share of the threads the task takes. */
  readonly organizationId: OrganizationId;
  readonly input: unknown;
  readonly answer?: AnswerQuestion;
}

/** Answers a question that a task asks while it runs; runs on the calling thread. */
export type AnswerQuestion = (question: never) => unknown;

/** Longest wait of a task for a thread, in milliseconds. */
const WAIT_MS = 30_000;
/** Period after which a thread without tasks ends, in milliseconds. */
const IDLE_MS = 30_000;
/** Texts that exceeded a limit, and the period for which they are not tried again, in milliseconds. */
const MAX_ABANDONED = 10_000;
const ABANDONED_MS = 10 * 60_000;
/** Loads an entry that is not compiled yet. */
const TYPESCRIPT_LOADER = fileURLToPath(new URL('./worker-typescript-loader.mjs', import.meta.url));

/**
 * Runs tasks on a fixed number of threads, so that a task costs the calling thread nothing but its messages. A task
 * that exceeds its limit of time or memory is stopped with its thread; the pool replaces the thread.
 */
export class WorkerPool {
  #pool: Promise<Piscina> | undefined;
  readonly #abandoned = new LRUCache<string, true>({ max: MAX_ABANDONED, ttl: ABANDONED_MS });

  readonly #shares: FairPool;

  constructor(private readonly options: WorkerPoolOptions) {
    const { threads, queue } = options;
    // Texts of one organization leave a thread to others.
    const perOrganization = Math.max(threads - 1, 1);
    const waiting = { total: queue, perOrganization: queue / 2, perUser: queue / 2 };
    this.#shares = new FairPool({
      work: 'documents to parse',
      group: 'this organization',
      places: threads,
      perOrganization,
      perUser: perOrganization,
      waiting,
      waitMs: WAIT_MS,
    });
  }

  /**
   * Runs the task that the entry exports under `name`.
   * @throws TaskAbandoned, ShareExhausted, PoolBusy, and whatever the task or `answer` throws
   */
  async run<Result>(name: string, { text, organizationId, input, answer }: TaskRun): Promise<Result> {
    const digest = createHash('sha256').update(`${name}\0`).update(text).digest('base64');
    if (this.#abandoned.has(digest)) throw new TaskAbandoned();
    try {
      // The share is the organization's, whoever asks: its text is what costs.
      const holder = { organizationId, user: organizationId };
      return await this.#shares.run(holder, () => this.#run<Result>(name, input, answer));
    } catch (error) {
      if (error instanceof TaskAbandoned) this.#abandoned.set(digest, true);
      throw error;
    }
  }

  /** Ends the threads; tasks that are running fail. */
  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    await (await pool)?.destroy();
  }

  async #run<Result>(name: string, input: unknown, answer: AnswerQuestion | undefined): Promise<Result> {
    const pool = await (this.#pool ??= this.#start());
    const { port1: ours, port2: theirs } = new MessageChannel();
    const clock = new TaskClock(this.options.taskMs);
    const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    ours.on('message', (message: WorkerMessage) => {
      if ('started' in message) clock.start();
      else reply(ours, signal, () => answer?.(message.question as never));
    });
    // Only the task keeps the process alive.
    ours.unref();
    const task: WorkerTask = { name, input, port: theirs, signal };
    try {
      const result: unknown = await pool.run(task, {
        // The loader of TypeScript finds the export itself.
        ...(isCompiled(this.options.entry) && { name }),
        transferList: [theirs],
        signal: clock.signal,
      });
      return result as Result;
    } catch (error) {
      if (clock.isOver || isOutOfMemory(error)) throw new TaskAbandoned();
      throw error;
    } finally {
      clock.stop();
      ours.close();
    }
  }

  async #start(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    const { entry, threads, memory } = this.options;
    const pool = new Piscina({
      filename: isCompiled(entry) ? fileURLToPath(entry) : TYPESCRIPT_LOADER,
      ...(!isCompiled(entry) && { workerData: { entry: entry.href, loader: typescriptLoader() } }),
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: memory },
    });
    // The task of a thread that ends fails by itself.
    pool.on('error', () => {});
    return pool;
  }
}

/** Stops a task that runs for too long. */
class TaskClock {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | NodeJS.Immediate | undefined;
  isOver = false;

  constructor(private readonly taskMs: number) {}

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      // A result that arrived while this thread was busy comes first.
      this.#timer = setImmediate(() => {
        this.isOver = true;
        this.#controller.abort();
      });
    }, this.taskMs);
  }

  stop(): void {
    clearTimeout(this.#timer as NodeJS.Timeout);
    clearImmediate(this.#timer as NodeJS.Immediate);
  }
}

/** Answers the thread, which waits for the signal. */
function reply(port: MessagePort, signal: Int32Array, answer: () => unknown): void {
  let message: { readonly answer: unknown } | { readonly failure: string };
  try {
    message = { answer: answer() };
  } catch (error) {
    message = { failure: String((error as Error).message) };
  }
  port.postMessage(message);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
}

const isCompiled = (entry: URL): boolean => !entry.pathname.endsWith('.ts');
const isOutOfMemory = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

const typescriptLoader = (): string =>
  new URL('dist/esm/api/index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))).href;
