import type { Id } from '../../kernel/id.ts';
import { ancestorsOf, getPage } from '../content-reads.ts';
import { hasSlug, type Page } from '../page.ts';
import { draftSubtreeHeight, MAX_PAGE_DEPTH } from '../edits/page-depth.ts';
import { allocateRank } from '../edits/allocate-rank.ts';
import type { ObjectQuery } from '../objects/object-query.ts';
import { rejectResolution, selectSide, type ResolutionTask } from './conflict-resolution.ts';
import { findFreeSlug } from '../edits/slug.ts';

/**
 * Resolves a conflict about a page's position. For slugs and lost parents, `both` keeps the result of the merge.
 * @throws NotPossible
 */
export function* resolvePosition(task: ResolutionTask, page: Page): ObjectQuery<void> {
  const { kind } = task.conflict;
  const { take } = task.resolution;
  switch (kind) {
    case 'slug':
      if (take === 'theirs') yield* claimSlug(task, page);
      else if (take === 'base') yield* takeSlug(task, page, task.conflict.base as string | null);
      return;
    case 'orphan':
      if (take !== 'both') yield* takeParent(task, page, selectSide(task) as Id | null);
      return;
    case 'move-cycle':
      return yield* takeParent(task, page, selectSide(task) as Id | null);
    case 'order': {
      const rank = selectSide(task) as string | null;
      if (rank === null) return rejectResolution(task, 'that side does not contain the page');
      task.draft.replacePage(page, { ...page, rank });
      return;
    }
  }
}

/**
 * Moves a page below the parent of the chosen side: at its position there, or last. If the change request's parent is
 * now a descendant of the page, the child of the page on the path to that parent takes the page's present position.
 */
export function* takeParent(task: ResolutionTask, page: Page, parent: Id | null): ObjectQuery<void> {
  const { draft, context, resolution } = task;
  if (page.parent === parent) return;
  const above = yield* listAncestors(task, parent);
  const at = above.findIndex(({ id }) => id === page.id);
  const ancestor =
    at > 0 && task.conflict.kind === 'move-cycle' && resolution.take === 'theirs' ? above[at - 1]! : undefined;
  if (at >= 0 && ancestor === undefined) rejectResolution(task, 'the page would be moved below itself');
  if (above.length + (yield* draftSubtreeHeight(draft, page.id)) > MAX_PAGE_DEPTH)
    rejectResolution(task, `pages can be nested at most ${MAX_PAGE_DEPTH} levels deep`);

  const moving = new Set([page.id, ancestor?.id]);
  yield* requireFreeSlug(task, parent, page.slug, moving);
  const rank = (yield* rankInMainContent(task, page, parent)) ?? (yield* allocateRank(draft, parent));
  const moved: Page = { ...page, parent, rank, updatedAt: context.now };
  if (ancestor === undefined) return draft.replacePage(page, moved);
  yield* requireFreeSlug(task, page.parent, ancestor.slug, moving);
  draft.replacePages([
    [ancestor, { ...ancestor, parent: page.parent, rank: page.rank, updatedAt: context.now }],
    [page, moved],
  ]);
}

/** Lists the parent and its ancestors, nearest first. */
function* listAncestors(task: ResolutionTask, parent: Id | null): ObjectQuery<readonly Page[]> {
  if (parent === null) return [];
  const { draft } = task;
  const page = (yield* draft.pages.get(parent)) ?? rejectResolution(task, 'the parent page no longer exists');
  if (!hasSlug(page.type)) rejectResolution(task, `a ${page.type} page has no subpages`);
  return [page, ...(yield* ancestorsOf((id) => draft.pages.get(id), page))];
}

/** Returns the page's rank below this parent in the main content. */
function* rankInMainContent(
  { context, resolution }: ResolutionTask,
  page: Page,
  parent: Id | null,
): ObjectQuery<string | undefined> {
  const there = resolution.take === 'ours' ? yield* getPage(context.main, page.id) : undefined;
  return there?.parent === parent ? there.rank : undefined;
}

function* requireFreeSlug(
  task: ResolutionTask,
  parent: Id | null,
  slug: string | undefined,
  moving: ReadonlySet<Id | undefined>,
): ObjectQuery<void> {
  const owner = slug === undefined ? undefined : yield* task.draft.slugOwner(parent, slug);
  if (owner !== undefined && !moving.has(owner)) rejectResolution(task, `a sibling page already has the slug ${slug}`);
}

/**
 * Sets the slug of a page.
 * @throws NotPossible if a sibling has it
 */
export function* takeSlug(task: ResolutionTask, page: Page, slug: string | null): ObjectQuery<void> {
  if (slug === null) return rejectResolution(task, 'the page has no slug on that side');
  if (slug === page.slug) return;
  yield* requireFreeSlug(task, page.parent, slug, new Set([page.id]));
  task.draft.replacePage(page, { ...page, slug, updatedAt: task.context.now });
}

/** Gives a page the slug that it claimed; the page that kept the slug gets a numbered one. */
function* claimSlug(task: ResolutionTask, page: Page): ObjectQuery<void> {
  const { draft, conflict, context } = task;
  const slug = conflict.theirs as string;
  const owner = yield* draft.slugOwner(page.parent, slug);
  if (owner === page.id) return;
  if (owner === undefined) return yield* takeSlug(task, page, slug);
  if (owner !== conflict.ours) rejectResolution(task, `another page already has the slug ${slug}`);
  const keeper = (yield* draft.pages.get(owner))!;
  const numbered = yield* findFreeSlug(draft.children, page.parent, slug);
  draft.replacePages([
    [keeper, { ...keeper, slug: numbered, updatedAt: context.now }],
    [page, { ...page, slug, updatedAt: context.now }],
  ]);
}
