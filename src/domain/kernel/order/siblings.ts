import { Invalid } from '../errors.ts';
import type { Id } from '../id.ts';
import { assignRanks } from './rank.ts';

/** Space or collection among all items directly in one collection, or at the root of one organization. */
export interface Sibling {
  readonly kind: 'space' | 'collection';
  readonly id: Id;
  readonly rank: string;
  /** A deleted space keeps its position while it can be restored. */
  readonly deleted: boolean;
}

/** Position directly before or after a sibling; with both, between them. */
export interface Position {
  readonly before?: Id | undefined;
  readonly after?: Id | undefined;
}

/**
 * Converts a position to an index among `others`, which are in order; the end if there is no position.
 * @throws Invalid for an unknown sibling, and for two that are not adjacent or in the wrong order
 */
export function resolvePosition({ before, after }: Position, others: readonly Sibling[]): number {
  const find = (end: 'before' | 'after', id: Id): number => {
    const at = others.findIndex((one) => one.id === id && !one.deleted);
    if (at < 0) throw Invalid.field(`position.${end}`, 'must name another item in the same collection');
    return at;
  };
  const next = before === undefined ? undefined : find('before', before);
  const previous = after === undefined ? undefined : find('after', after);
  if (next === undefined) return previous === undefined ? others.length : previous + 1;
  if (previous !== undefined && (previous >= next || others.slice(previous + 1, next).some(({ deleted }) => !deleted)))
    throw Invalid.field('position', 'before and after must name adjacent items');
  return next;
}

/** Returns the last visible sibling before an index; null at the beginning. */
export const precedingSibling = (others: readonly Sibling[], place: number): Id | null =>
  others.slice(0, place).findLast(({ deleted }) => !deleted)?.id ?? null;

/**
 * Allocates ranks for `count` items inserted at an index, and the new ranks of siblings that must be re-ranked, which
 * is rare.
 */
export function allocateRanks(
  others: readonly Sibling[],
  place: number,
  count: number,
): { readonly ranks: readonly string[]; readonly reranked: readonly Sibling[] } {
  const before = others.slice(0, place).map(({ rank }) => rank);
  const after = others.slice(place).map(({ rank }) => rank);
  const all = assignRanks([...before, ...new Array<undefined>(count).fill(undefined), ...after]);
  const ranks = all.splice(place, count);
  return { ranks, reranked: others.flatMap((one, i) => (one.rank === all[i] ? [] : { ...one, rank: all[i]! })) };
}
