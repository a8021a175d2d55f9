import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { Id, PageId, SpaceId } from '../../domain/kernel/id.ts';
import type { SearchEntry } from '../../domain/search/search-entry.ts';
import type { JobRequest } from '../kernel/jobs.ts';
import type { LinkIndex, LinkUpdate } from '../links.ts';

/** Data derived from one page of a space's primary content and stored beside it. */
export interface PageProjection {
  readonly pageId: PageId;
  /** Search entry of the page; null if the page must not be found, absent if the entry is unchanged. */
  readonly search?: SearchEntry | null;
}

/** Part of the projections of one head move; a page is in at most one part. */
export interface ProjectionPart {
  readonly pages: readonly PageProjection[];
  /** Pages that no longer exist. */
  readonly removed: readonly Id[];
  readonly links: LinkUpdate;
}

/** Projections of a head move that is too large to be followed in the same transaction. */
export interface DeferredProjection {
  /** Content before the move, the empty content for a new space; null to rebuild everything. */
  readonly from: Hash | null;
  /** Pages whose search rows are rebuilt later. */
  readonly pages: readonly Id[];
  /** Pages that must not be found from the move on. */
  readonly hidden: readonly Id[];
  /** Job that rebuilds the projections. */
  readonly job: JobRequest;
}

/**
 * Changes to projections caused by one move of a space's primary content; created by `buildProjections` for this move.
 * Computed part by part while being stored, so that the projections of 100,000 pages are never in memory together.
 */
export interface Projections {
  /** Content before the move (null for a new space) and after it. */
  readonly before: Hash | null;
  readonly content: Hash;
  /**
   * Returns the entry for the backlog if the move is too large to be projected in the same transaction.
   * @param isBehind whether the space may be in the backlog already; then its existing entry is kept
   */
  defer(isBehind: boolean): Promise<DeferredProjection | undefined>;
  /**
   * Computes the parts.
   * @param index stored links, within the same unit of work; undefined for a space whose links are rebuilt from the
   * backlog: then the parts have no links
   */
  parts(index: LinkIndex | undefined, spaceId: SpaceId): AsyncIterable<ProjectionPart>;
}

/** Progress of the links of a space in the backlog: the contents between which they are. */
export interface LinkStep {
  /** Content that the stored links were made from; null if unknown. */
  readonly from: Hash | null;
  /** Content that the links are being made from, part by part; null if the rebuild has not started. */
  readonly to: Hash | null;
}

/**
 * Spaces whose projections are behind their content. A space enters and leaves while its head is locked; while it is in
 * the backlog, moves of its head do not change the links.
 */
export interface ProjectionBacklog {
  /** Returns the next space by id. */
  next(after?: Id): Promise<Id | undefined>;
  /** Returns the progress of a space whose head is locked; undefined if the space is not in the backlog. */
  find(spaceId: SpaceId): Promise<LinkStep | undefined>;
  /**
   * Sets the content that the links are made from. If the stored links are unknown, deletes them and schedules the
   * search rows of `pages`. Requires the head to be locked.
   */
  begin(spaceId: SpaceId, step: LinkStep & { readonly to: Hash }, pages: readonly Id[]): Promise<void>;
  /** Lists pages by id whose search rows must be built. */
  pagesWithoutSearchRows(spaceId: SpaceId, after: Id | undefined, limit: number): Promise<readonly Id[]>;
  /** Stores search rows of pages. Requires the head to be locked. */
  storeSearchRows(spaceId: SpaceId, pages: readonly PageProjection[]): Promise<void>;
  /** Stores a part of a step; without a part, marks the step as done. Returns false if the space is at another step. */
  storeLinks(spaceId: SpaceId, step: LinkStep & { readonly to: Hash }, part: LinkUpdate | undefined): Promise<boolean>;
  /** Stores the remaining projections of a space whose head is locked, and removes the space from the backlog. */
  complete(spaceId: SpaceId, projections: Projections): Promise<void>;
}
