import {
  listFiles,
  readDocument,
  getPages,
  readVariables,
  type PageNode,
} from '../../../domain/content/content-reads.ts';
import { digestOf } from '../../../domain/content/objects/hash.ts';
import { all, both } from '../../../domain/content/objects/object-query.ts';
import type { Page } from '../../../domain/content/page.ts';
import type { Id, PageId } from '../../../domain/kernel/id.ts';
import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import { PdfLimitExceeded, type PdfBook, type PdfInclude } from '../../../ports/pdf.ts';
import { collectIncludes, decodeText, readIncludes } from '../../content/content-includes.ts';
import { read } from '../../content/reading.ts';
import type { LinkedPdf } from '../../pdf/pdf-links.ts';
import { DOCUMENTS_AT_ONCE, MAX_BOOK_PAGES, MAX_BOOK_TEXT } from '../../pdf/space-book.ts';
import type { PublishedContentCache } from './published-content-cache.ts';
import type { PageOperations, PageOperationsFinder } from './page-operations.ts';
import type { SiteSpaceContext } from './site-space-context.ts';
import { siteTitle } from './site-title.ts';

/** Version of the rendering; incremented when the same content renders differently. */
const EDITION = 2;

/** Prepares PDF files of published spaces with what their reader may see. */
export class SitePdfs {
  constructor(
    private readonly contentCache: Pick<PublishedContentCache, 'store'>,
    private readonly operations: Pick<PageOperationsFinder, 'of'>,
  ) {}

  /**
   * Prepares the file of all pages that navigation shows, or of one page.
   * @throws PdfLimitExceeded
   */
  async of(space: SiteSpaceContext, page?: OutlineEntry): Promise<LinkedPdf> {
    const { map, variant, expanded } = space;
    const listed = [...listedEntries(space)];
    const printed = page === undefined ? listed : [page];
    if (printed.length > MAX_BOOK_PAGES)
      throw new PdfLimitExceeded(`the content has more than ${MAX_BOOK_PAGES} pages`);
    const operations = new Map<Id, PageOperations>();
    for (const entry of printed)
      if (entry.type === 'document') operations.set(entry.id, await this.operations.of(space, entry));
    const { site, visitor } = map;
    const title = page?.title ?? variant.title;
    const siteName = siteTitle(map, variant);
    const key = digestOf(
      JSON.stringify([
        'site',
        EDITION,
        variant.content,
        variant.siteSpace.id,
        title,
        siteName,
        visitor.claims ?? null,
        visitor.isPreviewing,
        page?.id ?? null,
        listed.map(({ id }) => id),
        expanded.generated.map(({ page: { id, title: name }, markdown }) => [id, name, markdown]),
        [...operations].map(([id, { key: version }]) => [id, version]),
      ]),
    );
    return {
      key,
      name: `${title}.pdf`,
      book: () => this.#book(space, { title, siteName, listed, printed, operations }),
      holder: { organizationId: site.organizationId, user: `readers of site ${site.id}` },
    };
  }

  async #book(
    space: SiteSpaceContext,
    {
      title,
      siteName,
      listed,
      printed,
      operations,
    }: {
      readonly title: string;
      readonly siteName: string;
      readonly listed: readonly OutlineEntry[];
      readonly printed: readonly OutlineEntry[];
      readonly operations: ReadonlyMap<Id, PageOperations>;
    },
  ): Promise<PdfBook> {
    const { store } = this.contentCache;
    const { content, expanded, map } = space;
    const entries = new Set([...listed, ...printed.flatMap(withAncestors)]);
    const [stored, [{ items: files }, variables]] = await Promise.all([
      read(
        store,
        getPages(
          content,
          [...entries].map(({ id }) => id),
        ),
      ),
      read(store, both(listFiles(content, undefined, Number.MAX_SAFE_INTEGER), readVariables(content))),
    ]);
    const pageOf = (id: Id): Page | undefined => expanded.pages.get(id)?.page ?? stored.get(id);
    const documents = new Map<PageId, string>();
    const includes = new Map<string, PdfInclude>();
    let size = 0;
    const documentsOf = printed.filter(({ type }) => type === 'document');
    for (let at = 0; at < documentsOf.length; at += DOCUMENTS_AT_ONCE) {
      const batch = documentsOf.slice(at, at + DOCUMENTS_AT_ONCE);
      const texts = await read(store, all(batch.map(({ id }) => readDocument(pageOf(id) ?? {}))));
      for (const [i, { id }] of batch.entries()) {
        const fill = operations.get(id)!.fill;
        const text = expanded.pages.get(id)?.markdown ?? fill(decodeText(texts[i]));
        size += text.length;
        if (size > MAX_BOOK_TEXT)
          throw new PdfLimitExceeded(`the content has more than ${MAX_BOOK_TEXT} characters of text`);
        documents.set(id, text);
        const included = text.includes('{%') ? await readIncludes(store, content, text) : undefined;
        if (included === undefined) continue;
        for (const [target, { content: of, markdown }] of collectIncludes(included, text))
          includes.set(target, { markdown: fill(markdown), ...(of.git && { path: of.git.path }) });
      }
    }
    const dates = documentsOf.map(({ id }) => pageOf(id)?.updatedAt ?? '').sort();
    const { claims, isPreviewing } = map.visitor;
    return {
      title,
      organization: siteName,
      date: dates.at(-1) || new Date(0).toISOString(),
      tree: treeOf(space, entries, pageOf),
      printedPages: new Set(printed.map(({ id }) => id)),
      documents,
      files,
      variables,
      includes,
      reader: { claims, isPreviewing },
    };
  }
}

/** Lists the pages that navigation shows, in its order. */
function* listedEntries({ linked: { outline } }: SiteSpaceContext): Generator<OutlineEntry> {
  const open = [outline.childrenOf(undefined)];
  for (let family = open.at(-1); family; family = open.at(-1)) {
    const next = family.next();
    if (next.done) open.pop();
    else if (next.value.listed) {
      yield next.value;
      open.push(outline.childrenOf(next.value));
    }
  }
}

function withAncestors(entry: OutlineEntry): readonly OutlineEntry[] {
  const chain: OutlineEntry[] = [];
  for (let at: OutlineEntry | undefined = entry; at !== undefined; at = at.parent) chain.push(at);
  return chain;
}

/** Builds the tree of entries; those without a page are left out. */
function treeOf(
  space: SiteSpaceContext,
  entries: ReadonlySet<OutlineEntry>,
  pageOf: (id: Id) => Page | undefined,
  parent?: OutlineEntry,
): readonly PageNode[] {
  return [...space.linked.outline.childrenOf(parent)].flatMap((entry): readonly PageNode[] => {
    const page = entries.has(entry) ? pageOf(entry.id) : undefined;
    return page === undefined
      ? []
      : [
          {
            page,
            path: entry.path ?? '',
            pages: treeOf(space, entries, pageOf, entry),
          },
        ];
  });
}
