import type { OpenedImage } from 'pdfkit';
import type { Chapter, Chapters } from '../../application/pdf/chapters.ts';
import { PdfRefused, type PrintedImages } from '../../ports/pdf-renderer.ts';
import { eachBlock, textOf, type Block, type ImageRef, type Inline, type Target } from './content/blocks.ts';
import { Highlighter } from './content/highlighter.ts';
import { parseHtml } from './content/html-tree.ts';
import { isPrintable } from './content/printable-image.ts';
import { readBlocks } from './content/read-blocks.ts';
import type { Addresses } from './content/read-inlines.ts';
import { FontShelf } from './fonts/font-shelf.ts';
import { layContents, layCover } from './pages/lay-front.ts';
import { COLORS } from './pages/colors.ts';
import { LaidImages, keyOf } from './pages/laid-images.ts';
import { layBlocks, type BlockMeans, type Frame } from './pages/lay-blocks.ts';
import { PAGE, ROOM, TEXT } from './pages/measures.ts';
import { paginate, type Sheet } from './pages/paginate.ts';
import { Painter, type SheetRef } from './painter.ts';
import { directionsOf } from './text/bidi.ts';
import { layParagraph } from './text/lay-paragraph.ts';

/** What stays between files. */
export interface Workshop {
  readonly shelf: FontShelf;
  readonly highlighter: Highlighter;
}

/** Bytes of all images in one file, and of one in the content itself. */
const MAX_IMAGES = 300_000_000;
const MAX_DATA_URL = 2_000_000;
const FRAME: Frame = { x: PAGE.side, width: ROOM.width, size: TEXT.body };

/**
 * Writes a book as a PDF file: cover, contents, and each page of the content from a sheet of its own on. Chapters are read,
 * laid out and written one after another, so that memory follows the largest of them and not the book; the contents, whose
 * page numbers are known last, are written last and moved to their place.
 * @param onBytes gets the file as it is made
 * @param pause waits until those bytes are taken
 * @throws PdfRefused
 */
export async function writeBook(chapters: Chapters, images: PrintedImages, { shelf, highlighter }: Workshop, onBytes: (bytes: Uint8Array) => void, pause: () => Promise<void>): Promise<void> {
  const { book, list } = chapters;
  await shelf.ready(book.title, book.organization, book.subtitle ?? '', ...list.flatMap(({ title, emoji = '', description = '' }) => [title, emoji, description]));
  highlighter.begin();
  const painter = new Painter({ title: book.title, author: book.organization, date: new Date(book.date) }, onBytes);
  const opened = new Pictures(painter, images);
  const meansOf = (found: ReadonlyMap<string, OpenedImage>): BlockMeans => ({ shelf, highlighter, images: new LaidImages(found), directionOf });
  const plain = meansOf(new Map());

  const documents = list.filter(({ kind }) => kind === 'document');
  const hasFront = documents.length !== 1;
  const frontSheets = hasFront ? paginate(layContents(list, new Map(), plain)).length : 0;
  const foot = (number: number): void => {
    const top = PAGE.height - PAGE.bottom + 26;
    const frame = { x: PAGE.side, width: ROOM.width, size: TEXT.small, leading: 1.4, color: COLORS.faint };
    const [title] = layParagraph([textOf(book.title)], { ...frame, width: ROOM.width - 50 }, plain);
    const [page] = layParagraph([textOf(String(number))], { ...frame, align: 'end', direction: 'ltr' }, plain);
    for (const slab of [title, page]) if (slab !== undefined) painter.draw(slab.marks, top);
  };
  const draw = (sheets: readonly Sheet[], numberOf: () => number): SheetRef | undefined => {
    let first: SheetRef | undefined;
    for (const sheet of sheets) {
      const ref = painter.turn();
      first ??= ref;
      for (const { slab, y } of sheet) painter.draw(slab.marks, PAGE.top + y);
      foot(numberOf());
    }
    return first;
  };

  if (hasFront) {
    painter.turn();
    for (const { slab, y } of paginate(layCover(book, plain))[0] ?? []) painter.draw(slab.marks, y + PAGE.top);
  }
  const numbers = new Map<string, number>();
  const starts = new Map<string, SheetRef>();
  let waiting: Chapter[] = [];
  for (const chapter of list) {
    waiting.push(chapter);
    if (chapter.kind !== 'document') continue;
    const blocks = readBlocks(parseHtml(chapters.html(chapter)), addressesOf(chapters, chapter));
    await shelf.ready(...textsOf(blocks));
    await highlighter.ready([...eachBlock(blocks)].flatMap((block) => (block.kind === 'code' && block.language !== undefined ? [block.language] : [])));
    const means = meansOf(await opened.of(blocks));
    const sheets = paginate(layBlocks([...headOf(chapter, waiting), ...blocks], FRAME, means));
    const number = painter.sheets + frontSheets + 1;
    const first = draw(sheets.length > 0 ? sheets : [[]], () => painter.sheets + frontSheets);
    for (const { id } of waiting) {
      numbers.set(id, number);
      starts.set(id, first!);
    }
    waiting = [];
    await pause();
  }
  if (hasFront) {
    const behind = painter.sheets;
    let number = 1;
    draw(paginate(layContents(list, numbers, plain)), () => ++number);
    painter.moveToFront(painter.sheets - behind, 1);
  }
  const shown = list.filter(({ id, kind }) => kind !== 'link' && starts.has(id));
  if (documents.length > 1) painter.outline(shown.map(({ id, title, depth }) => ({ title, depth, name: id })));
  painter.settle((name) => starts.get(name.split('#', 1)[0]!));
  if (painter.sheets === 0) painter.turn();
  await painter.end();
}

const directionOf = (inlines: readonly Inline[]): 'ltr' | 'rtl' => (directionsOf(inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('')).base % 2 === 1 ? 'rtl' : 'ltr');

/** The title of a chapter, where its links and those of the groups before it lead. */
function headOf({ title, emoji, description }: Chapter, before: readonly Chapter[]): readonly Block[] {
  return [
    ...before.map(({ id }): Block => ({ kind: 'name', name: id })),
    { kind: 'heading', level: 1, direction: 'auto', inlines: [textOf(emoji === undefined ? title : `${emoji} ${title}`)] },
    ...(description === undefined ? [] : [{ kind: 'paragraph', align: 'start', direction: 'auto', inlines: [textOf(description, { color: COLORS.soft, scale: 1.08 })] } as const]),
  ];
}

function addressesOf(chapters: Chapters, { id }: Chapter): Addresses {
  const named = (page: string, anchor: string): string => `${page}#${encodeURIComponent(anchor.toWellFormed())}`;
  const targets = new Map<string, Target | undefined>();
  const link = (href: string): Target | undefined => {
    if (href.startsWith('#')) return href === '#' ? undefined : { name: named(id, decodedAnchor(href.slice(1))) };
    const led = chapters.led(href);
    if (led === undefined || 'file' in led) return undefined;
    return 'url' in led ? { url: encodeURI(decodeSafely(led.url)).slice(0, 2_000) } : { name: led.anchor === undefined ? led.page : named(led.page, led.anchor) };
  };
  return {
    link(href) {
      if (!targets.has(href)) targets.set(href, link(href));
      return targets.get(href);
    },
    image(src) {
      if (src.startsWith('data:')) return { source: src.length <= MAX_DATA_URL ? { data: src } : undefined };
      const led = chapters.led(src);
      return led !== undefined && 'file' in led ? { source: { blob: led.file } } : { source: undefined, ...(led !== undefined && 'url' in led && { url: led.url }) };
    },
    name: (anchor) => named(id, anchor),
  };
}

function decodedAnchor(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function decodeSafely(text: string): string {
  try {
    return decodeURI(text).toWellFormed();
  } catch {
    return text.toWellFormed();
  }
}

function textsOf(blocks: readonly Block[]): readonly string[] {
  const texts: string[] = [];
  const add = (inlines: readonly Inline[]): void => {
    for (const inline of inlines) texts.push(inline.kind === 'text' ? inline.text : inline.kind === 'image' ? inline.image.alt : '');
  };
  for (const block of eachBlock(blocks)) {
    if (block.kind === 'paragraph' || block.kind === 'heading') add(block.inlines);
    else if (block.kind === 'box') add(block.title);
    else if (block.kind === 'code') texts.push(block.text, block.title ?? '');
    else if (block.kind === 'image') texts.push(block.image.alt);
  }
  return texts;
}

/** The images of a book, each taken into the file once. */
class Pictures {
  readonly #opened = new Map<string, OpenedImage | undefined>();
  #left = MAX_IMAGES;

  constructor(
    private readonly painter: Painter,
    private readonly images: PrintedImages,
  ) {}

  async of(blocks: readonly Block[]): Promise<ReadonlyMap<string, OpenedImage>> {
    const found = new Map<string, OpenedImage>();
    for (const image of imagesIn(blocks)) {
      const key = keyOf(image);
      if (key === undefined || found.has(key)) continue;
      if (!this.#opened.has(key)) this.#opened.set(key, await this.#open(image));
      const opened = this.#opened.get(key);
      if (opened !== undefined) found.set(key, opened);
    }
    return found;
  }

  async #open({ source }: ImageRef): Promise<OpenedImage | undefined> {
    const bytes = source === undefined ? undefined : 'blob' in source ? await this.images(source.blob) : dataOf(source.data);
    if (bytes === undefined) return undefined;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#left -= buffer.length;
    if (this.#left < 0) throw new PdfRefused(`the images are more than ${MAX_IMAGES} bytes together; ask for a part by \`page\``);
    if (!isPrintable(buffer)) return undefined;
    try {
      return this.painter.open(buffer);
    } catch {
      return undefined;
    }
  }
}

function* imagesIn(blocks: readonly Block[]): Generator<ImageRef> {
  for (const block of eachBlock(blocks)) {
    if (block.kind === 'image') yield block.image;
    const inlines = block.kind === 'paragraph' || block.kind === 'heading' ? block.inlines : block.kind === 'box' ? block.title : [];
    for (const inline of inlines) if (inline.kind === 'image') yield inline.image;
  }
}

function dataOf(url: string): Uint8Array | undefined {
  const match = /^data:image\/(?:png|jpeg|jpg);base64,([\w+/=\s]*)$/i.exec(url);
  return match === null ? undefined : Buffer.from(match[1]!, 'base64');
}
