import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';
import { DomainError } from '../../domain/kernel/errors.ts';

/** Why something could not be understood, in words for whoever asked for it. */
export class UnreadableDocument extends Error {}

/** Nothing is known but that its time was up. */
export class WorkerTimeout extends UnreadableDocument {}

/** So many wait already that nobody else is let in. */
export class WorkerBusy extends DomainError {
  readonly category = 'unavailable';
}

/** What a thread may ask for in the middle of its work. */
type AskCaller = (question: unknown) => Promise<unknown>;

interface Task {
  readonly request: unknown;
  readonly ask: AskCaller;
  readonly done: (answer: never) => void;
  readonly failed: (error: unknown) => void;
  /** Why a question of it had no answer. */
  problem?: unknown;
}

/** What the thread says; it is ready first, once. */
type WorkerReply =
  | { readonly ready: true }
  | { readonly question: unknown }
  | { readonly answer: unknown }
  | { readonly problem: string };
/** What it is told. */
type WorkerRequest = { readonly request: unknown } | { readonly reply: unknown } | { readonly silence: string };

export interface WorkerLimits {
  /** How long one task may take, in milliseconds; not counted while the thread comes up or waits for an answer. */
  readonly taskMs: number;
  /** Megabytes that a task may need. */
  readonly memoryMegabytes: number;
  /** Tasks that may wait; any number unless told. */
  readonly maxWaiting?: number;
}

/** How long the thread waits for more before it ends. */
const IDLE_MS = 5_000;

/**
 * Does tasks on a thread of its own, one after the other: whatever a task is like, it costs at most so much time and memory,
 * and nobody but those who wait for the thread. `serveTasks` is the other side.
 */
export class TerminableWorker {
  #worker: Worker | undefined;
  #ready = false;
  #current: Task | undefined;
  readonly #waiting: Task[] = [];
  #clock: NodeJS.Timeout | undefined;
  /** What is left of the time of the present task. */
  #remainingMs = 0;
  #startedAt = 0;

  /** @param file what the thread runs */
  constructor(
    private readonly file: URL,
    private readonly limits: WorkerLimits,
  ) {}

  /** @param ask answers what the thread asks for; what it throws, this throws. @throws Unreadable */
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

/** Inside the thread: does each task that comes, and says what came of it. */
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

/** A thread that runs a module; one that is not built yet goes through the loader that the rest of the process came through. */
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
