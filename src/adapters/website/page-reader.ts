import { Worker } from 'node:worker_threads';
import { LIMITS } from './limits.ts';
import type { PageRequest, PageText } from './page/read-page.ts';

/** Why a page could not be understood, in words for whoever asked for it. */
export class Unreadable extends Error {}

interface Task {
  readonly request: PageRequest;
  readonly done: (page: PageText) => void;
  readonly failed: (error: Error) => void;
}

/** Megabytes: a page that needs more is not read. */
const MAX_MEMORY = 256;
/** How long the thread waits for more before it ends. */
const IDLE_MS = 5_000;

/**
 * Understands pages on a thread of its own, one after the other: whatever a page is like, it costs at most so much time and
 * memory, and nobody but those who wait for pages.
 */
export class PageReader {
  #thread: Worker | undefined;
  #ready = false;
  #current: Task | undefined;
  readonly #waiting: Task[] = [];
  #clock: NodeJS.Timeout | undefined;

  /** @param file what the thread runs @param readMs how long one page may take */
  constructor(
    private readonly file: URL,
    private readonly readMs: number = LIMITS.readMs,
  ) {}

  /** @throws Unreadable */
  read(request: PageRequest): Promise<PageText> {
    return new Promise((done, failed) => {
      this.#waiting.push({ request, done, failed });
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
    this.#thread ??= this.#start();
    this.#thread.ref();
    this.#thread.postMessage(this.#current.request);
    if (this.#ready) this.#startClock();
  }

  /** Only what a page itself takes counts, not what the thread takes to come up. */
  #startClock(): void {
    this.#clock = setTimeout(() => {
      this.#stop();
      this.#settle((task) => task.failed(new Unreadable('it takes too long to understand')));
    }, this.readMs);
  }

  #settle(how: (task: Task) => void): void {
    const task = this.#current;
    this.#current = undefined;
    if (task !== undefined) how(task);
    this.#next();
  }

  #start(): Worker {
    this.#ready = false;
    const thread = threadOf(this.file);
    const lost = (why: Error): void => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      const isTooMuch = (why as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#settle((task) => task.failed(isTooMuch ? new Unreadable('it takes too much memory to understand') : why));
    };
    thread.on('message', ({ ready, page, problem }: { ready?: true; page?: PageText; problem?: string }) => {
      if (this.#thread !== thread) return;
      if (!ready) return this.#settle((task) => (page === undefined ? task.failed(new Unreadable(problem)) : task.done(page)));
      this.#ready = true;
      if (this.#current !== undefined) this.#startClock();
    });
    thread.on('error', lost);
    thread.on('exit', (code) => lost(new Error(`the thread that reads pages ended with ${code}`)));
    return thread;
  }

  #stop(): void {
    const thread = this.#thread;
    this.#thread = undefined;
    void thread?.terminate();
  }
}

/** What runs from its sources needs their loader in each thread. */
function threadOf(file: URL): Worker {
  const limits = { resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY } };
  if (!file.pathname.endsWith('.ts')) return new Worker(file, limits);
  return new Worker(`import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(file.href)}); });`, { eval: true, ...limits });
}
