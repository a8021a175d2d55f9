import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';
import { DomainError } from '../../domain/kernel/errors.ts';

/** Document that cannot be parsed; the message is written for the caller. */
export class UnreadableDocument extends Error {}

/** Task that exceeded its time limit. */
export class WorkerTimeout extends UnreadableDocument {}

/** Too many tasks are already waiting. */
export class WorkerBusy extends DomainError {
  readonly category = 'unavailable';
}

/** Requests data from the calling thread during a task. */
type AskCaller = (question: unknown) => Promise<unknown>;

interface Task {
  readonly request: unknown;
  readonly ask: AskCaller;
  readonly done: (answer: never) => void;
  readonly failed: (error: unknown) => void;
  /** Error that answered the last question of the task. */
  problem?: unknown;
}

/** Message from the worker; the first is `ready`. */
type WorkerReply =
  | { readonly ready: true }
  | { readonly question: unknown }
  | { readonly answer: unknown }
  | { readonly problem: string };
/** Message to the worker. */
type WorkerRequest = { readonly request: unknown } | { readonly reply: unknown } | { readonly silence: string };

export interface WorkerLimits {
  /** Time limit of one task in milliseconds; neither the start of the thread nor the wait for an answer counts. */
  readonly taskMs: number;
  /** Memory limit of a task in megabytes. */
  readonly memoryMegabytes: number;
  /** Maximum number of waiting tasks; unlimited if absent. */
  readonly maxWaiting?: number;
}

/** Time without tasks after which the thread ends, in milliseconds. */
const IDLE_MS = 5_000;

/**
 * Runs tasks one after the other on a thread that is stopped when a task exceeds its limit of time or memory.
 * `serveTasks` is the counterpart in the thread.
 */
export class TerminableWorker {
  #worker: Worker | undefined;
  #ready = false;
  #current: Task | undefined;
  readonly #waiting: Task[] = [];
  #clock: NodeJS.Timeout | undefined;
  /** Remaining time of the current task in milliseconds. */
  #remainingMs = 0;
  #startedAt = 0;

  /** @param file module that the thread runs */
  constructor(
    private readonly file: URL,
    private readonly limits: WorkerLimits,
  ) {}

  /**
   * Runs a task.
   *
   * @param ask answers questions of the thread; its errors are passed on
   * @throws UnreadableDocument, WorkerTimeout, WorkerBusy
   */
  run<Answer>(
    request: unknown,
    ask: AskCaller = () => Promise.reject(new Error('the task cannot send questions')),
  ): Promise<Answer> {
    return new Promise((done, failed) => {
      if (this.#waiting.length >= (this.limits.maxWaiting ?? Infinity))
        return failed(new WorkerBusy('too many tasks are already waiting; retry later'));
      this.#waiting.push({ request, ask, done, failed });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current !== undefined) return;
    clearTimeout(this.#clock);
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) {
      this.#worker?.unref();
      this.#clock = setTimeout(() => this.#stop(), IDLE_MS).unref();
      return;
    }
    this.#remainingMs = this.limits.taskMs;
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#send({ request: this.#current.request });
  }

  #send(heard: WorkerRequest): void {
    this.#worker!.postMessage(heard);
    if (this.#ready) this.#startClock();
  }

  #startClock(): void {
    this.#startedAt = performance.now();
    this.#clock = setTimeout(() => {
      this.#stop();
      this.#finish((task) => task.failed(new WorkerTimeout('the document takes too long to parse')));
    }, this.#remainingMs);
  }

  #finish(how: (task: Task) => void): void {
    const task = this.#current;
    this.#current = undefined;
    if (task !== undefined) how(task);
    this.#next();
  }

  #start(): Worker {
    this.#ready = false;
    const thread = startWorker(this.file, { resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMegabytes } });
    const onExit = (why: Error): void => {
      if (this.#worker !== thread) return;
      this.#worker = undefined;
      const isTooMuch = (why as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#finish((task) =>
        task.failed(isTooMuch ? new UnreadableDocument('the document takes too much memory to parse') : why),
      );
    };
    thread.on('message', (told: WorkerReply) => {
      if (this.#worker === thread) this.#receive(told, thread);
    });
    thread.on('error', onExit);
    thread.on('exit', (code) => onExit(new Error(`a thread ended with ${code}`)));
    return thread;
  }

  #receive(reply: WorkerReply, thread: Worker): void {
    if ('ready' in reply) {
      this.#ready = true;
      if (this.#current !== undefined) this.#startClock();
      return;
    }
    if (!('question' in reply)) {
      return this.#finish((task) =>
        'answer' in reply
          ? task.done(reply.answer as never)
          : task.failed(task.problem ?? new UnreadableDocument(reply.problem)),
      );
    }
    clearTimeout(this.#clock);
    this.#remainingMs -= performance.now() - this.#startedAt;
    const task = this.#current!;
    const send = (heard: WorkerRequest): void => {
      if (this.#worker === thread && this.#current === task) this.#send(heard);
    };
    task.ask(reply.question).then(
      (reply) => send({ reply }),
      (error: unknown) => {
        task.problem = error;
        send({ silence: String((error as Error).message) });
      },
    );
  }

  #stop(): void {
    const thread = this.#worker;
    this.#worker = undefined;
    void thread?.terminate();
  }
}

/** Runs in the thread: executes each task and posts its result. */
export function serveTasks<Request>(work: (request: Request, ask: AskCaller) => unknown): void {
  const port = parentPort!;
  let answered: { readonly reply: (value: unknown) => void; readonly silence: (error: Error) => void } | undefined;
  const ask: AskCaller = (question) =>
    new Promise((reply, silence) => {
      answered = { reply, silence };
      port.postMessage({ question } satisfies WorkerReply);
    });
  const replyTo = async (request: Request): Promise<WorkerReply> => {
    try {
      return { answer: await work(request, ask) };
    } catch (error) {
      return {
        problem: error instanceof RangeError ? 'the document is nested too deeply' : String((error as Error).message),
      };
    }
  };
  port.on('message', (heard: WorkerRequest) => {
    if ('reply' in heard) answered?.reply(heard.reply);
    else if ('silence' in heard) answered?.silence(new Error(heard.silence));
    else void replyTo(heard.request as Request).then((one) => port.postMessage(one));
  });
  port.postMessage({ ready: true } satisfies WorkerReply);
}

/** Starts a thread for a module; a TypeScript module is loaded through the loader of this process. */
export function startWorker(entry: URL, options: Pick<WorkerOptions, 'resourceLimits'>): Worker {
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, options);
  const loader = JSON.stringify(
    new URL('dist/esm/api/index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))).href,
  );
  return new Worker(
    `import(${loader}).then(({ register }) => { register(); return import(${JSON.stringify(entry.href)}); })`,
    { ...options, eval: true },
  );
}
