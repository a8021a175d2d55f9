import type { Worker } from 'node:worker_threads';
import { PdfLimitExceeded, type PdfBook, type PdfRenderer, type ImageLoader } from '../../ports/pdf.ts';
import { startWorker } from '../workers/terminable-worker.ts';
import type { FromPrinter, ToPrinter } from './worker-messages.ts';

export interface PrinterOptions {
  /** Entry of the thread that prints: a module that calls `servePrinter`. */
  readonly entry: URL;
  /** Milliseconds for one file. */
  readonly maxTime?: number;
  /** Milliseconds for which a thread with nothing to do is kept, since its fonts take time to read. */
  readonly maxIdle?: number;
}

const MAX_MEGABYTES = 1_500;

/** Prints on a thread of its own, so that nobody else waits; a thread that takes too long is ended. */
export class WorkerPdfRenderer implements PdfRenderer {
  readonly #entry: URL;
  readonly #maxTime: number;
  readonly #maxIdle: number;
  #idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined;

  constructor({ entry, maxTime = 10 * 60_000, maxIdle = 5_000 }: PrinterOptions) {
    this.#entry = entry;
    this.#maxTime = maxTime;
    this.#maxIdle = maxIdle;
  }

  async *render(book: PdfBook, images: ImageLoader): AsyncGenerator<Uint8Array> {
    const worker = this.#take();
    const inbox: FromPrinter[] = [];
    let wake: (() => void) | undefined;
    const put = (message: FromPrinter): void => {
      inbox.push(message);
      wake?.();
    };
    const onError = (error: Error): void => put({ kind: 'failed', refused: false, message: error.message });
    const onExit = (): void =>
      put({ kind: 'failed', refused: false, message: 'the rendering thread ended unexpectedly' });
    worker.on('message', put).on('error', onError).on('exit', onExit);
    const timer = setTimeout(
      () =>
        put({
          kind: 'failed',
          refused: true,
          message: `rendering takes longer than ${Math.round(this.#maxTime / 1000)} seconds; select a part with \`page\``,
        }),
      this.#maxTime,
    );
    const tell = (message: ToPrinter): void => worker.postMessage(message);

    let finished = false;
    try {
      tell({ kind: 'print', book });
      for (;;) {
        const message = inbox.shift();
        if (message === undefined) {
          await new Promise<void>((resolve) => (wake = resolve));
          continue;
        }
        if (message.kind === 'bytes') {
          yield message.bytes;
          tell({ kind: 'taken', bytes: message.bytes.byteLength });
        } else if (message.kind === 'image') {
          const { blob } = message;
          tell({ kind: 'image', blob, bytes: await images(blob) });
        } else if (message.kind === 'done') {
          finished = true;
          return;
        } else
          throw message.refused
            ? new PdfLimitExceeded(message.message)
            : new Error(`a PDF file could not be made: ${message.message}`);
      }
    } finally {
      clearTimeout(timer);
      worker.off('message', put).off('error', onError).off('exit', onExit);
      if (finished) this.#keep(worker);
      else await worker.terminate();
    }
  }

  #take(): Worker {
    const idle = this.#idle;
    this.#idle = undefined;
    if (idle === undefined) return startWorker(this.#entry, LIMITS);
    clearTimeout(idle.timer);
    idle.worker.removeAllListeners('error');
    idle.worker.ref();
    return idle.worker;
  }

  #keep(worker: Worker): void {
    if (this.#idle !== undefined) return void worker.terminate();
    const forget = (): void => {
      this.#idle = undefined;
      void worker.terminate();
    };
    worker.on('error', forget);
    worker.unref();
    this.#idle = { worker, timer: setTimeout(forget, this.#maxIdle).unref() };
  }
}

const LIMITS = { resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES } };
