import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PrinterReply, PrinterRequest } from './printer-messages.ts';

/** Heap of the process in megabytes; the compiler has memory of its own. */
const MAX_HEAP = 1_024;

/** Message of the process, or its end, or the end of the time to wait for one. */
export type PrinterEvent =
  PrinterReply | { readonly kind: 'late' } | { readonly kind: 'ended'; readonly isKilled: boolean };

/** The process that prints. */
export class Printer {
  readonly #child: ChildProcess;
  readonly #events: PrinterEvent[] = [];
  #wake: (() => void) | undefined;
  hasEnded = false;

  constructor(entry: URL) {
    const isSource = entry.pathname.endsWith('.ts');
    this.#child = fork(fileURLToPath(entry), {
      // The allocator of Linux keeps free memory in up to eight arenas per processor otherwise.
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
      execArgv: [`--max-old-space-size=${MAX_HEAP}`, ...(isSource ? ['--import', TYPESCRIPT_LOADER()] : [])],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (reply: PrinterReply) => this.#put(reply));
    this.#child.on('error', () => {});
    this.#child.on('exit', (_, signal) => {
      this.hasEnded = true;
      this.#put({ kind: 'ended', isKilled: signal !== null });
    });
  }

  send(request: PrinterRequest): void {
    if (this.#child.connected) this.#child.send(request, () => {});
  }

  /** Waits for the next message, for the given number of milliseconds. */
  async next(ms: number): Promise<PrinterEvent> {
    if (this.#events.length === 0) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, Math.max(0, ms));
      });
      clearTimeout(timer);
    }
    return this.#events.shift() ?? { kind: 'late' };
  }

  /** Lets this process end although the printer runs. */
  suspend(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  resume(): this {
    this.#child.ref();
    this.#child.channel?.ref();
    return this;
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  #put(event: PrinterEvent): void {
    this.#events.push(event);
    this.#wake?.();
  }
}

const TYPESCRIPT_LOADER = (): string => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
