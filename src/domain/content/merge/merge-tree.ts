import type { Id } from '../../kernel/id.ts';
import type { Found } from '../conflicts/conflict.ts';
import { getPage } from '../content-reads.ts';
import { limitDepth } from './merge-depth.ts';
import type { Merging, MergingPages } from './merging-pages.ts';
import { spread } from './merge-page.ts';
import { hasSlug, type Page } from '../page.ts';
import type { Reading } from '../objects/reading.ts';
import { memberOf } from './three-way.ts';

/**
 * Makes the merged pages a tree again. A page whose parent is gone goes to its nearest living ancestor; where moves made a
 * circle, those of the change request are taken back; one that moves nest too deep goes further up. All of it is told as
 * conflicts, once per page.
 */
export function* mergeTree(pages: MergingPages): Reading<void> {
  const rehung = new Set<Id>();
  const takenBack = new Set<Id>();
  for (;;) {
    const moved =
      (yield* adoptOrphans(pages, rehung)) ||
      (yield* breakCircles(pages, rehung, takenBack)) ||
      (yield* limitDepth(pages));
    if (!moved) return;
  }
}

function tell(pages: MergingPages, kind: Found['kind'], id: Id, merging: Merging): void {
  if (pages.conflicts.some((conflict) => conflict.kind === kind && conflict.page === id)) return;
  pages.conflicts.push({
    kind,
    subject: { kind: 'page', id },
    page: id,
    field: 'parent',
    ...spread(memberOf(merging, 'parent')),
  });
}

function* adoptOrphans(pages: MergingPages, rehung: Set<Id>): Reading<boolean> {
  let moved = false;
  for (const [id, merging] of pages.touched) {
    const page = merging.result;
    // A parent that neither side touched is in all three contents.
    const parent = page && page.parent !== null ? pages.touched.get(page.parent) : undefined;
    if (!page || page.parent === null || !parent || isParent(parent.result)) continue;
    merging.result = { ...page, parent: yield* livingAncestor(pages, page.parent) };
    rehung.add(id);
    tell(pages, 'orphan', id, merging);
    moved = true;
  }
  return moved;
}

const isParent = (page: Page | undefined): boolean => page !== undefined && hasSlug(page.type);

/** The nearest ancestor of a page that is gone, as the contents had them, that is in the merged tree. */
function* livingAncestor(pages: MergingPages, gone: Id): Reading<Id | null> {
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

function* breakCircles(pages: MergingPages, rehung: ReadonlySet<Id>, takenBack: Set<Id>): Reading<boolean> {
  const circling: Id[] = [];
  for (const [id, { ours, result }] of pages.touched) {
    // The main content has no circle: each one has a page that hangs elsewhere now.
    if (result && (ours ? ours.parent !== result.parent : rehung.has(id)) && (yield* isInCircle(pages, id)))
      circling.push(id);
  }
  if (circling.length === 0) return false;
  const returning = circling.filter((id) => pages.touched.get(id)!.ours !== undefined && !takenBack.has(id));
  for (const id of returning) {
    const merging = pages.touched.get(id)!;
    const { parent, rank } = merging.ours!;
    merging.result = { ...merging.result!, parent, rank };
    takenBack.add(id);
    tell(pages, 'move-cycle', id, merging);
  }
  if (returning.length === 0) {
    // Nothing is left to take back: the first of them goes to the root, which ends any circle it is in.
    const id = circling.sort()[0]!;
    const merging = pages.touched.get(id)!;
    merging.result = { ...merging.result!, parent: null };
    tell(pages, 'move-cycle', id, merging);
  }
  return true;
}

function* isInCircle(pages: MergingPages, start: Id): Reading<boolean> {
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
