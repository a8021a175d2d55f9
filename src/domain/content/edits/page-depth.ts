import type { Id } from '../../kernel/id.ts';
import type { Draft } from './draft.ts';
import { all, type ObjectQuery } from '../objects/object-query.ts';

/** Pages nest at most this deep, so that a tree can be shown by ordinary means. */
export const MAX_PAGE_DEPTH = 100;

/** The children of a page, in any order. */
export type ChildrenLookup = (id: Id) => ObjectQuery<readonly Id[]>;

/** How many levels a page and what is below it have; `limit` and one more for all that have more. Reads a level at a time. */
export function* subtreeHeight(childrenOf: ChildrenLookup, top: Id, limit: number): ObjectQuery<number> {
  let height = 0;
  for (let level: readonly Id[] = [top]; level.length > 0 && height <= limit; height++) {
    level = (yield* all(level.map(childrenOf))).flat();
  }
  return height;
}

/** The height of a page in a content that is being changed. */
export const draftSubtreeHeight = (draft: Draft, top: Id): ObjectQuery<number> =>
  subtreeHeight(
    function* (id) {
      return (yield* draft.siblings(id).all()).map((place) => place.id);
    },
    top,
    MAX_PAGE_DEPTH,
  );
