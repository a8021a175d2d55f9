import { Worker } from 'node:worker_threads';
import { BookChapters } from '../../application/pdf/chapters.ts';
import { PdfLimitExceeded, type PdfBook } from '../../ports/pdf.ts';
import type { ContentRenderer } from '../../ports/sites/site-renderer.ts';
import { BookReader, plainBlocks, type BookData, type BookEntry } from './book-reader.ts';
import { breakable, directionOf } from './content/nodes.ts';
import type { PrinterReply, PrinterRequest } from './printer-messages.ts';
import { Typesetter, TypesettingFailed } from './typesetter.ts';

/** Size of a file and of a message, in bytes. */
const MAX_BYTES = 1_000_000_000;
const MESSAGE_BYTES = 1_000_000;
/** Virtual file of the logo of a picture. */
const LOGO_FILE = '/logo.png';

/** Ends the process when it needs too much memory or its parent is gone; the compiler does not return to the event loop. */
const GUARD = `
const { parentPort, workerData: parent } = require('node:worker_threads');
let maxMemory = Infinity;
parentPort.on('message', (limit) => (maxMemory = limit));
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 50);`;

/** Typesets a book; pages that the compiler refuses are printed as they are written. */
function typeset(typesetter: Typesetter, data: BookData, { documents }: PdfBook): Buffer {
  const typesetBook = (book: BookData): Buffer => {
    typesetter.add('/book.json', JSON.stringify(book));
    return typesetter.typeset();
  };
  try {
    return typesetBook(data);
  } catch (error) {
    if (!(error instanceof TypesettingFailed)) throw error;
    for (const entry of data.entries)
      try {
        if (entry.file !== undefined) typesetBook(onlyEntry(data, entry));
      } catch {
        typesetter.add(entry.file!, JSON.stringify({ blocks: plainBlocks(documents.get(entry.id) ?? '') }));
      }
    return typesetBook(data);
  }
}

/** A book of one page, in which links to other pages lead nowhere. */
function onlyEntry(data: BookData, entry: BookEntry): BookData {
  const names = Object.entries(data.names).filter(([name]) => name.split('#', 1)[0] === entry.id);
  return { ...data, entries: [entry], names: Object.fromEntries(names) };
}

/** Prints books, one after the other, for the parent process. */
export function servePrinter(site: ContentRenderer): void {
  const guard = new Worker(GUARD, { eval: true, workerData: process.ppid });
  guard.unref();
  const typesetter = new Typesetter();
  const waiting = new Map<string, (bytes: Uint8Array | undefined) => void>();
  const send = (reply: PrinterReply): Promise<void> =>
    new Promise((resolve) => process.send!(reply, undefined, {}, () => resolve()));
  let refused: ReadonlySet<string> | undefined;
  const reader = new BookReader({
    load: (blob) =>
      new Promise((resolve) => {
        waiting.set(blob, resolve);
        void send({ kind: 'image', blob });
      }),
    async draw(file, bytes, source) {
      const isDrawing = file.endsWith('.svg');
      if (isDrawing && (refused === undefined || refused.has(source))) return false;
      typesetter.add(file, bytes);
      if (isDrawing) await send({ kind: 'trial', source });
      const canPrint = typesetter.canPrint(file);
      if (isDrawing) await send({ kind: 'tried' });
      return canPrint;
    },
    replace(file, by, content) {
      typesetter.remove(file);
      typesetter.add(by, content);
    },
  });
  let rest: Buffer = Buffer.alloc(0);

  const print = async (book: PdfBook): Promise<void> => {
    try {
      typesetter.reset();
      const data = await reader.read(new BookChapters(book, site), (file, chapter) =>
        typesetter.add(file, JSON.stringify(chapter)),
      );
      rest = typeset(typesetter, data, book);
      typesetter.reset();
      if (rest.byteLength > MAX_BYTES)
        throw new PdfLimitExceeded(`the file exceeds ${MAX_BYTES} bytes; select a part with \`page\``);
      sendBytes();
    } catch (error) {
      const isLimit = error instanceof PdfLimitExceeded;
      void send({
        kind: 'failed',
        isLimit,
        message: isLimit ? error.message : String((error as Error).stack ?? error),
      });
    }
  };
  const draw = ({ picture, logo }: Extract<PrinterRequest, { kind: 'draw' }>): void => {
    try {
      typesetter.reset();
      if (logo !== undefined) typesetter.add(LOGO_FILE, logo);
      const { site, title, description, ...style } = picture;
      typesetter.add(
        '/picture.json',
        JSON.stringify({
          ...style,
          site: breakable(site),
          title: breakable(title),
          ...(description !== undefined && { description: breakable(description) }),
          dir: directionOf(title),
          logo: logo === undefined ? null : LOGO_FILE,
        }),
      );
      void send({ kind: 'drawing', svg: typesetter.draw() });
    } catch (error) {
      void send({ kind: 'failed', isLimit: false, message: String((error as Error).stack ?? error) });
    } finally {
      typesetter.reset();
    }
  };
  const sendBytes = (): void => {
    void send({ kind: 'bytes', bytes: rest.subarray(0, MESSAGE_BYTES) });
    rest = rest.subarray(MESSAGE_BYTES);
  };

  process.on('disconnect', () => process.exit());
  process.on('message', (request: PrinterRequest) => {
    if (request.kind === 'print') {
      ({ refused } = request);
      guard.postMessage(request.maxMemory);
      void print(request.book);
    } else if (request.kind === 'draw') {
      guard.postMessage(request.maxMemory);
      draw(request);
    } else if (request.kind === 'next') sendBytes();
    else {
      waiting.get(request.blob)?.(request.bytes);
      waiting.delete(request.blob);
    }
  });
}
