import { Worker } from 'node:worker_threads';
import { BookChapters } from '../../application/pdf/chapters.ts';
import { directionOfStart } from '../../domain/content/text/text-direction.ts';
import { PdfLimitExceeded, type PdfBook } from '../../ports/pdf.ts';
import type { PreviewPicture } from '../../ports/sites/preview-pictures.ts';
import type { ContentRenderer } from '../../ports/sites/site-renderer.ts';
import { BookReader, plainBlocks, type BookData, type BookEntry } from './book-reader.ts';
import { breakable } from './content/nodes.ts';
import { previewColors } from './preview-colors.ts';
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
  const server = new PrinterServer(site);
  process.on('disconnect', () => process.exit());
  process.on('message', (request: PrinterRequest) => {
    if ('maxMemory' in request) guard.postMessage(request.maxMemory);
    server.receive(request);
  });
}

class PrinterServer {
  readonly #typesetter = new Typesetter();
  readonly #reader: BookReader;
  /** Images that the parent process is loading. */
  readonly #loading = new Map<string, (bytes: Uint8Array | undefined) => void>();
  /** Sources of drawings that are not printed; undefined for all drawings. */
  #refused: ReadonlySet<string> | undefined;
  /** Bytes of the file that are not sent yet. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(private readonly site: ContentRenderer) {
    this.#reader = new BookReader({
      site,
      load: (blob) =>
        new Promise((resolve) => {
          this.#loading.set(blob, resolve);
          void send({ kind: 'image', blob });
        }),
      draw: (file, bytes, source) => this.#tryImage(file, bytes, source),
      replace: (file, by, content) => {
        this.#typesetter.remove(file);
        this.#typesetter.add(by, content);
      },
    });
  }

  receive(request: PrinterRequest): void {
    switch (request.kind) {
      case 'print':
        this.#refused = request.refused;
        void this.#print(request.book).catch(sendFailure);
        break;
      case 'draw':
        this.#draw(request.picture, request.logo);
        break;
      case 'next':
        this.#sendBytes();
        break;
      case 'image':
        this.#loading.get(request.blob)?.(request.bytes);
        this.#loading.delete(request.blob);
    }
  }

  async #tryImage(file: string, bytes: Uint8Array, source: string): Promise<boolean> {
    const isDrawing = file.endsWith('.svg');
    if (isDrawing && (this.#refused === undefined || this.#refused.has(source))) return false;
    this.#typesetter.add(file, bytes);
    if (isDrawing) await send({ kind: 'trial', source });
    const canPrint = this.#typesetter.canPrint(file);
    if (isDrawing) await send({ kind: 'tried' });
    return canPrint;
  }

  /** @throws PdfLimitExceeded */
  async #print(book: PdfBook): Promise<void> {
    this.#typesetter.reset();
    const data = await this.#reader.read(new BookChapters(book, this.site), (file, chapter) =>
      this.#typesetter.add(file, JSON.stringify(chapter)),
    );
    this.#rest = typeset(this.#typesetter, data, book);
    this.#typesetter.reset();
    if (this.#rest.byteLength > MAX_BYTES)
      throw new PdfLimitExceeded(`the file exceeds ${MAX_BYTES} bytes; select a part with \`page\``);
    this.#sendBytes();
  }

  #draw({ site, title, description, ...style }: PreviewPicture, logo: Uint8Array | undefined): void {
    try {
      this.#typesetter.reset();
      if (logo !== undefined) this.#typesetter.add(LOGO_FILE, logo);
      this.#typesetter.add(
        '/picture.json',
        JSON.stringify({
          ...style,
          colors: previewColors(style),
          site: breakable(site),
          title: breakable(title),
          ...(description !== undefined && { description: breakable(description) }),
          dir: directionOfStart(title),
          logo: logo === undefined ? null : LOGO_FILE,
        }),
      );
      void send({ kind: 'drawing', svg: this.#typesetter.draw() });
    } catch (error) {
      sendFailure(error);
    } finally {
      this.#typesetter.reset();
    }
  }

  #sendBytes(): void {
    void send({ kind: 'bytes', bytes: this.#rest.subarray(0, MESSAGE_BYTES) });
    this.#rest = this.#rest.subarray(MESSAGE_BYTES);
  }
}

const send = (reply: PrinterReply): Promise<void> =>
  new Promise((resolve) => process.send!(reply, undefined, {}, () => resolve()));

function sendFailure(error: unknown): void {
  const isLimit = error instanceof PdfLimitExceeded;
  const message = isLimit ? error.message : String((error as Error).stack ?? error);
  void send({ kind: 'failed', isLimit, message });
}
