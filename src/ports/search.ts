import type { Hash } from '../domain/content/objects/content-object.ts';
import type { Id, PageId, SpaceId } from '../domain/kernel/id.ts';
import type { SearchPlan } from '../domain/search/search-plan.ts';
import type { OrganizationUser } from './kernel/viewer.ts';

/** Page that matches a search, with its score. */
export interface PageHit {
  readonly pageId: PageId;
  readonly score: number;
}

/** Position in a list of search results: the last result. */
export interface SearchCursor {
  readonly score: number;
  readonly id: Id;
}

export interface SearchHits<T> {
  /** At most one more than the limit, best first, ties by id. */
  readonly items: readonly T[];
  /** Number of matches; of those found if the result is incomplete. */
  readonly count: number;
  /** Tells whether matches may be missing: some pages are not indexed yet, or too many have the words to compare all. */
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

/** Spaces that are searched: those of an organization that a viewer may see, or the given ones. */
export type SearchScope =
  | { readonly viewer: OrganizationUser }
  | {
      readonly spaces: readonly SpaceId[];
      /** Pages that are left out, each as the id of its space followed by its own. */
      readonly excludedPages?: readonly string[];
    };

/** Part of a list of search results. */
export interface SearchPart {
  readonly limit: number;
  readonly after: SearchCursor | undefined;
}

/**
 * Full-text search in primary content. Content that the viewer may not see is neither found nor counted, nor does it
 * contribute spelling suggestions.
 *
 * Pages rank by their titles, then by their headings, their descriptions and their texts.
 */
export interface SearchReads {
  /** Finds pages of one space, with the content they were found in. */
  searchPages(
    spaceId: SpaceId,
    plan: SearchPlan,
    part: SearchPart,
  ): Promise<SearchHits<PageHit> & { readonly content: Hash }>;
  /** Finds spaces with matching pages, each with at most `pagesEach` of them. */
  searchSpaces(
    scope: SearchScope,
    plan: SearchPlan,
    part: SearchPart & { readonly pagesEach: number },
  ): Promise<SearchHits<SpaceHit>>;
  /**
   * Returns for each word that no page contains, or has as a prefix, up to 50 similarly spelt words, most similar
   * first.
   */
  similarWords(scope: SearchScope, words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}
