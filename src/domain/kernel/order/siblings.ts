import { Invalid } from '../errors.ts';
import type { Id } from '../id.ts';
import { assignRanks } from './rank.ts';

/** A space or a collection among all that is directly in the same collection, or at the root of the same organization. */
export interface Sibling {
  readonly kind: 'space' | 'collection';
  readonly id: Id;
  readonly rank: string;
  /** A deleted space keeps its place as long as it can be restored. */
  readonly deleted: boolean;
}

/** Directly before or after siblings; with both, between them. */
export interface Position {
  readonly before?: Id | undefined;
  readonly after?: Id | undefined;
}

/**
 * Which place (counted from 0) among `others`, which are in their order, a position means; the last without one.
 * @throws Invalid for a sibling that is none of them, and for two with others between them or the wrong way round
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

/** What of others is directly before a place, of what can be seen: null at the beginning. */
export const precedingSibling = (others: readonly Sibling[], place: number): Id | null =>
  others.slice(0, place).findLast(({ deleted }) => !deleted)?.id ?? null;

/** The ranks of `count` items that take a place among others, and the new ranks of those that have to give way: hardly ever any. */
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
