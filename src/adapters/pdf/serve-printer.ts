import type { MessagePort } from 'node:worker_threads';
import { BookChapters } from '../../application/pdf/chapters.ts';
import { PdfLimitExceeded, type PdfBook } from '../../ports/pdf.ts';
import type { ContentRenderer } from '../../ports/sites/site-renderer.ts';
import { Highlighter } from './content/highlighter.ts';
import { FontSet } from './fonts/font-set.ts';
import { Formulas } from './formulas/formulas.ts';
import { PictureDrawer } from './pictures/picture-drawer.ts';
import type { FromPrinter, ToPrinter } from './worker-messages.ts';
import { writeBook } from './write-book.ts';

/** Bytes that may be under way. */
const MAX_UNTAKEN = 8_000_000;
/** Of a file. */
const MAX_BYTES = 1_000_000_000;

/** Prints books, one after another, for whoever holds the other end of the port. @param drawer entry of the thread that draws pictures */
export function servePrinter(port: MessagePort, site: ContentRenderer, drawer: URL): void {
  const workshop = {
    shelf: new FontSet(),
    highlighter: new Highlighter(),
    formulas: new Formulas(),
    drawer: new PictureDrawer({ entry: drawer }),
  };
  const say = (message: FromPrinter, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  const wanted = new Map<string, (bytes: Uint8Array | undefined) => void>();
  let untaken = 0;
  let total = 0;
  let onTaken: (() => void) | undefined;

  const images = (blob: string): Promise<Uint8Array | undefined> =>
    new Promise((resolve) => {
      wanted.set(blob, resolve);
      say({ kind: 'image', blob });
    });
  const onBytes = (bytes: Uint8Array): void => {
    untaken += bytes.byteLength;
    total += bytes.byteLength;
    const own = Uint8Array.from(bytes);
    say({ kind: 'bytes', bytes: own }, [own.buffer]);
  };
  const pause = async (): Promise<void> => {
    if (total > MAX_BYTES)
      throw new PdfLimitExceeded(`the file exceeds ${MAX_BYTES} bytes; select a part with \`page\``);
    await new Promise((resolve) => setImmediate(resolve));
    while (untaken > MAX_UNTAKEN) await new Promise<void>((resolve) => (onTaken = resolve));
  };
  const print = async (book: PdfBook): Promise<void> => {
    untaken = 0;
    total = 0;
    try {
      await writeBook(new BookChapters(book, site), images, workshop, onBytes, pause);
      say({ kind: 'done' });
    } catch (error) {
      say({
        kind: 'failed',
        refused: error instanceof PdfLimitExceeded,
        message: error instanceof PdfLimitExceeded ? error.message : String((error as Error).stack ?? error),
      });
    }
  };

  port.on('message', (message: ToPrinter) => {
    if (message.kind === 'print') void print(message.book);
    else if (message.kind === 'image') {
      wanted.get(message.blob)?.(message.bytes);
      wanted.delete(message.blob);
    } else {
      untaken -= message.bytes;
      if (untaken <= MAX_UNTAKEN) onTaken?.();
    }
  });
}
