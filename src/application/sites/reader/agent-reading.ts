import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import type { ContentStore } from '../../../ports/content/content-store.ts';
import {
  AGENT_PAGES,
  AGENT_RESULTS,
  AGENT_TEXT,
  UnknownSitePage,
  type AgentPage,
  type AgentText,
  type AgentTools,
} from './agent-tools.ts';
import { listIndexedEntries, readListedPages, type ListedPage } from './formats/listed-pages.ts';
import { headingOf } from './formats/llms.ts';
import { findMarkdownEntry, MARKDOWN_EXTENSION } from './formats/markdown-url.ts';
import type { PageTexts } from './formats/page-texts.ts';
import { distinctHits, type ReaderSearchPages } from './reader-search-pages.ts';
import { matchExplicitPath, matchPath, type SiteMap } from './site-map.ts';
import type { SiteSpaceContext } from './site-space-context.ts';
import type { SiteSpaces } from './site-spaces.ts';
import { siteTitle } from './site-title.ts';

/** Number of pages of each space that a search considers. */
const MAX_PAGES_EACH = 60;

interface AgentReadingDependencies {
  readonly store: ContentStore;
  readonly spaces: Pick<SiteSpaces, 'of'>;
  readonly texts: Pick<PageTexts, 'of'>;
  readonly search: Pick<ReaderSearchPages, 'find'>;
}

/**
 * Reads a site for the agent of a visitor: the pages of `llms.txt`. Hidden pages and variants, pages whose condition
 * does not hold, and pages that robots may not index are absent.
 */
export class AgentReading implements AgentTools {
  constructor(
    private readonly dependencies: AgentReadingDependencies,
    private readonly map: SiteMap,
  ) {}

  get title(): string {
    return siteTitle(this.map, this.map.main);
  }

  async find(text: string, page: number): ReturnType<AgentTools['find']> {
    const { map } = this;
    const { found } = await this.dependencies.search.find(map, { text, page }, MAX_PAGES_EACH);
    const hits = distinctHits(found.filter(({ entry, space }) => entry.indexed && isListed(space)));
    const results = hits
      .slice((page - 1) * AGENT_RESULTS, page * AGENT_RESULTS)
      .map(({ hit: { title, href, breadcrumbs, excerpt } }) => ({
        title,
        url: map.address.absolute(href),
        breadcrumbs,
        ...(excerpt !== undefined && { excerpt }),
      }));
    return { results, total: hits.length, ...(page * AGENT_RESULTS < hits.length && { nextPage: page + 1 }) };
  }

  async listPages(offset: number): ReturnType<AgentTools['listPages']> {
    const { map } = this;
    const end = offset + AGENT_PAGES;
    const variants = map.variants.filter(({ siteSpace: { hidden } }) => !hidden);
    const pages: AgentPage[] = [];
    let total = 0;
    for (const variant of variants) {
      const space = await this.dependencies.spaces.of(map, variant);
      const entries = await listIndexedEntries(space, Infinity);
      const entriesInRange = entries.slice(Math.max(0, offset - total), Math.max(0, end - total));
      total += entries.length;
      if (entriesInRange.length === 0) continue;
      const section = variants.length > 1 ? headingOf(map, space) : undefined;
      for (const page of await readListedPages(this.dependencies.store, space, entriesInRange))
        pages.push(this.#listed(page, section));
    }
    return { pages, total, ...(end < total && { nextOffset: end }) };
  }

  async readPage(page: string, offset: number): Promise<AgentText> {
    const found = await this.#findPage(page);
    const text = found && (await this.dependencies.texts.of(found.space, found.entry))?.text;
    if (found === undefined || text === undefined) throw new UnknownSitePage();
    const end = partEnd(text, offset);
    return {
      title: found.entry.title,
      url: this.map.address.absolute(found.space.links.page(found.entry)),
      markdown: text.slice(offset, end),
      length: text.length,
      ...(end < text.length && { nextOffset: end }),
    };
  }

  #listed({ space, entry, page: { description = '' } }: ListedPage, section: string | undefined): AgentPage {
    const text = description.replace(/\s+/g, ' ').trim();
    return {
      title: entry.title,
      url: this.map.address.absolute(space.links.page(entry)),
      ...(text !== '' && { description: text }),
      ...(section !== undefined && { section }),
    };
  }

  async #findPage(
    page: string,
  ): Promise<{ readonly space: SiteSpaceContext; readonly entry: OutlineEntry } | undefined> {
    const segments = this.#segmentsOf(page);
    if (segments === undefined) return undefined;
    const last = segments.at(-1) ?? '';
    const plain = last.endsWith(MARKDOWN_EXTENSION)
      ? [...segments.slice(0, -1), last.slice(0, -MARKDOWN_EXTENSION.length)]
      : undefined;
    for (const each of plain === undefined ? [segments] : [segments, plain])
      for (const match of [matchPath, matchExplicitPath]) {
        const { variant, path } = match(this.map, each);
        if (variant === undefined) continue;
        const space = await this.dependencies.spaces.of(this.map, variant);
        const { outline } = space.linked;
        const named = each === plain ? findMarkdownEntry(outline, path) : outline.byPath(path);
        const at = named ?? outline.byPathIgnoringCase(path);
        const entry = at?.type === 'group' ? outline.firstDocumentIn(at) : at;
        if (entry?.type === 'document' && entry.indexed && isListed(space)) return { space, entry };
      }
    return undefined;
  }

  /** Splits the URL or path of a page into the decoded segments below the site; undefined for an invalid one. */
  #segmentsOf(page: string): readonly string[] | undefined {
    const { home, basePath } = this.map.address;
    const own = [home, basePath].find((start) => page.startsWith(start)) ?? '';
    try {
      return page
        .slice(own.length)
        .replace(/[?#].*$/s, '')
        .split('/')
        .filter((segment) => segment !== '')
        .map(decodeURIComponent);
    } catch {
      return undefined;
    }
  }
}

const isListed = ({ variant }: Pick<SiteSpaceContext, 'variant'>): boolean => !variant.siteSpace.hidden;

/** Returns the end of the part of a text that begins at an offset; no part ends within a character. */
function partEnd(text: string, offset: number): number {
  const end = offset + AGENT_TEXT;
  return end < text.length && text.codePointAt(end - 1)! > 0xffff ? end + 1 : Math.min(end, text.length);
}
