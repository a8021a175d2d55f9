import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Piscina } from 'piscina';
import { FairPool } from '../../application/kernel/fair-pool.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import { TaskAbandoned, TaskFailed } from './worker-errors.ts';
import type { WorkerAnswer, WorkerMessage, WorkerResult, WorkerTask } from './worker-task.ts';

/** Limits of a pool. */
export interface WorkerPoolLimits {
  /** Plural noun of the tasks, as error messages name them. */
  readonly work: string;
  readonly threads: number;
  /** Wall-clock limit of one task in milliseconds; waiting for a thread, its start and answers does not count. */
  readonly taskMs: number;
  /** Limit of the heap of one thread, in megabytes. */
  readonly memory: number;
  /** Tasks that may wait for a thread; half of them of one organization. */
  readonly queue: number;
  /** Longest wait of a task for a thread, in milliseconds; unlimited when absent. */
  readonly waitMs?: number;
  /** Period after which a thread without tasks ends, in milliseconds. */
  readonly idleMs: number;
}

export interface WorkerPoolOptions extends WorkerPoolLimits {
  /** Module whose exports are the tasks, each made by `workerTask`. */
  readonly entry: URL;
}

/** One run of a task. */
export interface TaskRun extends Partial<ResourceConsumer> {
  /** User whose share of the threads the task takes besides that of the organization; absent where any user may ask. */
  readonly user?: string;
  /** Foreign text that decides how long the task takes: one that exceeded a limit is refused for a while. */
  readonly text?: string;
  readonly input: unknown;
  readonly answer?: AnswerQuestion;
}

/** Answers a question that a task asks while it runs; runs on the calling thread. */
export type AnswerQuestion = (question: never) => unknown;

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
  readonly #abandoned = new LRUCache<string, TaskAbandoned['exceeded']>({ max: MAX_ABANDONED, ttl: ABANDONED_MS });

  readonly #shares: FairPool;

  constructor(private readonly options: WorkerPoolOptions) {
    const { work, threads, queue, waitMs } = options;
    // Tasks of one organization leave a thread to others.
    const share = Math.max(threads - 1, 1);
    this.#shares = new FairPool({
      work,
      group: 'this organization',
      places: threads,
      perOrganization: share,
      perUser: share,
      waiting: { total: queue, perOrganization: queue / 2, perUser: queue / 2 },
      ...(waitMs !== undefined && { waitMs }),
    });
  }

  /**
   * Runs the task that the entry exports under `name`.
   * @throws TaskAbandoned, TaskFailed, ShareExhausted, PoolBusy, and the error of an answer without which the task failed
   */
  async run<Result>(name: string, { organizationId, user, text, input, answer }: TaskRun): Promise<Result> {
    const digest = text && createHash('sha256').update(`${name}\0`).update(text).digest('base64');
    const exceeded = digest && this.#abandoned.get(digest);
    if (exceeded) throw new TaskAbandoned(exceeded);
    try {
      const holder = { organizationId, user: user ?? `organization ${organizationId}` };
      return await this.#shares.run(holder, () => this.#run<Result>(name, input, answer));
    } catch (error) {
      if (digest && error instanceof TaskAbandoned) this.#abandoned.set(digest, error.exceeded);
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
    const pool = await this.#started();
    const { port1: ours, port2: theirs } = new MessageChannel();
    const clock = new TaskClock(this.options.taskMs);
    const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    let failedAnswer: { readonly error: unknown } | undefined;
    const reply = async (question: never): Promise<WorkerAnswer> => {
      try {
        return { answer: await answer?.(question) };
      } catch (error) {
        failedAnswer = { error };
        return { failure: String((error as Error).message) };
      }
    };
    ours.on('message', (message: WorkerMessage) => {
      if ('started' in message) return clock.resume();
      clock.pause();
      void reply(message.question as never).then((answer) => {
        if (!clock.isStopped) clock.resume();
        ours.postMessage(answer);
        Atomics.store(signal, 0, 1);
        Atomics.notify(signal, 0);
      });
    });
    // Only the task keeps the process alive.
    ours.unref();
    const task: WorkerTask = { name, input, port: theirs, signal };
    try {
      const result = (await pool.run(task, {
        // The loader of TypeScript finds the export itself.
        ...(isCompiled(this.options.entry) && { name }),
        transferList: [theirs],
        signal: clock.signal,
      })) as WorkerResult<Result>;
      if ('result' in result) return result.result;
      throw failedAnswer === undefined ? new TaskFailed(result.failure as Error) : failedAnswer.error;
    } catch (error) {
      if (clock.isOver) throw new TaskAbandoned('time');
      throw isOutOfMemory(error) ? new TaskAbandoned('memory') : error;
    } finally {
      clock.stop();
      ours.close();
    }
  }

  #started(): Promise<Piscina> {
    return (this.#pool ??= this.#start().catch((error: unknown) => {
      this.#pool = undefined;
      throw error;
    }));
  }

  async #start(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    const { entry, threads, memory, idleMs } = this.options;
    const pool = new Piscina({
      filename: isCompiled(entry) ? fileURLToPath(entry) : TYPESCRIPT_LOADER,
      ...(!isCompiled(entry) && { workerData: { entry: entry.href, loader: typescriptLoader() } }),
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
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
  #resumedAt = 0;
  isOver = false;
  isStopped = false;

  constructor(private remainingMs: number) {}

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  resume(): void {
    this.#resumedAt = performance.now();
    this.#timer = setTimeout(() => {
      // A message that arrived while this thread was busy comes first.
      this.#timer = setImmediate(() => {
        this.isOver = true;
        this.#controller.abort();
      });
    }, this.remainingMs);
  }

  pause(): void {
    clearTimeout(this.#timer as NodeJS.Timeout);
    clearImmediate(this.#timer as NodeJS.Immediate);
    this.remainingMs -= performance.now() - this.#resumedAt;
  }

  stop(): void {
    this.pause();
    this.isStopped = true;
  }
}

const isCompiled = (entry: URL): boolean => !entry.pathname.endsWith('.ts');
const isOutOfMemory = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

const typescriptLoader = (): string =>
  new URL('dist/esm/api/index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))).href;
