import type { BookChapter, BookChapters } from '../../../application/pdf/chapters.ts';
import type { CodeLines } from './code-lines.ts';
import type { Formulas } from './formulas.ts';
import { attribute, classesOf, type Element } from './html-tree.ts';
import type { Images } from './images.ts';
import type { Code, Formula, Image } from './nodes.ts';
import type { BlockContext } from './read-blocks.ts';
import { percentDecoded } from '../../../domain/kernel/percent-decoded.ts';

/** Length of an image within the content, and of an address, in characters. */
const MAX_DATA_URL = 2_000_000;
const MAX_URL = 2_000;
const POINTS_PER_PIXEL = 0.75;

/** Loads what nodes of the chapters of a book show. */
export interface NodeLoaders {
  readonly images: Images;
  readonly formulas: Formulas;
  readonly code: CodeLines;
}

/** Resolves the references of one chapter, and completes its nodes when all are read. */
export class ChapterContext implements BlockContext {
  readonly #incomplete: (() => Promise<void>)[] = [];
  #rank: number;

  /** @param names names of all places in the file so far */
  constructor(
    private readonly chapters: BookChapters,
    private readonly chapter: BookChapter,
    private readonly names: Set<string>,
    private readonly loaders: NodeLoaders,
  ) {
    this.#rank = chapter.depth + 1;
  }

  /** Loads images, formulas and colors. @throws PdfLimitExceeded */
  async complete(): Promise<void> {
    for (const load of this.#incomplete) await load();
  }

  link(href: string): { readonly url: string } | { readonly name: string } | undefined {
    if (href.startsWith('#'))
      return href === '#' ? undefined : { name: placeOf(this.chapter.id, percentDecoded(href.slice(1))) };
    const target = this.chapters.resolveHref(href);
    if (target === undefined || 'file' in target) return undefined;
    if ('url' in target) return { url: encodeURI(decodedUrl(target.url)).slice(0, MAX_URL) };
    return { name: target.anchor === undefined ? target.page : placeOf(target.page, target.anchor) };
  }

  label(anchor: string): string | undefined {
    const name = placeOf(this.chapter.id, anchor);
    if (this.names.has(name)) return undefined;
    this.names.add(name);
    return name;
  }

  rank(level: number): number {
    this.#rank = Math.min(this.#rank + 1, this.chapter.depth + level);
    return this.#rank;
  }

  image(element: Element): Image {
    const [, number, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(attribute(element, 'width') ?? '') ?? [];
    const width = percent === '%' ? { share: Math.min(1, Number(number) / 100) } : Number(number) * POINTS_PER_PIXEL;
    return this.#image(attribute(element, 'src') ?? '', {
      k: 'image',
      alt: (attribute(element, 'alt') ?? '').trim(),
      ...(classesOf(element).includes('q-line-image') && { line: true }),
      ...(number !== undefined && { width }),
    });
  }

  /** Image above the title. */
  cover(src: string): Image {
    return this.#image(src, { k: 'image', alt: '' });
  }

  formula(tex: string, display: boolean): Formula {
    const node: Formula = { k: 'math', tex, display };
    this.#incomplete.push(async () => {
      const drawing = await this.loaders.formulas.drawing(tex, display);
      if (drawing !== undefined) node.drawing = drawing;
    });
    return node;
  }

  code(node: Code, language: string): Code {
    this.#incomplete.push(async () => {
      node.lines = await this.loaders.code.read(node.text, language);
    });
    return node;
  }

  #image(src: string, image: Image): Image {
    const target = src.startsWith('data:') ? undefined : this.chapters.resolveHref(src);
    const node: Image = target !== undefined && 'url' in target ? { ...image, url: target.url } : image;
    const source =
      target !== undefined && 'file' in target
        ? { blob: target.file }
        : src.startsWith('data:') && src.length <= MAX_DATA_URL
          ? { data: src }
          : undefined;
    if (source !== undefined)
      this.#incomplete.push(async () => {
        const picture = await this.loaders.images.picture(source);
        if (picture !== undefined) node.picture = picture;
      });
    return node;
  }
}

const placeOf = (page: string, anchor: string): string => `${page}#${encodeURIComponent(anchor.toWellFormed())}`;

const decodedUrl = (url: string): string => {
  try {
    return decodeURI(url).toWellFormed();
  } catch {
    return url.toWellFormed();
  }
};
