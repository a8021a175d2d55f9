import type { Id } from '../../kernel/id.ts';
import type { Draft } from './draft.ts';
import { MAX_RANK_LENGTH, ranksBetween, tryRankBetween } from '../../kernel/order/rank.ts';
import type { ObjectQuery } from '../objects/object-query.ts';
import { compareSiblings, type SiblingRank } from '../siblings.ts';

/** Maximum length of rebalanced ranks: half the limit, so that rebalancing is not needed again soon. */
const REBALANCED_RANK_LENGTH = MAX_RANK_LENGTH / 2;

/**
 * Allocates the rank for a page at position `at` (counted from 0; absent or beyond the end: last) among the children of
 * `parent`, which do not include it. If there is no room between the neighbors, re-ranks the smallest run of siblings
 * around the position in the draft. `present` is the page's position among the same siblings, kept if it fits.
 */
export function* allocateRank(
  draft: Draft,
  parent: Id | null,
  at?: number,
  present?: SiblingRank,
): ObjectQuery<string> {
  const siblings = draft.siblings(parent);
  const count = yield* siblings.count();
  const place = Math.min(at ?? count, count);
  const neighbors = yield* siblings.slice(place - 1, place + 1);
  const before = place > 0 ? neighbors[0]! : undefined;
  const after = place < count ? neighbors.at(-1)! : undefined;
  if (present && (!before || compareSiblings(before, present) < 0) && (!after || compareSiblings(present, after) < 0))
    return present.rank;
  return tryRankBetween(before?.rank ?? null, after?.rank ?? null) ?? (yield* makeRoom(draft, parent, place, count));
}

function* makeRoom(draft: Draft, parent: Id | null, place: number, count: number): ObjectQuery<string> {
  for (let reach = 4; ; reach *= 4) {
    const low = Math.max(0, place - reach);
    const high = Math.min(count, place + reach);
    const from = Math.max(0, low - 1);
    const near = yield* draft.siblings(parent).slice(from, high + 1);
    const rankOf = (index: number): string | null => (index < 0 || index >= count ? null : near[index - from]!.rank);
    const run = smallestRun(low, high, place, rankOf);
    if (run === undefined) continue;
    const ranks = ranksBetween(rankOf(run.from - 1), rankOf(run.to), run.to - run.from + 1);
    const own = ranks.splice(place - run.from, 1)[0]!;
    yield* rerank(draft, near.slice(run.from - from, run.to - from), ranks);
    return own;
  }
}

/**
 * Finds the shortest run of siblings around `place` whose outer neighbors leave room for the run and one more; prefers
 * later siblings.
 */
function smallestRun(
  low: number,
  high: number,
  place: number,
  rankOf: (index: number) => string | null,
): { from: number; to: number } | undefined {
  for (let size = 1; size <= high - low; size++) {
    for (let from = Math.min(place, high - size); from >= Math.max(low, place - size); from--) {
      const [before, after] = [rankOf(from - 1), rankOf(from + size)];
      if (tryRankBetween(before, after, REBALANCED_RANK_LENGTH) === undefined) continue;
      if (ranksBetween(before, after, size + 1).every((rank) => rank.length <= REBALANCED_RANK_LENGTH))
        return { from, to: from + size };
    }
  }
  return undefined;
}

function* rerank(draft: Draft, run: readonly SiblingRank[], ranks: readonly string[]): ObjectQuery<void> {
  for (const [i, { id }] of run.entries()) {
    const page = yield* draft.pages.get(id);
    if (page) draft.replacePage(page, { ...page, rank: ranks[i]! });
  }
}
