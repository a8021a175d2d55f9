import type { Id } from '../../kernel/id.ts';
import type { Draft } from './draft.ts';
import { all, type ObjectQuery } from '../objects/object-query.ts';

/** Maximum nesting depth of pages, so that ordinary tools can display the tree. */
export const MAX_PAGE_DEPTH = 100;

/** Returns the ids of a page's children, in any order. */
export type ChildrenLookup = (id: Id) => ObjectQuery<readonly Id[]>;

/** Counts the levels of a page and its descendants, up to `limit` + 1. Reads one level at a time. */
export function* subtreeHeight(childrenOf: ChildrenLookup, top: Id, limit: number): ObjectQuery<number> {
  let height = 0;
  for (let level: readonly Id[] = [top]; level.length > 0 && height <= limit; height++) {
    level = (yield* all(level.map(childrenOf))).flat();
  }
  return height;
}

/** Counts the levels of a page in a draft. */
export const draftSubtreeHeight = (draft: Draft, top: Id): ObjectQuery<number> =>
  subtreeHeight(
    function* (id) {
      return (yield* draft.siblings(id).all()).map((place) => place.id);
    },
    top,
    MAX_PAGE_DEPTH,
  );
