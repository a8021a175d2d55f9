import type { SectionMatch } from '../../../domain/search/sections.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import type { PageRequest } from '../../../ports/kernel/repository.ts';
import type { SearchReads } from '../../../ports/search.ts';
import type { SearchHit, SearchView, SiteRenderer } from '../../../ports/sites/site-renderer.ts';
import type { PublishedContentCache } from './published-content-cache.ts';
import type { GeneratedPageSearch } from './generated-page-search.ts';
import { searchByRank, searchesOfWords } from '../../search/search-by-words.ts';
import { buildSiteShell } from './site-shell.ts';
import type { ReaderEvents } from './reader-events.ts';
import { searchedSpaceOf, searchSpaces } from './search-spaces.ts';
import type { SiteAppearances } from './site-appearances.ts';
import type { SiteMap, Variant } from './site-map.ts';
import { readyText, readyPage, type SiteResponse } from './site-response.ts';
import type { SiteSpaceContext } from './site-space-context.ts';
import type { SiteSpaces } from './site-spaces.ts';
import type { SpaceLinks } from './space-links.ts';

/** Scopes of a search: everything, the section of a space, the space alone. */
export const SEARCH_SCOPES = ['all', 'section', 'space'] as const;

/** Query of a reader. */
export interface SearchPageQuery {
  readonly text: string;
  /** Space of the site that the reader comes from, which `section` and `space` refer to. */
  readonly from?: string;
  readonly scope?: (typeof SEARCH_SCOPES)[number];
  /** Number of the page of results, counted from 1. */
  readonly page: number;
}

/** A result with the page that it leads to. */
export interface FoundHit {
  readonly hit: SearchHit;
  readonly entry: OutlineEntry;
  readonly space: SiteSpaceContext;
}

/** Number of spaces, and of pages of each space, that a search returns. */
const MAX_SEARCHED_SPACES = 20;
const MAX_PAGES_EACH = 60;
/** Number of results on a page of results, and of suggestions while the reader types. */
const PAGE_SIZE = 20;
const MAX_SUGGESTIONS = 12;
const MAX_SUGGESTIONS_EACH = 8;

/** Searches a site for a reader: as a page of results, and as suggestions while the reader types. */
export class ReaderSearchPages {
  constructor(
    private readonly dependencies: {
      readonly search: SearchReads;
      readonly contentCache: PublishedContentCache;
      readonly generatedPages: GeneratedPageSearch;
    },
    private readonly spaces: Pick<SiteSpaces, 'of'>,
    private readonly looks: Pick<SiteAppearances, 'of'>,
    private readonly renderer: Pick<SiteRenderer, 'renderSearch' | 'compress'>,
    private readonly events: Pick<ReaderEvents, 'of'>,
  ) {}

  /** Renders a page of results. */
  async page(map: SiteMap, query: SearchPageQuery): Promise<SiteResponse> {
    const { origin, hits, hasAllWords, isIncomplete } = await this.#find(map, query, MAX_PAGES_EACH);
    const pageCount = Math.max(1, Math.ceil(hits.length / PAGE_SIZE));
    const page = Math.min(query.page, pageCount);
    const [look, space] = await Promise.all([this.looks.of(map, origin), origin && this.spaces.of(map, origin)]);
    const view: SearchView = {
      site: buildSiteShell(map, origin, look?.appearance),
      navigation: space?.navigation.itemsFor() ?? [],
      query: query.text,
      ...(query.scope !== undefined && { scope: query.scope }),
      hits: hits.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
      count: hits.length,
      page,
      pageCount,
      isIncomplete,
    };
    return {
      kind: 'page',
      found: true,
      page: await readyPage(this.renderer, this.renderer.renderSearch(view)),
      event: page === 1 ? this.#event(map, origin, query.text, hasAllWords ? hits.length : 0) : undefined,
    };
  }

  /** Returns the best results as JSON. */
  async suggestions(map: SiteMap, query: SearchPageQuery): Promise<SiteResponse> {
    const { origin, hits, hasAllWords, isIncomplete } = await this.#find(map, query, MAX_SUGGESTIONS_EACH);
    const body = JSON.stringify({ hits: hits.slice(0, MAX_SUGGESTIONS), count: hits.length, isIncomplete });
    const event = this.#event(map, origin, query.text, hasAllWords ? hits.length : 0);
    return {
      kind: 'text',
      ...readyText('application/json', body, { personal: true }),
      event: event && { ...event, isTyping: true },
    };
  }

  /** @param results number of pages with all words: searches without any show what a site lacks */
  #event(map: SiteMap, variant: Variant | undefined, text: string, results: number): SiteResponse['event'] {
    if (text.trim() === '') return undefined;
    const path = `${map.address.basePath}${RESERVED_SEGMENT}/search`;
    return this.events.of('search_type_query', { map, variant, path }, { query: text, results });
  }

  async #find(
    map: SiteMap,
    query: SearchPageQuery,
    pagesEach: number,
  ): Promise<{
    readonly origin: Variant | undefined;
    readonly hits: readonly SearchHit[];
    readonly hasAllWords: boolean;
    readonly isIncomplete: boolean;
  }> {
    const { found, ...rest } = await this.find(map, query, pagesEach);
    return { ...rest, hits: distinctHits(found).map(({ hit }) => hit) };
  }

  /**
   * Finds what the visitor of a map may see, the best first. If no page has all words, finds pages with the most specific
   * ones: readers ask in their own words. Several results may look alike: see `distinctHits`.
   * @param pagesEach maximum number of pages of each space
   */
  async find(
    map: SiteMap,
    { text, from, scope }: SearchPageQuery,
    pagesEach: number,
  ): Promise<{
    readonly origin: Variant | undefined;
    readonly found: readonly FoundHit[];
    readonly hasAllWords: boolean;
    readonly isIncomplete: boolean;
  }> {
    const origin = originOf(map, from);
    const spaces = text.trim() === '' ? [] : await this.spacesIn(map, origin, scope);
    const bySpace = new Map(spaces.map((space) => [space.variant.siteSpace.spaceId, space]));
    const search = (words: string) => this.searchIn(map, spaces, words, { limit: MAX_SEARCHED_SPACES }, pagesEach);
    const { items, isIncomplete } = await search(text);
    const hasAllWords = items.length > 0;
    const pages = hasAllWords
      ? items.flatMap((space) => space.pages)
      : await searchByRank(searchesOfWords(text), async (word) => (await search(word)).items);
    const hits = pages.flatMap(({ spaceId, page, sections: [best] }): readonly FoundHit[] => {
      const space = bySpace.get(spaceId)!;
      const entry = space.linked.outline.byId(page.id);
      const trail = spaces.length > 1 ? titlesAbove(map, space) : [];
      return entry === undefined ? [] : [{ hit: hitOf(entry, space.links, trail, page.title, best), entry, space }];
    });
    return { origin, found: hits, hasAllWords, isIncomplete };
  }

  /** Loads the spaces of a scope; all of the site unless a scope is given. */
  spacesIn(
    map: SiteMap,
    origin: Variant | undefined,
    scope: SearchPageQuery['scope'],
  ): Promise<readonly SiteSpaceContext[]> {
    return Promise.all(searchedVariants(map, origin, scope).map((variant) => this.spaces.of(map, variant)));
  }

  /** Searches spaces for the visitor of a map. @param pagesEach maximum number of pages of each space */
  searchIn(
    map: SiteMap,
    spaces: readonly SiteSpaceContext[],
    text: string,
    page: PageRequest,
    pagesEach?: number,
  ): ReturnType<typeof searchSpaces> {
    return searchSpaces({ ...this.dependencies, visitor: map.visitor }, spaces.map(searchedSpaceOf), {
      text,
      page,
      ...(pagesEach !== undefined && { pagesEach }),
    });
  }
}

/** Returns the space that a reader comes from, else the main one. */
export const originOf = ({ variants, main }: SiteMap, from: string | undefined): Variant | undefined =>
  variants.find(({ siteSpace }) => siteSpace.id === from) ?? main;

/** Selects the spaces of a scope; of the hidden ones, only the one that the reader comes from. */
function searchedVariants(
  { variants }: SiteMap,
  origin: Variant | undefined,
  scope: SearchPageQuery['scope'],
): readonly Variant[] {
  const sectionId = origin?.siteSpace.sectionId;
  const isInScope = (one: Variant): boolean => {
    if (scope === 'space') return one === origin;
    if (scope === 'section') return one.siteSpace.sectionId === sectionId;
    return true;
  };
  return variants.filter((one) => isInScope(one) && (!one.siteSpace.hidden || one === origin));
}

/** Returns the titles of the section and of the space, where the section has several and they differ. */
function titlesAbove({ sections, variants }: SiteMap, { variant }: SiteSpaceContext): readonly string[] {
  const { sectionId } = variant.siteSpace;
  const section = sections.find(({ id }) => id === sectionId)?.title;
  if (section === undefined) return [variant.title];
  const isAlone = variants.filter(({ siteSpace }) => siteSpace.sectionId === sectionId).length === 1;
  return isAlone || section === variant.title ? [section] : [section, variant.title];
}

/** Builds the result for a page that matches, linked to its best section. */
export function hitOf(
  entry: OutlineEntry,
  links: SpaceLinks,
  trail: readonly string[],
  title: string,
  best: SectionMatch | undefined,
): SearchHit {
  const above: string[] = [];
  for (let parent = entry.parent; parent !== undefined; parent = parent.parent) above.unshift(parent.label);
  const isSection = best?.anchor !== undefined && best.title !== title;
  return {
    title: isSection ? best.title : title,
    href: links.page(entry) + (best?.anchor === undefined ? '' : `#${encodeURIComponent(best.anchor)}`),
    breadcrumbs: [...trail, ...above, ...(isSection ? [title] : [])],
    ...(best !== undefined && best.excerpt !== '' && { excerpt: best.excerpt }),
  };
}

/** Leaves out results that a reader could not tell from an earlier one. */
export function distinctHits(hits: readonly FoundHit[]): readonly FoundHit[] {
  const seen = new Set<string>();
  return hits.filter(({ hit: { title, breadcrumbs } }) => {
    const shown = JSON.stringify([title, breadcrumbs]);
    return !seen.has(shown) && seen.add(shown);
  });
}
