import type { BookChapter, BookChapters } from '../../application/pdf/chapters.ts';
import type { ImageLoader } from '../../ports/pdf.ts';
import { eachBlock, inlinesOf, textOf, type Block, type Inline, type Target } from './content/blocks.ts';
import { Highlighter } from './content/highlighter.ts';
import { parseHtml } from './content/html-tree.ts';
import { readBlocks } from './content/read-blocks.ts';
import type { Addresses } from './content/read-inlines.ts';
import { FontSet } from './fonts/font-set.ts';
import type { Formulas } from './formulas/formulas.ts';
import { layContents, layCover } from './pages/layout-front.ts';
import { COLORS } from './pages/colors.ts';
import { LaidImages, type Picture } from './pages/layout-images.ts';
import { layBlocks, type BlockMeans } from './pages/layout-blocks.ts';
import type { Frame } from './pages/measures.ts';
import { PAGE, ROOM, TEXT } from './pages/measures.ts';
import { paginate, type Sheet } from './pages/paginate.ts';
import { Painter, type SheetRef } from './painter.ts';
import type { PictureDrawer } from './pictures/picture-drawer.ts';
import { Pictures } from './pictures/pictures.ts';
import { directionsOf } from './text/bidi.ts';
import { layParagraph } from './text/layout-paragraph.ts';

/** What stays between files. */
export interface Workshop {
  readonly shelf: FontSet;
  readonly highlighter: Highlighter;
  readonly formulas: Formulas;
  readonly drawer: PictureDrawer;
}

/** Bytes of an image in the content itself. */
const MAX_DATA_URL = 2_000_000;
const FRAME: Frame = { x: PAGE.side, width: ROOM.width, size: TEXT.body };

/**
 * Writes a book as a PDF file: cover, contents, and each page of the content from a sheet of its own on. Chapters are read,
 * laid out and written one after another, so that memory follows the largest of them and not the book; the contents, whose
 * page numbers are known last, are written last and moved to their place.
 * @param onBytes gets the file as it is made
 * @param pause waits until those bytes are taken
 * @throws PdfLimitExceeded
 */
export async function writeBook(
  chapters: BookChapters,
  images: ImageLoader,
  { shelf, highlighter, formulas, drawer }: Workshop,
  onBytes: (bytes: Uint8Array) => void,
  pause: () => Promise<void>,
): Promise<void> {
  const { book, list } = chapters;
  await shelf.ready(
    book.title,
    book.organization,
    book.subtitle ?? '',
    ...list.flatMap(({ title, emoji = '', description = '' }) => [title, emoji, description]),
  );
  highlighter.begin();
  formulas.begin();
  drawer.begin();
  const painter = new Painter({ title: book.title, author: book.organization, date: new Date(book.date) }, onBytes);
  const opened = new Pictures(painter, images, drawer);
  const meansOf = (found: ReadonlyMap<string, Picture>): BlockMeans => ({
    shelf,
    highlighter,
    formulas,
    images: new LaidImages(found),
    directionOf,
  });
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
  let waiting: BookChapter[] = [];
  for (const chapter of list) {
    waiting.push(chapter);
    if (chapter.kind !== 'document') continue;
    const addresses = addressesOf(chapters, chapter);
    const blocks = [
      ...headOf(chapter, waiting, addresses),
      ...readBlocks(parseHtml(chapters.html(chapter)), addresses),
    ];
    await shelf.ready(...textsOf(blocks));
    await highlighter.ready(
      [...eachBlock(blocks)].flatMap((block) =>
        block.kind === 'code' && block.language !== undefined ? [block.language] : [],
      ),
    );
    await formulas.ready(hasFormulas(blocks));
    const means = meansOf(await opened.of(blocks));
    const sheets = paginate(layBlocks(blocks, FRAME, means));
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

const directionOf = (inlines: readonly Inline[]): 'ltr' | 'rtl' =>
  directionsOf(inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('')).base % 2 === 1
    ? 'rtl'
    : 'ltr';

/** The title of a chapter, where its links and those of the groups before it lead. */
function headOf(
  { title, emoji, description, cover }: BookChapter,
  before: readonly BookChapter[],
  { image }: Addresses,
): readonly Block[] {
  return [
    ...before.map(({ id }): Block => ({ kind: 'name', name: id })),
    ...(cover === undefined ? [] : [{ kind: 'cover', image: { ...image(cover), alt: '' } } as const]),
    {
      kind: 'heading',
      level: 1,
      direction: 'auto',
      inlines: [textOf(emoji === undefined ? title : `${emoji} ${title}`)],
    },
    ...(description === undefined
      ? []
      : [
          {
            kind: 'paragraph',
            align: 'start',
            direction: 'auto',
            inlines: [textOf(description, { color: COLORS.soft, scale: 1.08 })],
          } as const,
        ]),
  ];
}

function addressesOf(chapters: BookChapters, { id }: BookChapter): Addresses {
  const named = (page: string, anchor: string): string => `${page}#${encodeURIComponent(anchor.toWellFormed())}`;
  const targets = new Map<string, Target | undefined>();
  const link = (href: string): Target | undefined => {
    if (href.startsWith('#')) return href === '#' ? undefined : { name: named(id, decodedAnchor(href.slice(1))) };
    const led = chapters.resolveHref(href);
    if (led === undefined || 'file' in led) return undefined;
    return 'url' in led
      ? { url: encodeURI(decodeSafely(led.url)).slice(0, 2_000) }
      : { name: led.anchor === undefined ? led.page : named(led.page, led.anchor) };
  };
  return {
    link(href) {
      if (!targets.has(href)) targets.set(href, link(href));
      return targets.get(href);
    },
    image(src) {
      if (src.startsWith('data:')) return { source: src.length <= MAX_DATA_URL ? { data: src } : undefined };
      const led = chapters.resolveHref(src);
      return led !== undefined && 'file' in led
        ? { source: { blob: led.file } }
        : { source: undefined, ...(led !== undefined && 'url' in led && { url: led.url }) };
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

function hasFormulas(blocks: readonly Block[]): boolean {
  for (const block of eachBlock(blocks)) {
    if (block.kind === 'formula' || inlinesOf(block).some(({ kind }) => kind === 'formula')) return true;
  }
  return false;
}

function textsOf(blocks: readonly Block[]): readonly string[] {
  const texts: string[] = [];
  const add = (inlines: readonly Inline[]): void => {
    for (const inline of inlines)
      texts.push(
        inline.kind === 'text'
          ? inline.text
          : inline.kind === 'image'
            ? inline.image.alt
            : inline.kind === 'formula'
              ? inline.tex
              : '',
      );
  };
  for (const block of eachBlock(blocks)) {
    add(inlinesOf(block));
    if (block.kind === 'code') texts.push(block.text, block.title ?? '');
    else if (block.kind === 'formula') texts.push(block.tex);
    else if (block.kind === 'image') texts.push(block.image.alt);
  }
  return texts;
}
