import { Printer } from './printer.ts';

/** Keeps a printer that has no work for a while, because its start takes time. */
export class SparePrinter {
  #spare: { readonly printer: Printer; readonly timer: NodeJS.Timeout } | undefined;

  constructor(
    private readonly entry: URL,
    /** Milliseconds after which a printer without work is ended. */
    private readonly maxIdle: number,
  ) {}

  /** Returns the kept printer, or starts one. */
  take(): Printer {
    const spare = this.#spare;
    this.#spare = undefined;
    clearTimeout(spare?.timer);
    return spare === undefined || spare.printer.hasEnded ? new Printer(this.entry) : spare.printer.resume();
  }

  /** Keeps a printer; ends it if another one is kept. */
  keep(printer: Printer): void {
    if (this.#spare !== undefined) return printer.end();
    const forget = (): void => {
      this.#spare = undefined;
      printer.end();
    };
    printer.suspend();
    this.#spare = { printer, timer: setTimeout(forget, this.maxIdle).unref() };
  }
}
