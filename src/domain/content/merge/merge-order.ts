import { longestIncreasingSubsequence } from '../../kernel/order/longest-increasing-subsequence.ts';
import type { Id } from '../../kernel/id.ts';
import { diffPages } from '../diff/diff-contents.ts';
import { findMovedPages } from '../diff/semantic-moves.ts';
import { allocateRank } from '../edits/allocate-rank.ts';
import type { Draft } from '../edits/draft.ts';
import type { MapChange } from '../objects/map-diff.ts';
import { both, type ObjectQuery } from '../objects/object-query.ts';
import type { Content } from '../content.ts';
import type { Page } from '../page.ts';
import { compareSiblings } from '../siblings.ts';
import type { MergeContents, MergeWorkspace, PageMerge } from './merge-workspace.ts';

/** Pages that each side moved, and whether a side gave other pages new ranks. */
export interface PageMoves extends Readonly<Record<'ours' | 'theirs', ReadonlySet<Id>>> {
  readonly reranked: boolean;
}

/**
 * Finds the pages that each side moved. A side also gives new ranks to pages that keep their order, to make room
 * between them.
 */
export function* findMoves(
  { base, ours, theirs }: MergeContents,
  mine: readonly MapChange<Page>[],
  yours: readonly MapChange<Page>[],
): ObjectQuery<PageMoves> {
  const [left, right] = yield* both(findMovesOf(base, ours, mine), findMovesOf(base, theirs, yours));
  return { ours: left.moved, theirs: right.moved, reranked: left.reranked || right.reranked };
}

function* findMovesOf(
  base: Content,
  side: Content,
  changes: readonly MapChange<Page>[],
): ObjectQuery<{ readonly moved: ReadonlySet<Id>; readonly reranked: boolean }> {
  const hasNewRank = ({ before, after }: MapChange<Page>): boolean =>
    before !== undefined && after !== undefined && before.parent === after.parent && before.rank !== after.rank;
  if (!changes.some(hasNewRank)) return { moved: new Set(), reranked: false };
  const moved = yield* findMovedPages(base, side, yield* diffPages(changes));
  return { moved, reranked: changes.some((change) => hasNewRank(change) && !moved.has(change.key)) };
}

/** Page with a place in the merged order of its siblings. */
interface OrderedPage {
  readonly page: Page;
  /** Odd for pages that neither side moved, in their order; the even numbers around are the gaps between them. */
  readonly gap: number;
}

/**
 * Gives the merged pages the order of their siblings that the moves of both sides mean. Ranks of the two sides cannot
 * be compared where a side gave new ones to pages that it did not move: there each moved page goes between the same
 * such pages as on the side that moved it. All other siblings have the same rank on both sides, so a page's rank tells
 * its place among them. Reads nothing unless a side gave new ranks.
 */
export function* mergeOrder(draft: Draft, pages: MergeWorkspace, moves: PageMoves): ObjectQuery<void> {
  if (!moves.reranked) return;
  const families = new Map<Id | null, PageMerge[]>();
  for (const merging of pages.touched.values()) {
    if (merging.result === undefined) continue;
    const family = families.get(merging.result.parent);
    if (family) family.push(merging);
    else families.set(merging.result.parent, [merging]);
  }
  for (const family of families.values()) yield* enforceOrder(draft, orderFamily(family, moves));
}

/** Orders touched siblings; leaves out those that have their parent from the repair of the tree. */
function orderFamily(family: readonly PageMerge[], moves: PageMoves): readonly Page[] {
  const stable = new Set(family.filter((one) => stays(one, 'ours', moves) && stays(one, 'theirs', moves)));
  const placed = { ours: [...stable], theirs: [...stable] };
  for (const merging of family) {
    if (stable.has(merging)) continue;
    if (isFrom(merging, 'ours') && !stays(merging, 'ours', moves)) placed.ours.push(merging);
    else if (isFrom(merging, 'theirs')) placed.theirs.push(merging);
  }
  const ordered: OrderedPage[] = [];
  for (const side of ['ours', 'theirs'] as const) {
    let gap = 0;
    for (const merging of placed[side].sort((a, b) => compareSiblings(a[side]!, b[side]!))) {
      if (!stable.has(merging)) ordered.push({ page: merging.result!, gap });
      else if (side === 'ours') ordered.push({ page: merging.result!, gap: gap + 1 });
      if (stable.has(merging)) gap += 2;
    }
  }
  return ordered.sort((a, b) => a.gap - b.gap || compareSiblings(a.page, b.page)).map(({ page }) => page);
}

/** Tells whether a side left a page at its place among its merged siblings. */
function stays(merging: PageMerge, side: 'ours' | 'theirs', moves: PageMoves): boolean {
  const { base, result, [side]: page } = merging;
  return base?.parent === result!.parent && page?.parent === result!.parent && !moves[side].has(result!.id);
}

const isFrom = ({ result, ...sides }: PageMerge, side: 'ours' | 'theirs'): boolean =>
  sides[side]?.parent === result!.parent && sides[side].rank === result!.rank;

/** Gives siblings new ranks in the draft, as few as possible, so that they have the order of the list. */
function* enforceOrder(draft: Draft, pages: readonly Page[]): ObjectQuery<void> {
  const positions = new Map([...pages].sort(compareSiblings).map(({ id }, at) => [id, at]));
  const kept = new Set(longestIncreasingSubsequence(pages.map(({ id }) => positions.get(id)!)));
  if (kept.size === pages.length) return;
  const siblings = draft.siblings(pages[0]!.parent);
  function* countBefore({ id }: Page): ObjectQuery<number> {
    return yield* siblings.countBefore((yield* draft.pages.get(id))!);
  }
  // What has no place yet must not be taken for a neighbor.
  pages.forEach((page, i) => kept.has(i) || siblings.remove(page));
  for (const [i, page] of pages.entries()) {
    if (kept.has(i)) continue;
    const next = pages.find((_, at) => at > i && kept.has(at));
    const low = i === 0 ? 0 : 1 + (yield* countBefore(pages[i - 1]!));
    const high = next === undefined ? Infinity : yield* countBefore(next);
    const at = Math.min(high, Math.max(low, yield* siblings.countBefore(page)));
    const rank = yield* allocateRank(draft, page.parent, at);
    siblings.add(page);
    draft.replacePage(page, { ...page, rank });
  }
}
