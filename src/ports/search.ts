import type { Hash } from '../domain/content/objects/content-object.ts';
import type { Id } from '../domain/kernel/id.ts';
import type { SearchPlan } from '../domain/search/search-query.ts';
import type { OrganizationUser } from './kernel/viewer.ts';

/** A page that is found, and how well it matches. */
export interface PageHit {
  readonly pageId: Id;
  readonly score: number;
}

/** Where a list of what is found goes on: after this one, `seen` of them having come before. */
export interface SearchCursor {
  readonly score: number;
  readonly id: Id;
  readonly seen: number;
}

export interface SearchHits<T> {
  /** At most one more than the limit, the best first, equals by id. */
  readonly items: readonly T[];
  /** Of all that is found, exactly; where it is incomplete, of what was found. */
  readonly count: number;
  /** Whether more pages may have what is asked: some that came in great numbers are not known yet, or too many would have to be looked at. */
  readonly isIncomplete: boolean;
}

export interface SpaceHit {
  readonly spaceId: Id;
  readonly title: string;
  readonly content: Hash;
  readonly score: number;
  /** The best of its pages. */
  readonly pages: readonly PageHit[];
}

/** Where words are looked up: in one space, in all spaces of an organization that somebody may see, or in these ones. */
export type SearchScope =
  { readonly spaceId: Id } | { readonly viewer: OrganizationUser } | { readonly spaces: readonly Id[] };

/** Finds pages of primary content. What somebody may not see is neither found nor counted, nor are its words known. */
export interface SearchReads {
  /** Pages of one space together with the content that they are of. */
  searchPages(
    spaceId: Id,
    plan: SearchPlan,
    page: { readonly limit: number; readonly after: SearchCursor | undefined },
  ): Promise<SearchHits<PageHit> & { readonly content: Hash }>;
  /** Spaces with pages that are found, each with at most `pagesEach` of them. */
  searchSpaces(
    viewer: OrganizationUser,
    plan: SearchPlan,
    page: { readonly limit: number; readonly after: SearchCursor | undefined; readonly pagesEach: number },
  ): Promise<SearchHits<SpaceHit>>;
  /** Those of these spaces with pages that are found, all of them, the best first; and whether more may be found in any of the spaces. @param excludedPages ids of a space and of a page of it, one after the other: pages that are not looked at */
  searchSpacesById(
    spaces: readonly Id[],
    excludedPages: readonly string[],
    plan: SearchPlan,
    pagesEach: number,
  ): Promise<Omit<SearchHits<SpaceHit>, 'count'>>;
  /** For each word that no page has or begins a word with: words that are spelt alike, the most alike first, at most 50. */
  similarWords(scope: SearchScope, words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}
