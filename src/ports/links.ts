import type { GitLocation } from '../domain/links/content-lookup.ts';
import type { Hash } from '../domain/content/objects/content-object.ts';
import type { Id, PageId, SpaceId } from '../domain/kernel/id.ts';

/** Target that pages or reusable contents of a space's primary content link to, by its key. */
export interface LinkTarget {
  readonly key: string;
  /** Id of the linked page, file or reusable content; also set for an id that does not exist. */
  readonly target: Id | null;
  readonly broken: boolean;
}

/** Link from a page to a target. Reusable contents count as pages in this file. */
export interface PageLink {
  readonly pageId: PageId;
  readonly key: string;
}

/** Changed items that may change the resolution of link targets. */
export interface LinkInvalidation {
  /** Items that were added or removed, and pages whose headings changed. */
  readonly ids: readonly Id[];
  /** Present and previous paths of the items, as `normalizePath` returns them. */
  readonly normalizedPaths: readonly string[];
  /** Path prefixes below which everything moved, without a trailing slash. */
  readonly pathPrefixes: readonly string[];
}

/** Changes to the link index caused by a move of the head. */
export interface LinkUpdate {
  readonly addedLinks: readonly PageLink[];
  readonly removedLinks: readonly PageLink[];
  /** Targets that are new or resolve differently. */
  readonly targets: readonly LinkTarget[];
  readonly gitLocations: readonly GitLocation[];
  /** Items that are no longer in the repository. */
  readonly removedGitLocations: readonly Pick<GitLocation, 'kind' | 'id'>[];
}

/** Lookups in the links of primary content; the cost follows the number of results. */
export interface LinkIndex {
  /** Returns the items at these paths of the space's repository. */
  gitLocations(spaceId: SpaceId, paths: readonly string[]): Promise<readonly GitLocation[]>;
  /** Returns targets whose resolution these changes may affect. */
  affectedTargets(spaceId: SpaceId, invalidation: LinkInvalidation): Promise<readonly LinkTarget[]>;
  linksOf(spaceId: SpaceId, pages: readonly Id[]): Promise<readonly PageLink[]>;
}

export const LINK_STATUSES = ['ok', 'broken', 'in-app'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];
export type LinkCounts = Readonly<Record<LinkStatus, number>>;

/** Target with some of the pages that link to it, by id. */
export interface TargetWithPages extends LinkTarget {
  readonly pages: readonly Id[];
}

export interface LinkList {
  /** Present content of the space, which the list is based on. */
  readonly content: Hash;
  /** Targets by key, bytewise; at most one more than the limit. */
  readonly items: readonly TargetWithPages[];
  /** Counts of all targets. */
  readonly counts: LinkCounts;
}

export interface LinkListRequest {
  readonly status?: LinkStatus | undefined;
  /** Prefix of this instance's own URLs. */
  readonly appUrlPrefix: string;
  readonly after?: string | undefined;
  readonly limit: number;
  /** Keys that are excluded from the items. */
  readonly excludedKeys?: readonly string[];
  /** Pages that are excluded from each item. */
  readonly excludedPages?: readonly Id[];
}

export interface BacklinkQuery {
  /** Id of the item that the links lead to. */
  readonly target: Id;
  /** Keys of targets that count in addition, and of targets that do not count. */
  readonly includedKeys?: readonly string[];
  readonly excludedKeys?: readonly string[];
  /** Pages that are excluded. */
  readonly excludedPages: readonly Id[];
}

/** Reads of the committed links of primary content. */
export interface LinkReads extends LinkIndex {
  /** Lists targets with at most `pagesEach` pages each. */
  list(spaceId: SpaceId, request: LinkListRequest, pagesEach: number): Promise<LinkList>;
  /** Returns the targets among these keys that any page links to, with at most `pagesEach` pages each. */
  findTargets(
    spaceId: SpaceId,
    keys: readonly string[],
    excludedPages: readonly Id[],
    pagesEach: number,
  ): Promise<readonly TargetWithPages[]>;
  /** Lists pages that link to an item, by id, at most one more than the limit, with the number of all. */
  backlinks(
    spaceId: SpaceId,
    query: BacklinkQuery,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<{ readonly pages: readonly Id[]; readonly count: number; readonly content: Hash }>;
}
