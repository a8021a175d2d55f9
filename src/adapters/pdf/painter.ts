import PDFDocument from 'pdfkit';
import type { EmbeddedFont, OpenedImage, Reference } from 'pdfkit';
import { PdfLimitExceeded } from '../../ports/pdf.ts';
import type { Target } from './content/blocks.ts';
import type { Face } from './fonts/face.ts';
import { PAGE } from './pages/measures.ts';
import type { Mark } from './pages/layout-box.ts';

/** Sheets of one file. */
export const MAX_SHEETS = 20_000;

export interface PainterOptions {
  readonly title: string;
  readonly author: string;
  /** Of the content, not of the making: the same content makes the same file. */
  readonly date: Date;
}

/** A page that outlines and names can lead to. */
export type SheetRef = Reference;

/** Draws marks on sheets of a PDF file. */
export class Painter {
  readonly #document: PDFDocument;
  readonly #fonts = new Map<Uint8Array, EmbeddedFont>();
  readonly #defined = new Set<string>();
  readonly #used = new Set<string>();
  #sheets = 0;

  constructor({ title, author, date }: PainterOptions, onBytes: (bytes: Uint8Array) => void) {
    this.#document = new PDFDocument({
      autoFirstPage: false,
      compress: true,
      pdfVersion: '1.7',
      size: [PAGE.width, PAGE.height],
      margin: 0,
      displayTitle: true,
      fontLayoutCache: false,
      font: null,
      info: { Title: title, Author: author, CreationDate: date, Producer: 'Quire', Creator: 'Quire' },
    });
    this.#document.on('data', onBytes);
  }

  get sheets(): number {
    return this.#sheets;
  }

  /** Begins a sheet. @throws PdfLimitExceeded */
  turn(): SheetRef {
    if (++this.#sheets > MAX_SHEETS)
      throw new PdfLimitExceeded(
        `the content fills more than ${MAX_SHEETS} printed pages; select a part with \`page\``,
      );
    this.#document.addPage();
    return this.#document.page.dictionary;
  }

  /** @throws whatever the library says of an image that it cannot take */
  open(image: Uint8Array): OpenedImage {
    return this.#document.openImage(image);
  }

  /** @param top points from the top of the sheet to the top of the marks' strip */
  draw(marks: readonly Mark[], top: number): void {
    for (const mark of marks) {
      switch (mark.kind) {
        case 'area':
          this.#document.addContent(
            `${rgb(mark.color)} rg ${n(mark.x)} ${n(top + mark.y)} ${n(mark.width)} ${n(mark.height)} re f`,
          );
          break;
        case 'text':
          this.#text(mark, top + mark.y);
          break;
        case 'drawing':
          this.#document.addContent(
            `q ${rgb(mark.color)} rg ${rgb(mark.color)} RG ${n(mark.scale, 6)} 0 0 ${n(mark.scale, 6)} ${n(mark.x)} ${n(top + mark.y)} cm ${mark.operators} Q`,
          );
          break;
        case 'image':
          if (mark.clip !== undefined)
            this.#document.addContent(`q ${n(mark.x)} ${n(top)} ${n(mark.width)} ${n(mark.clip)} re W n`);
          this.#document.image(mark.image, mark.x, top + mark.y, { width: mark.width, height: mark.height });
          if (mark.clip !== undefined) this.#document.addContent('Q');
          break;
        case 'link':
          this.#link(mark.target, mark.x, top + mark.y, mark.width, mark.height);
          break;
        case 'name':
          this.name(mark.name, top + mark.y);
          break;
      }
    }
  }

  /** Names a place of the present sheet; the first of equals is the one that links lead to. */
  name(name: string, top: number): void {
    if (this.#defined.has(name)) return;
    this.#defined.add(name);
    this.#document.addNamedDestination(name, 'XYZ', 0, Math.max(0, top - 8), null);
  }

  /** Leads links to names that turned out not to exist somewhere useful. */
  settle(elsewhere: (name: string) => SheetRef | undefined): void {
    for (const name of this.#used) {
      if (this.#defined.has(name)) continue;
      const sheet = elsewhere(name);
      if (sheet !== undefined)
        this.#document._root.data['Names'].data.Dests.add(name, [sheet, 'XYZ', 0, PAGE.height, null]);
    }
  }

  /** The last sheets become those behind the first ones. */
  moveToFront(count: number, behind: number): void {
    const kids = this.#document._root.data['Pages'].data.Kids as Reference[];
    kids.splice(behind, 0, ...kids.splice(kids.length - count, count));
  }

  /** Bookmarks. @param entries parents before their children, each one level below its parent at most */
  outline(entries: readonly { readonly title: string; readonly depth: number; readonly name: string }[]): void {
    const open = [this.#document.outline];
    for (const { title, depth, name } of entries) {
      open.length = Math.min(open.length, depth + 1);
      const item = open.at(-1)!.addItem(title.toWellFormed(), { expanded: false });
      item.outlineData['Dest'] = new String(name);
      this.#used.add(name);
      open.push(item);
    }
    if (entries.length > 0) this.#document._root.data['PageMode'] = 'UseOutlines';
  }

  /** Ends the file once `settle` was called. @returns when its last byte was given out */
  end(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#document.on('end', resolve).on('error', reject);
      this.#document.end();
    });
  }

  #link(target: Target, x: number, y: number, width: number, height: number): void {
    if ('url' in target) this.#document.link(x, y, width, height, target.url);
    else {
      this.#used.add(target.name);
      this.#document.goTo(x, y, width, height, target.name);
    }
  }

  #text({ face, glyphs, x, size, color, unseen }: Extract<Mark, { kind: 'text' }>, y: number): void {
    const font = this.#font(face);
    const { page } = this.#document;
    page.fonts[font.id] ??= font.ref();
    const { slanted, thickened } = face.makeup;
    const skew = slanted ? '0.2' : '0';
    const parts: string[] = [];
    const lines: string[] = [];
    let open = '';
    let moved = false;
    let pen = x;
    const flush = (): void => {
      if (open !== '') parts.push(`<${open}>`);
      if (parts.length > 0) lines.push(`[${parts.join(' ')}] TJ`);
      open = '';
      parts.length = 0;
    };
    for (const { id, width, advance, xOffset, yOffset, codePoints } of glyphs) {
      const own = font.subset.includeGlyph(id);
      font.widths[own] ??= width;
      font.unicode[own] ??= codePoints.map((codePoint) => (codePoint === 0xa0 ? 0x20 : codePoint));
      const lifted = xOffset !== 0 || yOffset !== 0;
      if (lifted || moved) {
        flush();
        lines.push(`1 0 ${skew} -1 ${n(pen + (xOffset * size) / 1000)} ${n(y - (yOffset * size) / 1000)} Tm`);
        moved = lifted;
      }
      open += own.toString(16).padStart(4, '0');
      if (Math.abs(advance - width) > 0.01) {
        parts.push(`<${open}> ${n(width - advance)}`);
        open = '';
      }
      pen += (advance * size) / 1000;
    }
    flush();
    const look = unseen ? ' 3 Tr' : thickened ? ` ${rgb(color)} RG ${n(size * 0.03)} w 2 Tr` : '';
    this.#document.addContent(
      `BT ${rgb(color)} rg${look} /${font.id} ${n(size)} Tf 1 0 ${skew} -1 ${n(x)} ${n(y)} Tm ${lines.join(' ')}${look === '' ? '' : ' 0 Tr'} ET`,
    );
  }

  #font({ bytes }: Face): EmbeddedFont {
    const known = this.#fonts.get(bytes);
    if (known !== undefined) return known;
    const font = this.#document.font(bytes)._font;
    this.#fonts.set(bytes, font);
    return font;
  }
}

const n = (value: number, digits = 3): string => String(Math.round(value * 10 ** digits) / 10 ** digits);

const known = new Map<string, string>();
function rgb(color: string): string {
  let operands = known.get(color);
  if (operands === undefined) {
    const [r, g, b] = [1, 3, 5].map((at) => n(Number.parseInt(color.slice(at, at + 2), 16) / 255 || 0));
    operands = `${r} ${g} ${b}`;
    if (known.size < 1_000) known.set(color, operands);
  }
  return operands;
}
