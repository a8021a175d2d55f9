import type { Hash } from '../domain/content/objects/content-object.ts';
import type { Id, PageId, SpaceId } from '../domain/kernel/id.ts';
import type { SearchPlan } from '../domain/search/search-query.ts';
import type { OrganizationUser } from './kernel/viewer.ts';

/** Page that matches a search, with its score. */
export interface PageHit {
  readonly pageId: PageId;
  readonly score: number;
}

/** Position in a list of search results: the last result and the number of results before. */
export interface SearchCursor {
  readonly score: number;
  readonly id: Id;
  readonly seen: number;
}

export interface SearchHits<T> {
  /** At most one more than the limit, best first, ties by id. */
  readonly items: readonly T[];
  /** Exact number of matches; of those found if the result is incomplete. */
  readonly count: number;
  /**
   * Tells whether matches may be missing: some pages are not indexed yet, or too many pages would have to be scanned.
   */
  readonly isIncomplete: boolean;
}

export interface SpaceHit {
  readonly spaceId: SpaceId;
  readonly title: string;
  readonly content: Hash;
  readonly score: number;
  /** Best-matching pages of the space. */
  readonly pages: readonly PageHit[];
}

/**
 * Scope of a vocabulary lookup: one space, the spaces of an organization that the viewer may see, or the given spaces.
 */
export type SearchScope =
  { readonly spaceId: SpaceId } | { readonly viewer: OrganizationUser } | { readonly spaces: readonly Id[] };

/**
 * Full-text search in primary content. Content that the viewer may not see is neither found nor counted, nor does it
 * contribute spelling suggestions.
 */
export interface SearchReads {
  /** Finds pages of one space, with the content they were found in. */
  searchPages(
    spaceId: SpaceId,
    plan: SearchPlan,
    page: { readonly limit: number; readonly after: SearchCursor | undefined },
  ): Promise<SearchHits<PageHit> & { readonly content: Hash }>;
  /** Finds spaces with matching pages, each with at most `pagesEach` of them. */
  searchSpaces(
    viewer: OrganizationUser,
    plan: SearchPlan,
    page: { readonly limit: number; readonly after: SearchCursor | undefined; readonly pagesEach: number },
  ): Promise<SearchHits<SpaceHit>>;
  /**
   * Finds matching pages in these spaces, best space first, and tells whether matches may be missing.
   * @param excludedPages pairs of a space id and a page id, flattened: pages that are not searched
   */
  searchSpacesById(
    spaces: readonly Id[],
    excludedPages: readonly string[],
    plan: SearchPlan,
    pagesEach: number,
  ): Promise<Omit<SearchHits<SpaceHit>, 'count'>>;
  /**
   * Returns for each word that no page contains, or has as a prefix, up to 50 similarly spelt words, most similar
   * first.
   */
  similarWords(scope: SearchScope, words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}
