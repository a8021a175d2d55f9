import type { Id } from '../../kernel/id.ts';
import type { Content } from '../content.ts';
import type { ChangedItem, ChangedPage, ItemDiff } from './diff-contents.ts';
import type { Page } from '../page.ts';
import { longestIncreasingSubsequence } from '../../kernel/order/longest-increasing-subsequence.ts';
import { all, type ObjectQuery } from '../objects/object-query.ts';
import { compareSiblings, siblingIndex } from '../siblings.ts';

/**
 * Determines which changed pages have moved: those with another parent, and those with another position among the
 * siblings that stayed. A new rank alone is no move, because an insert between equal ranks re-ranks pages that keep
 * their order. Of pages that changed places with each other, as few as possible count as moved.
 */
export function* findMovedPages(
  before: Content,
  after: Content,
  diff: ItemDiff<Page, ChangedPage>,
): ObjectQuery<ReadonlySet<Id>> {
  const moved = new Set<Id>();
  const reranked = new Map<Id | null, ChangedItem<Page>[]>();
  for (const one of diff.changed) {
    if (one.fields.includes('parent')) moved.add(one.after.id);
    else if (one.fields.includes('rank')) addToGroup(reranked, one.after.parent, one);
  }
  if (reranked.size === 0) return moved;

  const placed = diff.changed.filter((one) => one.moved);
  const left = positionsByParent([...diff.deleted, ...placed.map((one) => one.before)], reranked);
  const right = positionsByParent([...diff.created, ...placed.map((one) => one.after)], reranked);
  const decisions = [...reranked].map(([parent, pages]) => {
    const sides = { left: left.get(parent)!, right: right.get(parent)! };
    return all(pages.map((page) => siblingShift(before, after, page, sides)));
  });
  for (const siblings of yield* all(decisions)) {
    const kept = siblings
      .filter(({ gapBefore, gapAfter }) => gapBefore === gapAfter)
      .sort((a, b) => a.before - b.before);
    const inOrder = new Set(longestIncreasingSubsequence(kept.map((one) => one.after)).map((at) => kept[at]!.id));
    for (const { id } of siblings) if (!inOrder.has(id)) moved.add(id);
  }
  return moved;
}

/** Positions of one page among the siblings whose position changed, and the number of other siblings before it. */
interface SiblingShift {
  readonly id: Id;
  readonly before: number;
  readonly after: number;
  readonly gapBefore: number;
  readonly gapAfter: number;
}

function* siblingShift(
  before: Content,
  after: Content,
  page: ChangedItem<Page>,
  { left, right }: Readonly<Record<'left' | 'right', ReadonlyMap<Id, number>>>,
): ObjectQuery<SiblingShift> {
  const [was, is] = yield* all([siblingIndex(before.order, page.before), siblingIndex(after.order, page.after)]);
  const { id } = page.after;
  const [from, to] = [left.get(id)!, right.get(id)!];
  return { id, before: from, after: to, gapBefore: was! - from, gapAfter: is! - to };
}

/** Groups the given pages by those of the parents, with the position of each page among the others. */
function positionsByParent(
  pages: readonly Page[],
  parents: ReadonlyMap<Id | null, unknown>,
): Map<Id | null, Map<Id, number>> {
  const grouped = new Map<Id | null, Page[]>();
  for (const page of pages) if (parents.has(page.parent)) addToGroup(grouped, page.parent, page);
  return new Map(
    [...grouped].map(([parent, list]) => [parent, new Map(list.sort(compareSiblings).map(({ id }, at) => [id, at]))]),
  );
}

function addToGroup<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const list = groups.get(key);
  if (list) list.push(value);
  else groups.set(key, [value]);
}
