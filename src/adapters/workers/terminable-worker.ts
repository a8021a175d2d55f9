import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';
import { DomainError } from '../../domain/kernel/errors.ts';

/** Why something could not be understood, in words for whoever asked for it. */
export class Unreadable extends Error {}

/** Nothing is known but that its time was up. */
export class TookTooLong extends Unreadable {}

/** So many wait already that nobody else is let in. */
export class TooBusy extends DomainError {
  readonly category = 'unavailable';
}

/** What a thread may ask for in the middle of its work. */
type Ask = (question: unknown) => Promise<unknown>;

interface Task {
  readonly request: unknown;
  readonly ask: Ask;
  readonly done: (answer: never) => void;
  readonly failed: (error: unknown) => void;
  /** Why a question of it had no answer. */
  problem?: unknown;
}

/** What the thread says; it is ready first, once. */
type Told =
  | { readonly ready: true }
  | { readonly question: unknown }
  | { readonly answer: unknown }
  | { readonly problem: string };
/** What it is told. */
type Heard = { readonly request: unknown } | { readonly reply: unknown } | { readonly silence: string };

export interface ThreadLimits {
  /** How long one task may take, in milliseconds; not counted while the thread comes up or waits for an answer. */
  readonly taskMs: number;
  /** Megabytes that a task may need. */
  readonly memory: number;
  /** Tasks that may wait; any number unless told. */
  readonly waiting?: number;
}

/** How long the thread waits for more before it ends. */
const IDLE_MS = 5_000;

/**
 * Does tasks on a thread of its own, one after the other: whatever a task is like, it costs at most so much time and memory,
 * and nobody but those who wait for the thread. `serveTasks` is the other side.
 */
export class EndableThread {
  #thread: Worker | undefined;
  #ready = false;
  #current: Task | undefined;
  readonly #waiting: Task[] = [];
  #clock: NodeJS.Timeout | undefined;
  /** What is left of the time of the present task. */
  #leftMs = 0;
  #since = 0;

  /** @param file what the thread runs */
  constructor(
    private readonly file: URL,
    private readonly limits: ThreadLimits,
  ) {}

  /** @param ask answers what the thread asks for; what it throws, this throws. @throws Unreadable */
  run<Answer>(
    request: unknown,
    ask: Ask = () => Promise.reject(new Error('the task cannot send questions')),
  ): Promise<Answer> {
    return new Promise((done, failed) => {
      if (this.#waiting.length >= (this.limits.waiting ?? Infinity))
        return failed(new TooBusy('too many tasks are already waiting; retry later'));
      this.#waiting.push({ request, ask, done, failed });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current !== undefined) return;
    clearTimeout(this.#clock);
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) {
      this.#thread?.unref();
      this.#clock = setTimeout(() => this.#stop(), IDLE_MS).unref();
      return;
    }
    this.#leftMs = this.limits.taskMs;
    this.#thread ??= this.#start();
    this.#thread.ref();
    this.#tell({ request: this.#current.request });
  }

  #tell(heard: Heard): void {
    this.#thread!.postMessage(heard);
    if (this.#ready) this.#startClock();
  }

  #startClock(): void {
    this.#since = performance.now();
    this.#clock = setTimeout(() => {
      this.#stop();
      this.#settle((task) => task.failed(new TookTooLong('the document takes too long to parse')));
    }, this.#leftMs);
  }

  #settle(how: (task: Task) => void): void {
    const task = this.#current;
    this.#current = undefined;
    if (task !== undefined) how(task);
    this.#next();
  }

  #start(): Worker {
    this.#ready = false;
    const thread = threadOf(this.file, { resourceLimits: { maxOldGenerationSizeMb: this.limits.memory } });
    const lost = (why: Error): void => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      const isTooMuch = (why as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#settle((task) =>
        task.failed(isTooMuch ? new Unreadable('the document takes too much memory to parse') : why),
      );
    };
    thread.on('message', (told: Told) => {
      if (this.#thread === thread) this.#hear(told, thread);
    });
    thread.on('error', lost);
    thread.on('exit', (code) => lost(new Error(`a thread ended with ${code}`)));
    return thread;
  }

  #hear(told: Told, thread: Worker): void {
    if ('ready' in told) {
      this.#ready = true;
      if (this.#current !== undefined) this.#startClock();
      return;
    }
    if (!('question' in told)) {
      return this.#settle((task) =>
        'answer' in told ? task.done(told.answer as never) : task.failed(task.problem ?? new Unreadable(told.problem)),
      );
    }
    clearTimeout(this.#clock);
    this.#leftMs -= performance.now() - this.#since;
    const task = this.#current!;
    const go = (heard: Heard): void => {
      if (this.#thread === thread && this.#current === task) this.#tell(heard);
    };
    task.ask(told.question).then(
      (reply) => go({ reply }),
      (error: unknown) => {
        task.problem = error;
        go({ silence: String((error as Error).message) });
      },
    );
  }

  #stop(): void {
    const thread = this.#thread;
    this.#thread = undefined;
    void thread?.terminate();
  }
}

/** Inside the thread: does each task that comes, and says what came of it. */
export function serveTasks<Request>(work: (request: Request, ask: Ask) => unknown): void {
  const port = parentPort!;
  let answered: { readonly reply: (value: unknown) => void; readonly silence: (error: Error) => void } | undefined;
  const ask: Ask = (question) =>
    new Promise((reply, silence) => {
      answered = { reply, silence };
      port.postMessage({ question } satisfies Told);
    });
  const told = async (request: Request): Promise<Told> => {
    try {
      return { answer: await work(request, ask) };
    } catch (error) {
      return {
        problem: error instanceof RangeError ? 'the document is nested too deeply' : String((error as Error).message),
      };
    }
  };
  port.on('message', (heard: Heard) => {
    if ('reply' in heard) answered?.reply(heard.reply);
    else if ('silence' in heard) answered?.silence(new Error(heard.silence));
    else void told(heard.request as Request).then((one) => port.postMessage(one));
  });
  port.postMessage({ ready: true } satisfies Told);
}

/** A thread that runs a module; one that is not built yet goes through the loader that the rest of the process came through. */
export function threadOf(entry: URL, options: Pick<WorkerOptions, 'resourceLimits'>): Worker {
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, options);
  const loader = JSON.stringify(
    new URL('dist/esm/api/index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))).href,
  );
  return new Worker(
    `import(${loader}).then(({ register }) => { register(); return import(${JSON.stringify(entry.href)}); })`,
    { ...options, eval: true },
  );
}
