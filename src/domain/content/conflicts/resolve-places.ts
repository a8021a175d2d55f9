import type { Id } from '../../kernel/id.ts';
import { ancestorsOf, getPage } from '../content-reads.ts';
import { hasSlug, type Page } from '../page.ts';
import { draftSubtreeHeight, MAX_PAGE_DEPTH } from '../edits/depth.ts';
import { allocateRank } from '../edits/allocate-rank.ts';
import type { ObjectQuery } from '../objects/reading.ts';
import { rejectResolution, chosenSide, type ResolutionTask } from './decision.ts';
import { findFreeSlug } from '../edits/slug.ts';

/** Decides where a page stands. Of slugs and lost parents, both is what the merge made of them. @throws NotPossible */
export function* resolvePosition(one: ResolutionTask, page: Page): ObjectQuery<void> {
  const { kind } = one.conflict;
  const { take } = one.decision;
  switch (kind) {
    case 'slug':
      if (take === 'theirs') yield* claimSlug(one, page);
      else if (take === 'base') yield* takeSlug(one, page, one.conflict.base as string | null);
      return;
    case 'orphan':
      if (take !== 'both') yield* takeParent(one, page, chosenSide(one) as Id | null);
      return;
    case 'move-cycle':
      return yield* takeParent(one, page, chosenSide(one) as Id | null);
    case 'order': {
      const rank = chosenSide(one) as string | null;
      if (rank === null) return rejectResolution(one, 'that side does not contain the page');
      one.draft.replacePage(page, { ...page, rank });
      return;
    }
  }
}

/**
 * Puts a page under the parent that a side gave it: at its place there, or as the last one. Where the change request's
 * parent is below the page by now, the page that leads there takes the place of the one that moves.
 */
export function* takeParent(one: ResolutionTask, page: Page, parent: Id | null): ObjectQuery<void> {
  const { draft, context, decision } = one;
  if (page.parent === parent) return;
  const above = yield* ancestorLine(one, parent);
  const at = above.findIndex(({ id }) => id === page.id);
  const leads = at > 0 && one.conflict.kind === 'move-cycle' && decision.take === 'theirs' ? above[at - 1]! : undefined;
  if (at >= 0 && leads === undefined) rejectResolution(one, 'the page would be moved below itself');
  if (above.length + (yield* draftSubtreeHeight(draft, page.id)) > MAX_PAGE_DEPTH)
    rejectResolution(one, `pages can be nested at most ${MAX_PAGE_DEPTH} levels deep`);

  const moving = new Set([page.id, leads?.id]);
  yield* requireFreeSlug(one, parent, page.slug, moving);
  const rank = (yield* rankInMainContent(one, page, parent)) ?? (yield* allocateRank(draft, parent));
  const moved: Page = { ...page, parent, rank, updatedAt: context.now };
  if (leads === undefined) return draft.replacePage(page, moved);
  yield* requireFreeSlug(one, page.parent, leads.slug, moving);
  draft.replacePages([
    [leads, { ...leads, parent: page.parent, rank: page.rank, updatedAt: context.now }],
    [page, moved],
  ]);
}

/** The parent and everything above it, the nearest first. */
function* ancestorLine(one: ResolutionTask, parent: Id | null): ObjectQuery<readonly Page[]> {
  if (parent === null) return [];
  const { draft } = one;
  const page = (yield* draft.pages.get(parent)) ?? rejectResolution(one, 'the parent page no longer exists');
  if (!hasSlug(page.type)) rejectResolution(one, `a ${page.type} page has no subpages`);
  return [page, ...(yield* ancestorsOf((id) => draft.pages.get(id), page))];
}

/** The rank that the page has under this parent in the main content. */
function* rankInMainContent(
  { context, decision }: ResolutionTask,
  page: Page,
  parent: Id | null,
): ObjectQuery<string | undefined> {
  const there = decision.take === 'ours' ? yield* getPage(context.main, page.id) : undefined;
  return there?.parent === parent ? there.rank : undefined;
}

function* requireFreeSlug(
  one: ResolutionTask,
  parent: Id | null,
  slug: string | undefined,
  moving: ReadonlySet<Id | undefined>,
): ObjectQuery<void> {
  const owner = slug === undefined ? undefined : yield* one.draft.slugOwner(parent, slug);
  if (owner !== undefined && !moving.has(owner)) rejectResolution(one, `a sibling page already has the slug ${slug}`);
}

/** Gives a page a slug among its siblings. @throws NotPossible when it is taken */
export function* takeSlug(one: ResolutionTask, page: Page, slug: string | null): ObjectQuery<void> {
  if (slug === null) return rejectResolution(one, 'the page has no slug on that side');
  if (slug === page.slug) return;
  yield* requireFreeSlug(one, page.parent, slug, new Set([page.id]));
  one.draft.replacePage(page, { ...page, slug, updatedAt: one.context.now });
}

/** Gives a page the slug that it claimed; the page that kept it gets a number instead. */
function* claimSlug(one: ResolutionTask, page: Page): ObjectQuery<void> {
  const { draft, conflict, context } = one;
  const slug = conflict.theirs as string;
  const owner = yield* draft.slugOwner(page.parent, slug);
  if (owner === page.id) return;
  if (owner === undefined) return yield* takeSlug(one, page, slug);
  if (owner !== conflict.ours) rejectResolution(one, `another page already has the slug ${slug}`);
  const keeper = (yield* draft.pages.get(owner))!;
  const numbered = yield* findFreeSlug(draft.children, page.parent, slug);
  draft.replacePages([
    [keeper, { ...keeper, slug: numbered, updatedAt: context.now }],
    [page, { ...page, slug, updatedAt: context.now }],
  ]);
}
