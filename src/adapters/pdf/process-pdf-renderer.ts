import { PdfLimitExceeded, type ImageLoader, type PdfBook, type PdfRenderer } from '../../ports/pdf.ts';
import type { PrinterEvent } from './printer.ts';
import { SparePrinter } from './spare-printer.ts';

export interface PrinterOptions {
  /** Module that calls `servePrinter`. */
  readonly entry: URL;
  /** Time limit of one file, and of one drawing of a file, in milliseconds. */
  readonly maxTime?: number;
  readonly maxDrawingTime?: number;
  /** Memory limit of a process without the memory for the pages of the book, in bytes. */
  readonly maxMemory?: number;
  /** Milliseconds for which a process without work is kept, because its start takes time. */
  readonly maxIdle?: number;
}

/** Drawings of one file that may exceed a limit; then no more drawings of the file are tried. */
const MAX_REFUSED = 5;
const PAGE_MEMORY = 1024 ** 2;

/** Prints in a process of its own, so that nobody else waits; a process that exceeds a limit is ended. */
export class ProcessPdfRenderer implements PdfRenderer {
  readonly #options: Required<PrinterOptions>;
  readonly #spare: SparePrinter;

  constructor(options: PrinterOptions) {
    this.#options = {
      maxTime: 10 * 60_000,
      maxDrawingTime: 10_000,
      maxMemory: 2.5 * 1024 ** 3,
      maxIdle: 5_000,
      ...options,
    };
    this.#spare = new SparePrinter(options.entry, this.#options.maxIdle);
  }

  async *render(book: PdfBook, images: ImageLoader): AsyncGenerator<Uint8Array> {
    const deadline = performance.now() + this.#options.maxTime;
    const refused = new Set<string>();
    for (;;) {
      const printer = this.#spare.take();
      let drawing: string | undefined;
      let isDone = false;
      try {
        printer.send({
          kind: 'print',
          book,
          refused: refused.size >= MAX_REFUSED ? undefined : refused,
          maxMemory: this.#options.maxMemory + book.documents.size * PAGE_MEMORY,
        });
        for (;;) {
          const left = deadline - performance.now();
          const reply = await printer.next(drawing === undefined ? left : Math.min(left, this.#options.maxDrawingTime));
          if (reply.kind === 'bytes') {
            isDone = reply.bytes.byteLength === 0;
            if (isDone) return;
            yield reply.bytes;
            printer.send({ kind: 'next' });
          } else if (reply.kind === 'image')
            printer.send({ kind: 'image', blob: reply.blob, bytes: await images(reply.blob) });
          else if (reply.kind === 'trial') drawing = reply.source;
          else if (reply.kind === 'tried' || reply.kind === 'drawing') drawing = undefined;
          else if (drawing !== undefined && performance.now() < deadline) {
            // Again without the drawing that took too long or ended the process.
            refused.add(drawing);
            break;
          } else throw this.#errorOf(reply);
        }
      } finally {
        if (isDone) this.#spare.keep(printer);
        else printer.end();
      }
    }
  }

  #errorOf(reply: Extract<PrinterEvent, { kind: 'failed' | 'late' | 'ended' }>): Error {
    if (reply.kind === 'late')
      return new PdfLimitExceeded(
        `rendering takes longer than ${Math.round(this.#options.maxTime / 1000)} seconds; select a part with \`page\``,
      );
    if (reply.kind === 'ended')
      return reply.isKilled
        ? new PdfLimitExceeded('rendering needs too much memory; select a part with `page`')
        : new Error('the process that prints ended unexpectedly');
    return reply.isLimit ? new PdfLimitExceeded(reply.message) : new Error(`a PDF cannot be made: ${reply.message}`);
  }
}
