import type { Id } from '../../kernel/id.ts';
import { CHILDREN, childKey } from '../content.ts';
import { compareCodeUnits } from '../objects/map-node.ts';
import { lookup, lookupMany } from '../objects/map-read.ts';
import type { MergeWorkspace } from './merge-workspace.ts';
import type { Page } from '../page.ts';
import type { ObjectQuery } from '../objects/object-query.ts';
import { findFreeSlug } from '../edits/slug.ts';

/**
 * Makes the slugs of merged siblings unique. The main content's page keeps a contested slug; the other page gets a
 * numbered slug, reported as a conflict.
 */
export function* mergeSlugs(pages: MergeWorkspace): ObjectQuery<void> {
  const claims = new Map<string, Page[]>();
  const contested = new Set<string>();
  for (const { ours, result } of pages.touched.values()) {
    if (result?.slug === undefined) continue;
    const key = childKey(result.parent, result.slug);
    const claimants = claims.get(key);
    if (claimants) claimants.push(result);
    else claims.set(key, [result]);
    if (ours?.slug === undefined || childKey(ours.parent, ours.slug) !== key) contested.add(key);
  }
  const { children } = pages.contents.ours;
  const owners = yield* lookupMany(CHILDREN, children, contested);
  /** Returns the owner of the key in the main content, if neither side changed that page. */
  const untouched = (owner: Id | undefined): Id | undefined =>
    owner === undefined || pages.touched.has(owner) ? undefined : owner;
  const unclaimed = {
    *get(key: string): ObjectQuery<Id | undefined> {
      return untouched(yield* lookup(CHILDREN, children, key));
    },
  };

  for (const key of [...contested].sort()) {
    const owner = untouched(owners.get(key));
    const claimants = claims
      .get(key)!
      .sort((a, b) => precedence(pages, key, a) - precedence(pages, key, b) || compareCodeUnits(a.id, b.id));
    const keeper = owner ?? claimants.shift()!.id;
    for (const page of claimants) {
      const slug = yield* findFreeSlug(unclaimed, page.parent, page.slug!, (other) => claims.has(other));
      const merging = pages.touched.get(page.id)!;
      merging.result = { ...page, slug };
      claims.set(childKey(page.parent, slug), [merging.result]);
      pages.conflicts.push({
        kind: 'slug',
        subject: { kind: 'page', id: page.id },
        page: page.id,
        field: 'slug',
        base: merging.base?.slug ?? null,
        ours: keeper,
        theirs: page.slug!,
      });
    }
  }
}

/**
 * Precedence of a claim. 0: has this slug and parent in the main content; 1: exists in the main content; 2: comes from
 * the change request.
 */
function precedence(pages: MergeWorkspace, key: string, page: Page): number {
  const ours = pages.touched.get(page.id)?.ours;
  if (ours === undefined) return 2;
  return ours.slug !== undefined && childKey(ours.parent, ours.slug) === key ? 0 : 1;
}
