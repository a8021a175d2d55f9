import type { Id } from '../../kernel/id.ts';
import type { Draft } from './draft.ts';
import { all, type Reading } from '../objects/reading.ts';

/** Pages nest at most this deep, so that a tree can be shown by ordinary means. */
export const MAX_DEPTH = 100;

/** The children of a page, in any order. */
export type FindChildren = (id: Id) => Reading<readonly Id[]>;

/** How many levels a page and what is below it have; `limit` and one more for all that have more. Reads a level at a time. */
export function* heightOf(childrenOf: FindChildren, top: Id, limit: number): Reading<number> {
  let height = 0;
  for (let level: readonly Id[] = [top]; level.length > 0 && height <= limit; height++) {
    level = (yield* all(level.map(childrenOf))).flat();
  }
  return height;
}

/** The height of a page in a content that is being changed. */
export const heightInDraft = (draft: Draft, top: Id): Reading<number> =>
  heightOf(
    function* (id) {
      return (yield* draft.siblings(id).all()).map((place) => place.id);
    },
    top,
    MAX_DEPTH,
  );
