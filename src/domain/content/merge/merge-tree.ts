import type { Id } from '../../kernel/id.ts';
import type { RawConflict } from '../conflicts/conflict.ts';
import { getPage } from '../content-reads.ts';
import { limitDepth } from './merge-depth.ts';
import type { PageMerge, MergeWorkspace } from './merge-workspace.ts';
import { toConflictSides } from './merge-page.ts';
import { hasSlug, type Page } from '../page.ts';
import type { ObjectQuery } from '../objects/object-query.ts';
import { memberSides } from './three-way.ts';

/**
 * Makes the merged pages a tree again: pages whose parent is gone move to their nearest existing ancestor, moves of the
 * change request that form a cycle are reverted, and pages nested too deep move up. Each change is reported as a
 * conflict, once per page.
 */
export function* mergeTree(pages: MergeWorkspace): ObjectQuery<void> {
  const reattached = new Set<Id>();
  const reverted = new Set<Id>();
  for (;;) {
    const moved =
      (yield* reattachOrphans(pages, reattached)) ||
      (yield* breakCycles(pages, reattached, reverted)) ||
      (yield* limitDepth(pages));
    if (!moved) return;
  }
}

function addTreeConflict(pages: MergeWorkspace, kind: RawConflict['kind'], id: Id, merging: PageMerge): void {
  if (pages.conflicts.some((conflict) => conflict.kind === kind && conflict.page === id)) return;
  pages.conflicts.push({
    kind,
    subject: { kind: 'page', id },
    page: id,
    field: 'parent',
    ...toConflictSides(memberSides(merging, 'parent')),
  });
}

function* reattachOrphans(pages: MergeWorkspace, reattached: Set<Id>): ObjectQuery<boolean> {
  let moved = false;
  for (const [id, merging] of pages.touched) {
    const page = merging.result;
    // A parent that neither side changed exists in all three contents.
    const parent = page && page.parent !== null ? pages.touched.get(page.parent) : undefined;
    if (!page || page.parent === null || !parent || isParent(parent.result)) continue;
    merging.result = { ...page, parent: yield* nearestExistingAncestor(pages, page.parent) };
    reattached.add(id);
    addTreeConflict(pages, 'orphan', id, merging);
    moved = true;
  }
  return moved;
}

const isParent = (page: Page | undefined): boolean => page !== undefined && hasSlug(page.type);

/** Finds the nearest ancestor of a deleted page, according to the three contents, that exists in the merged tree. */
function* nearestExistingAncestor(pages: MergeWorkspace, gone: Id): ObjectQuery<Id | null> {
  const { base, ours, theirs } = pages.contents;
  const seen = new Set<Id>();
  for (let id: Id | null = gone; id !== null && !seen.has(id);) {
    if (isParent(yield* pages.find(id))) return id;
    seen.add(id);
    const page: Page | undefined =
      (yield* getPage(base, id)) ?? (yield* getPage(ours, id)) ?? (yield* getPage(theirs, id));
    id = page?.parent ?? null;
  }
  return null;
}

function* breakCycles(pages: MergeWorkspace, reattached: ReadonlySet<Id>, reverted: Set<Id>): ObjectQuery<boolean> {
  const inCycle: Id[] = [];
  for (const [id, { ours, result }] of pages.touched) {
    // The main content has no cycle, so each cycle contains a page with a changed parent.
    if (result && (ours ? ours.parent !== result.parent : reattached.has(id)) && (yield* isInCycle(pages, id)))
      inCycle.push(id);
  }
  if (inCycle.length === 0) return false;
  const revertible = inCycle.filter((id) => pages.touched.get(id)!.ours !== undefined && !reverted.has(id));
  for (const id of revertible) {
    const merging = pages.touched.get(id)!;
    const { parent, rank } = merging.ours!;
    merging.result = { ...merging.result!, parent, rank };
    reverted.add(id);
    addTreeConflict(pages, 'move-cycle', id, merging);
  }
  if (revertible.length === 0) {
    // Nothing is left to revert: moving the first page to the root ends its cycle.
    const id = inCycle.sort()[0]!;
    const merging = pages.touched.get(id)!;
    merging.result = { ...merging.result!, parent: null };
    addTreeConflict(pages, 'move-cycle', id, merging);
  }
  return true;
}

function* isInCycle(pages: MergeWorkspace, start: Id): ObjectQuery<boolean> {
  const seen = new Set<Id>();
  let id = (yield* pages.find(start))?.parent ?? null;
  while (id !== null && !seen.has(id)) {
    if (id === start) return true;
    seen.add(id);
    const page: Page | undefined = yield* pages.find(id);
    id = page?.parent ?? null;
  }
  return false;
}
