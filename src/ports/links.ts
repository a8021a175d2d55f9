import type { GitLocation } from '../domain/links/content-lookup.ts';
import type { Hash } from '../domain/content/objects/content-object.ts';
import type { Id } from '../domain/kernel/id.ts';

/** A target that pages or reusable contents of a space's primary content name, by its key. */
export interface LinkTarget {
  readonly key: string;
  /** The page, file or reusable content that it leads to, or that it names by an id which nothing has. */
  readonly target: Id | null;
  readonly broken: boolean;
}

/** A page that names a target, or a reusable content: here and in the rest of this file it counts among the pages. */
export interface PageLink {
  readonly pageId: Id;
  readonly key: string;
}

/** Things whose coming, going or moving may change what targets lead to. */
export interface LinkInvalidation {
  /** Those that came or went, and pages with other headings. */
  readonly ids: readonly Id[];
  /** Of the paths that something has or had: `normalizePath`. */
  readonly normalizedPaths: readonly string[];
  /** Of paths below which everything moved, without a slash at the end. */
  readonly pathPrefixes: readonly string[];
}

/** What a move of the head changes about links. */
export interface LinkUpdate {
  readonly addedLinks: readonly PageLink[];
  readonly removedLinks: readonly PageLink[];
  /** Targets that are new or lead elsewhere now. */
  readonly targets: readonly LinkTarget[];
  readonly gitLocations: readonly GitLocation[];
  /** What lies in the repository no more. */
  readonly removedGitLocations: readonly Pick<GitLocation, 'kind' | 'id'>[];
}

/** Look-ups among the links of primary content; each costs by what it finds. */
export interface LinkIndex {
  /** What lies at these paths of the space's repository. */
  gitLocations(spaceId: Id, paths: readonly string[]): Promise<readonly GitLocation[]>;
  /** Targets that may lead elsewhere when these things change. */
  affectedTargets(spaceId: Id, invalidation: LinkInvalidation): Promise<readonly LinkTarget[]>;
}

export const LINK_STATUSES = ['ok', 'broken', 'in-app'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];
export type LinkCounts = Readonly<Record<LinkStatus, number>>;

/** A target with some of the pages that name it, by id. */
export interface TargetWithPages extends LinkTarget {
  readonly pages: readonly Id[];
}

export interface LinkList {
  /** The present content of the space, which all of this is of. */
  readonly content: Hash;
  /** By key, bytewise; at most one more than the limit. */
  readonly items: readonly TargetWithPages[];
  /** Of all targets. */
  readonly counts: LinkCounts;
}

export interface LinkListRequest {
  readonly status?: LinkStatus | undefined;
  /** What addresses of this instance begin with. */
  readonly appUrlPrefix: string;
  readonly after?: string | undefined;
  readonly limit: number;
  /** Keys that are left out of the items. */
  readonly excludedKeys?: readonly string[];
  /** Pages that are left out of those of each item. */
  readonly excludedPages?: readonly Id[];
}

export interface BacklinkQuery {
  /** Leads here. */
  readonly target: Id;
  /** Keys of targets that count as well, and of those that do not. */
  readonly includedKeys?: readonly string[];
  readonly excludedKeys?: readonly string[];
  /** Pages that are left out. */
  readonly excludedPages: readonly Id[];
}

/** Committed links of primary content. */
export interface LinkReads extends LinkIndex {
  /** So many pages of each target are told. */
  list(spaceId: Id, request: LinkListRequest, pagesEach: number): Promise<LinkList>;
  /** Those of these keys that any page names, with their pages but for those left out. */
  findTargets(
    spaceId: Id,
    keys: readonly string[],
    excludedPages: readonly Id[],
    pagesEach: number,
  ): Promise<readonly TargetWithPages[]>;
  linksOf(spaceId: Id, pages: readonly Id[]): Promise<readonly PageLink[]>;
  /** Pages that name a target which leads somewhere, by id, at most one more than the limit; and the number of all. */
  backlinks(
    spaceId: Id,
    query: BacklinkQuery,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<{ readonly pages: readonly Id[]; readonly count: number; readonly content: Hash }>;
}
