import type { Hash } from '../domain/content/objects.ts';
import type { Id } from '../domain/kernel/id.ts';
import type { SearchEntry } from '../domain/search/search-entry.ts';
import type { LinkIndex, LinksPart } from './links.ts';

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
  readonly links: LinksPart;
}

/**
 * What a move of a space's primary content changes in all that follows from it: made by `projectionsOf`, for this one move.
 * Computed a part at a time while it is stored, so that nobody ever holds what follows from 100,000 pages.
 */
export interface Projections {
  /** The content it leads from, null for a new space, and to. */
  readonly before: Hash | null;
  readonly content: Hash;
  /** @param index what is stored by then, in the same unit of work */
  parts(index: LinkIndex, spaceId: Id): AsyncIterable<ProjectionPart>;
}

/** Spaces whose content was there before what now follows from it. A space is in it until all of that is stored. */
export interface ProjectionBacklog {
  /** Any of them. */
  next(): Promise<Id | undefined>;
  /** Stores all that follows from a space's content, which the unit of work has locked. */
  settle(spaceId: Id, projections: Projections): Promise<void>;
}
