import type { BookChapter, BookChapters } from '../../application/pdf/chapters.ts';
import { directionOfStart, type Direction } from '../../domain/content/text/text-direction.ts';
import { ChapterContext } from './content/chapter-context.ts';
import { CodeLines, plainLines } from './content/code-lines.ts';
import { Formulas } from './content/formulas.ts';
import { parseHtml } from './content/html-tree.ts';
import { Images, type ImageTools } from './content/images.ts';
import { breakable, type Block } from './content/nodes.ts';
import { BlockReader } from './content/read-blocks.ts';
import type { ContentRenderer } from '../../ports/sites/site-renderer.ts';
import { languageOfLetters, languageOfText, shownText } from '../text-language.ts';

/** The data of the template: `/book.json`, and a file for each page of content. */
export interface BookData {
  readonly title: string;
  readonly organization: string;
  readonly subtitle: string;
  /** ISO 8601, without the time. */
  readonly date: string;
  readonly lang: string;
  /** With cover, contents and bookmarks. */
  readonly hasFront: boolean;
  readonly entries: readonly BookEntry[];
  /** Names of all places that links can lead to. */
  readonly names: Readonly<Record<string, true>>;
}

export interface BookEntry {
  readonly id: string;
  readonly kind: BookChapter['kind'];
  readonly depth: number;
  readonly title: string;
  readonly dir: Direction;
  readonly url?: string;
  /** File of a page of content. */
  readonly file?: string;
}

/** The data of a chapter file. */
export interface ChapterData {
  readonly cover?: string;
  readonly description?: string;
  readonly blocks: readonly Block[];
}

const MAX_TITLE = 300;
/** Number of pages that tell the language of a book. */
const MAX_SAMPLES = 30;

/** Reads books as data. */
export class BookReader {
  readonly #formulas = new Formulas();

  constructor(private readonly tools: ImageTools & { readonly site: Pick<ContentRenderer, 'colorCode'> }) {}

  /**
   * @param add takes the data of a chapter
   * @throws PdfLimitExceeded
   */
  async read(chapters: BookChapters, add: (file: string, data: ChapterData) => void): Promise<BookData> {
    const { book, list } = chapters;
    this.#formulas.reset();
    const loaders = { images: new Images(this.tools), formulas: this.#formulas, code: new CodeLines(this.tools.site) };
    const names = new Set<string>();
    const last = list.findLastIndex(({ kind }) => kind === 'document');
    const entries: BookEntry[] = [];
    const samples: string[] = [];
    for (const [i, chapter] of list.entries()) {
      // Groups and links lead to the next page of content.
      if (i <= last) names.add(chapter.id);
      const file = `/chapter-${i}.json`;
      if (chapter.kind === 'document') {
        const context = new ChapterContext(chapters, chapter, names, loaders);
        const image = chapter.cover === undefined ? undefined : context.cover(chapter.cover);
        const { blocks, html } = readChapter(chapters, chapter, context);
        if (samples.length < MAX_SAMPLES) samples.push(`${chapter.title} ${shownText(html)}`);
        await context.complete();
        add(file, {
          ...(image?.picture && { cover: image.picture.file }),
          ...(chapter.description !== undefined && { description: breakable(chapter.description) }),
          blocks,
        });
      }
      entries.push({ ...entryOf(chapter), ...(chapter.kind === 'document' && { file }) });
    }
    return {
      title: clip(book.title),
      organization: clip(book.organization),
      subtitle: clip(book.subtitle ?? ''),
      date: book.date.slice(0, 10),
      lang: languageOf([...samples, list.map(({ title }) => title).join(' ')]),
      hasFront: list.filter(({ kind }) => kind === 'document').length !== 1,
      entries,
      names: Object.fromEntries([...names].map((name) => [name, true])),
    };
  }
}

const clip = (text: string): string => text.slice(0, MAX_TITLE).toWellFormed();

function entryOf({ id, kind, depth, title, emoji, url }: BookChapter): BookEntry {
  const words = breakable((emoji === undefined ? title : `${emoji} ${title}`).toWellFormed());
  return { id, kind, depth, title: words, dir: directionOfStart(title), ...(url !== undefined && { url }) };
}

interface ChapterContent {
  readonly html: string;
  readonly blocks: readonly Block[];
}

function readChapter(chapters: BookChapters, chapter: BookChapter, context: ChapterContext): ChapterContent {
  try {
    const html = chapters.html(chapter);
    return { html, blocks: new BlockReader(context).read(parseHtml(html)) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { html: '', blocks: plainBlocks(chapters.book.documents.get(chapter.id) ?? '') };
  }
}

/** Text as it is written, for content that cannot be typeset. */
export const plainBlocks = (text: string): readonly Block[] => [
  { k: 'code', text, numbered: false, whole: false, lines: plainLines(text) },
];

/** Returns the language of most of the texts; English where none tells its own. */
function languageOf(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const language = languageOfText(text) ?? languageOfLetters(text);
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'en';
}
