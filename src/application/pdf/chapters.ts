import type { PageNode } from '../../domain/content/content-reads.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { percentDecoded } from '../../domain/kernel/percent-decoded.ts';
import { resolveContentTarget, documentPath } from '../../domain/sites/content/content-target.ts';
import { FileIndex } from '../../domain/sites/content/file-index.ts';
import { SpaceOutline, type OutlineEntry } from '../../domain/sites/content/space-outline.ts';
import type { PdfBook } from '../../ports/pdf.ts';
import type { ContentRenderer, LinkResolver } from '../../ports/sites/site-renderer.ts';
import { expressionEvaluator } from '../content/inline-expressions.ts';
import { pageEvaluators } from '../sites/reader/page-evaluators.ts';
import { coverOf } from '../sites/reader/page-view.ts';
import { emojiText } from '../sites/reader/emoji-text.ts';

/** An entry of a book's table of contents. */
export interface BookChapter {
  readonly id: Id;
  readonly kind: 'document' | 'group' | 'link';
  readonly title: string;
  readonly emoji?: string;
  readonly description?: string;
  /** URL of the cover image, in the form that `resolveHref` takes. */
  readonly cover?: string;
  /** Nesting depth; 0 for the top level. */
  readonly depth: number;
  /** URL of a link page that leads out of the book. */
  readonly url?: string;
}

/** Target of a URL in a chapter's HTML. Only URLs from the book's own link resolver have the internal forms. */
export type ChapterLink =
  { readonly page: Id; readonly anchor?: string } | { readonly file: string } | { readonly url: string };

const PAGE = '/~page/';
const FILE = '/~file/';

/** Chapters of a book in the order of the table of contents; the HTML of a chapter is rendered on demand. */
export class BookChapters {
  readonly list: readonly BookChapter[];
  readonly #outline: SpaceOutline;
  readonly #files: FileIndex;
  readonly #nodes = new Map<Id, PageNode['page']>();
  readonly #printed: ReadonlySet<Id>;

  constructor(
    readonly book: PdfBook,
    private readonly site: ContentRenderer,
  ) {
    this.#remember(book.tree);
    this.#outline = new SpaceOutline(withoutConditions(book.tree));
    this.#files = new FileIndex(book.files);
    const entries = this.#outline.entries.filter(({ id }) => book.printedPages?.has(id) ?? true);
    const depths = new Map<OutlineEntry, number>();
    this.list = entries.map((entry) => {
      const depth = (entry.parent === undefined ? undefined : depths.get(entry.parent)) ?? -1;
      depths.set(entry, depth + 1);
      return this.#chapter(entry, depth + 1);
    });
    this.#printed = new Set(this.list.map(({ id }) => id));
  }

  /** Renders a chapter as inert HTML without its title. */
  html({ id }: BookChapter): string {
    const entry = this.#outline.byId(id)!;
    const page = this.#nodes.get(id)!;
    return this.site.renderContent({
      page: { title: page.title, markdown: this.book.documents.get(id) ?? '' },
      colorScheme: 'light',
      resolveLink: this.#resolver(documentPath(entry)),
      resolveInclude: (target) => {
        const found = this.book.includes.get(target);
        return (
          found && {
            markdown: found.markdown,
            ...(found.path !== undefined && { resolveLink: this.#resolver(found.path) }),
          }
        );
      },
      ...(this.book.reader === undefined
        ? {
            evaluateCondition: () => true,
            evaluateExpression: expressionEvaluator(page, this.book.variables),
          }
        : pageEvaluators(page, this.book.variables, this.book.reader)),
    });
  }

  /** Resolves a URL in a chapter; undefined for pages that are not in the book. */
  resolveHref(href: string): ChapterLink | undefined {
    if (href.startsWith(FILE)) return { file: href.slice(FILE.length) };
    if (!href.startsWith(PAGE)) return /^(?:https?:|mailto:|tel:)/i.test(href) ? { url: href } : undefined;
    const [id = '', anchor] = href.slice(PAGE.length).split('#', 2);
    return this.#printed.has(id)
      ? { page: id, ...(anchor !== undefined && { anchor: percentDecoded(anchor) }) }
      : undefined;
  }

  #resolver(place: string): LinkResolver {
    return (target) => {
      const found = resolveContentTarget(target, place, { outline: this.#outline, files: this.#files });
      switch (found.kind) {
        case 'page':
          return {
            href: `${PAGE}${found.entry.id}${found.anchor === undefined ? '' : `#${encodeURI(found.anchor.toWellFormed())}`}`,
            title: found.entry.title,
          };
        case 'file':
          return { href: `${FILE}${found.file.blob}`, title: found.file.name };
        case 'url':
          return { href: found.url };
        case 'app':
        case 'broken':
          return { broken: true };
      }
    };
  }

  #chapter(entry: OutlineEntry, depth: number): BookChapter {
    const { id, type, label, emoji, href, target } = entry;
    const page = this.#nodes.get(id);
    const description = page?.description;
    const image = page && type === 'document' ? coverOf(page) : undefined;
    const found = image === undefined ? undefined : this.#resolver(documentPath(entry))(image);
    const url =
      type !== 'link'
        ? undefined
        : [href, target?.['url']].find(
            (each): each is string => typeof each === 'string' && /^https?:\/\//i.test(each),
          );
    return {
      id,
      kind: type,
      title: type === 'document' ? entry.title : label,
      depth,
      ...(emoji !== undefined && { emoji: emojiText(emoji) }),
      ...(description !== undefined && type === 'document' && { description }),
      ...(found !== undefined && 'href' in found && { cover: found.href }),
      ...(url !== undefined && { url }),
    };
  }

  #remember(nodes: readonly PageNode[]): void {
    for (const { page, pages } of nodes) {
      this.#nodes.set(page.id, page);
      this.#remember(pages);
    }
  }
}

/** Removes conditions, because a book contains all content for the people who edit it. */
const withoutConditions = (nodes: readonly PageNode[]): readonly PageNode[] =>
  nodes.map(({ page: { condition: _condition, ...page }, path, pages }) => ({
    page,
    path,
    pages: withoutConditions(pages),
  }));
