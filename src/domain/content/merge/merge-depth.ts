import type { Id } from '../../kernel/id.ts';
import { ancestorsOf, getPage, type PageLookup } from '../content-reads.ts';
import { subtreeHeight, MAX_PAGE_DEPTH } from '../edits/page-depth.ts';
import { compareCodeUnits } from '../objects/map-node.ts';
import type { PageMerge, MergeWorkspace } from './merge-workspace.ts';
import { toConflictSides } from './merge-page.ts';
import type { Page } from '../page.ts';
import { all, type ObjectQuery } from '../objects/object-query.ts';
import { childRanks } from '../siblings.ts';
import { memberSides } from './three-way.ts';

interface DepthCandidate {
  readonly id: Id;
  readonly merging: PageMerge;
  readonly depth: number;
}

/**
 * Limits the depth of merged pages. Moves of one side below pages that the other side moved may nest pages too deep,
 * though neither side does alone; such a page moves to its nearest ancestor where it fits, reported as a conflict about
 * its parent. Returns whether any page moved. Reads nothing unless pages moved, and descendants only of pages that are
 * deeper than on the side that placed them.
 */
export function* limitDepth(pages: MergeWorkspace): ObjectQuery<boolean> {
  const deeper = yield* findDeepenedPages(pages);
  if (deeper.length === 0) return false;
  // Deepest first, so that the descendants of a page already fit when the page is examined.
  deeper.sort((a, b) => b.depth - a.depth || compareCodeUnits(a.id, b.id));
  const children = new MergedChildren(pages);
  let moved = false;
  for (const { id, merging, depth } of deeper) {
    const excess = depth - 1 + (yield* subtreeHeight(children.childrenOf, id, MAX_PAGE_DEPTH)) - MAX_PAGE_DEPTH;
    if (excess <= 0) continue;
    const page = merging.result!;
    const above = yield* ancestorsOf(pages.find, page);
    merging.result = { ...page, parent: above[excess]?.id ?? null };
    children.move(id, page.parent, merging.result.parent);
    addParentConflict(pages, id, merging);
    moved = true;
  }
  return moved;
}

/**
 * Finds pages whose parent differs between the contents and that are deeper than on the side whose parent they have.
 */
function* findDeepenedPages({ touched, contents, find }: MergeWorkspace): ObjectQuery<DepthCandidate[]> {
  const hanging = [...touched].filter(
    ([, { base, ours, theirs, result }]) =>
      result && [base, ours, theirs].some((side) => side?.parent !== result.parent),
  );
  const isMoved = ({ base, ours, theirs }: PageMerge): boolean =>
    base !== undefined && [ours, theirs].some((side) => side !== undefined && side.parent !== base.parent);
  if (!hanging.some(([, merging]) => isMoved(merging))) return [];
  const found = yield* all(
    hanging.map(function* ([id, merging]): ObjectQuery<DepthCandidate | undefined> {
      const depth = yield* depthOf(find, merging.result!);
      for (const side of ['ours', 'theirs'] as const) {
        const page = merging[side];
        if (
          page?.parent === merging.result!.parent &&
          (yield* depthOf((one) => getPage(contents[side], one), page)) >= depth
        )
          return undefined;
      }
      return { id, merging, depth };
    }),
  );
  return found.filter((one) => one !== undefined);
}

function* depthOf(find: PageLookup, page: Page): ObjectQuery<number> {
  return (yield* ancestorsOf(find, page)).length + 1;
}

function addParentConflict(pages: MergeWorkspace, id: Id, merging: PageMerge): void {
  if (pages.conflicts.some(({ kind, page, field }) => kind === 'field' && page === id && field === 'parent')) return;
  pages.conflicts.push({
    kind: 'field',
    subject: { kind: 'page', id },
    page: id,
    field: 'parent',
    ...toConflictSides(memberSides(merging, 'parent')),
  });
}

/** Children of pages in the present state of the merge. */
class MergedChildren {
  readonly #touched = new Map<Id | null, Set<Id>>();

  constructor(private readonly pages: MergeWorkspace) {
    for (const [id, { result }] of pages.touched) if (result) this.#touchedUnder(result.parent).add(id);
  }

  childrenOf = (parent: Id): ObjectQuery<readonly Id[]> => this.#readChildren(parent);

  move(id: Id, from: Id | null, to: Id | null): void {
    this.#touchedUnder(from).delete(id);
    this.#touchedUnder(to).add(id);
  }

  *#readChildren(parent: Id): ObjectQuery<readonly Id[]> {
    const { contents, touched } = this.pages;
    const untouched = (yield* childRanks(contents.ours.order, parent))
      .filter(({ id }) => !touched.has(id))
      .map(({ id }) => id);
    return [...untouched, ...this.#touchedUnder(parent)];
  }

  #touchedUnder(parent: Id | null): Set<Id> {
    let ids = this.#touched.get(parent);
    if (ids === undefined) this.#touched.set(parent, (ids = new Set()));
    return ids;
  }
}
