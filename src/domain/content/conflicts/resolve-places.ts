import type { Id } from '../../kernel/id.ts';
import { ancestorsOf, getPage } from '../content-reads.ts';
import { hasSlug, type Page } from '../page.ts';
import { heightInDraft, MAX_DEPTH } from '../edits/depth.ts';
import { rankAt } from '../edits/placing.ts';
import type { Reading } from '../objects/reading.ts';
import { impossible, sideOf, type Case } from './decision.ts';
import { freeSlug } from '../edits/slug.ts';

/** Decides where a page stands. Of slugs and lost parents, both is what the merge made of them. @throws NotPossible */
export function* resolvePlace(one: Case, page: Page): Reading<void> {
  const { kind } = one.conflict;
  const { take } = one.decision;
  switch (kind) {
    case 'slug':
      if (take === 'theirs') yield* claimSlug(one, page);
      else if (take === 'base') yield* takeSlug(one, page, one.conflict.base as string | null);
      return;
    case 'orphan':
      if (take !== 'both') yield* takeParent(one, page, sideOf(one) as Id | null);
      return;
    case 'move-cycle':
      return yield* takeParent(one, page, sideOf(one) as Id | null);
    case 'order': {
      const rank = sideOf(one) as string | null;
      if (rank === null) return impossible(one, 'it has no such page');
      one.draft.replace(page, { ...page, rank });
      return;
    }
  }
}

/**
 * Puts a page under the parent that a side gave it: at its place there, or as the last one. Where the change request's
 * parent is below the page by now, the page that leads there takes the place of the one that moves.
 */
export function* takeParent(one: Case, page: Page, parent: Id | null): Reading<void> {
  const { draft, context, decision } = one;
  if (page.parent === parent) return;
  const above = yield* lineOf(one, parent);
  const at = above.findIndex(({ id }) => id === page.id);
  const leads = at > 0 && one.conflict.kind === 'move-cycle' && decision.take === 'theirs' ? above[at - 1]! : undefined;
  if (at >= 0 && leads === undefined) impossible(one, 'it would put the page below itself');
  if (above.length + (yield* heightInDraft(draft, page.id)) > MAX_DEPTH)
    impossible(one, `pages nest at most ${MAX_DEPTH} deep`);

  const moving = new Set([page.id, leads?.id]);
  yield* requireFree(one, parent, page.slug, moving);
  const rank = (yield* rankInMain(one, page, parent)) ?? (yield* rankAt(draft, parent));
  const moved: Page = { ...page, parent, rank, updatedAt: context.now };
  if (leads === undefined) return draft.replace(page, moved);
  yield* requireFree(one, page.parent, leads.slug, moving);
  draft.replacePages([
    [leads, { ...leads, parent: page.parent, rank: page.rank, updatedAt: context.now }],
    [page, moved],
  ]);
}

/** The parent and everything above it, the nearest first. */
function* lineOf(one: Case, parent: Id | null): Reading<readonly Page[]> {
  if (parent === null) return [];
  const { draft } = one;
  const page = (yield* draft.pages.get(parent)) ?? impossible(one, 'the page that it would go under is gone');
  if (!hasSlug(page.type)) impossible(one, `a ${page.type} page has no subpages`);
  return [page, ...(yield* ancestorsOf((id) => draft.pages.get(id), page))];
}

/** The rank that the page has under this parent in the main content. */
function* rankInMain({ context, decision }: Case, page: Page, parent: Id | null): Reading<string | undefined> {
  const there = decision.take === 'ours' ? yield* getPage(context.main, page.id) : undefined;
  return there?.parent === parent ? there.rank : undefined;
}

function* requireFree(
  one: Case,
  parent: Id | null,
  slug: string | undefined,
  moving: ReadonlySet<Id | undefined>,
): Reading<void> {
  const owner = slug === undefined ? undefined : yield* one.draft.owner(parent, slug);
  if (owner !== undefined && !moving.has(owner)) impossible(one, `a sibling there has the slug ${slug} already`);
}

/** Gives a page a slug among its siblings. @throws NotPossible when it is taken */
export function* takeSlug(one: Case, page: Page, slug: string | null): Reading<void> {
  if (slug === null) return impossible(one, 'the page has no slug there');
  if (slug === page.slug) return;
  yield* requireFree(one, page.parent, slug, new Set([page.id]));
  one.draft.replace(page, { ...page, slug, updatedAt: one.context.now });
}

/** Gives a page the slug that it claimed; the page that kept it gets a number instead. */
function* claimSlug(one: Case, page: Page): Reading<void> {
  const { draft, conflict, context } = one;
  const slug = conflict.theirs as string;
  const owner = yield* draft.owner(page.parent, slug);
  if (owner === page.id) return;
  if (owner === undefined) return yield* takeSlug(one, page, slug);
  if (owner !== conflict.ours) impossible(one, `another page has the slug ${slug} by now`);
  const keeper = (yield* draft.pages.get(owner))!;
  const numbered = yield* freeSlug(draft.children, page.parent, slug);
  draft.replacePages([
    [keeper, { ...keeper, slug: numbered, updatedAt: context.now }],
    [page, { ...page, slug, updatedAt: context.now }],
  ]);
}
