import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { SearchEntry } from '../../domain/search/search-entry.ts';
import type { JobRequest } from '../kernel/jobs.ts';
import type { LinkIndex, LinkUpdate } from '../links.ts';

/** What follows from one page of a space's primary content and is stored beside it. */
export interface PageProjection {
  readonly pageId: Id;
  /** What it is found by; null where it is not to be found, absent where that stays as it is. */
  readonly search?: SearchEntry | null;
}

/** Some of what a move of the head changes; no page is in two parts of the same move. */
export interface ProjectionPart {
  readonly pages: readonly PageProjection[];
  /** Pages that are there no more. */
  readonly removed: readonly Id[];
  readonly links: LinkUpdate;
}

/** A move that changes so much that what follows from it is made after it. */
export interface DeferredProjection {
  /** The content that the move leads from, that without anything in it for a new space; null has everything made anew. */
  readonly from: Hash | null;
  /** Pages whose search rows the move leaves as they are, to be made later. */
  readonly pages: readonly Id[];
  /** Pages that are to be found no more, from the move on. */
  readonly hidden: readonly Id[];
  /** Makes it. */
  readonly job: JobRequest;
}

/**
 * What a move of a space's primary content changes in all that follows from it: made by `buildProjections`, for this one move.
 * Computed a part at a time while it is stored, so that nobody ever holds what follows from 100,000 pages.
 */
export interface Projections {
  /** The content it leads from, null for a new space, and to. */
  readonly before: Hash | null;
  readonly content: Hash;
  /**
   * What the backlog gets instead where the move changes too much to be followed up along with it.
   * @param isBehind whether the space may be in the backlog already, which then keeps what it says of it
   */
  defer(isBehind: boolean): Promise<DeferredProjection | undefined>;
  /** @param index what is stored by then, in the same unit of work; undefined for a space whose links the backlog follows up: then the parts have none */
  parts(index: LinkIndex | undefined, spaceId: Id): AsyncIterable<ProjectionPart>;
}

/** Between which contents the links of a space in the backlog are. */
export interface LinkStep {
  /** What they were of; null where nothing is known of what is stored. */
  readonly from: Hash | null;
  /** What they are being made of, part by part; null where nobody has begun. */
  readonly to: Hash | null;
}

/**
 * Spaces whose content is ahead of what follows from it. A space is in it until all of that is stored; it comes and goes
 * while its head is locked, and while it is in it, moves of its head leave the links alone.
 */
export interface ProjectionBacklog {
  /** The first space after another one, by id. */
  next(after?: Id): Promise<Id | undefined>;
  /** Of a space whose head is locked; undefined when it is not in the backlog. */
  find(spaceId: Id): Promise<LinkStep | undefined>;
  /** Says what the links are made of from now on. Where nothing is known of what is stored it is forgotten, and `pages` have their search rows made. The head is locked. */
  begin(spaceId: Id, step: LinkStep & { readonly to: Hash }, pages: readonly Id[]): Promise<void>;
  /** Pages after another one, by id, whose search rows are to be made. */
  pagesWithoutSearchRows(spaceId: Id, after: Id | undefined, limit: number): Promise<readonly Id[]>;
  /** Stores the search rows of pages; the head that they are of is locked. */
  storeSearchRows(spaceId: Id, pages: readonly PageProjection[]): Promise<void>;
  /** Stores a part of a step; without one the step is done. False when the space is at another step. */
  storeLinks(spaceId: Id, step: LinkStep & { readonly to: Hash }, part: LinkUpdate | undefined): Promise<boolean>;
  /** Stores what is left of all that follows from a space's content, whose head is locked: it leaves the backlog. */
  complete(spaceId: Id, projections: Projections): Promise<void>;
}
