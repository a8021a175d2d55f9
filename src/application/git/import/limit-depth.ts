import { MAX_PAGE_DEPTH } from '../../../domain/content/edits/page-depth.ts';
import type { PageKey, PlannedPage } from '../../../ports/git/repository-format.ts';
import { SlugRegistry } from './slug-registry.ts';

export interface DepthLimitedPages {
  /** All pages of the plan in order, none nested deeper than `MAX_PAGE_DEPTH`. */
  readonly pages: readonly PlannedPage[];
  /** Pages that were moved to a higher level, as they are in `pages`. */
  readonly raised: readonly PlannedPage[];
}

/**
 * Limits the nesting of planned pages: a deeper page moves to the deepest allowed level, after its former parent. A
 * number makes its slug unique there. Runs in time linear in the number of pages.
 */
export function limitDepth(planned: readonly PlannedPage[]): DepthLimitedPages {
  if (!exceedsDepth(planned)) return { pages: planned, raised: [] };
  const parents = raisedParents(planned);
  const changed = planned.filter(({ key, parent }) => parents.get(key) !== parent);
  const slugs = new SlugRegistry();
  for (const page of planned)
    if (parents.get(page.key) === page.parent && 'slug' in page) slugs.take(page.parent, page.slug);
  const raised = new Map<PageKey, PlannedPage>();
  for (const page of changed) {
    const parent = parents.get(page.key)!;
    // Groups exist at the top level only and are never raised.
    raised.set(page.key, {
      ...page,
      parent,
      ...('slug' in page && { slug: slugs.free(parent, page.slug) }),
    } as PlannedPage);
  }
  return { pages: planned.map((page) => raised.get(page.key) ?? page), raised: [...raised.values()] };
}

/** Tells whether a page is nested deeper than the limit, which is rare. */
function exceedsDepth(planned: readonly PlannedPage[]): boolean {
  const levels = new Map<PageKey, number>();
  for (const { key, parent } of planned) {
    const level = parent === null ? 1 : levels.get(parent)! + 1;
    if (level > MAX_PAGE_DEPTH) return true;
    levels.set(key, level);
  }
  return false;
}

/** Computes the parent of each page after limiting the depth. */
function raisedParents(planned: readonly PlannedPage[]): ReadonlyMap<PageKey, PageKey | null> {
  const levels = new Map<PageKey, number>();
  const parents = new Map<PageKey, PageKey | null>();
  for (const { key, parent } of planned) {
    const above = parent === null ? 0 : levels.get(parent)!;
    parents.set(key, above < MAX_PAGE_DEPTH ? parent : parents.get(parent!)!);
    levels.set(key, Math.min(above + 1, MAX_PAGE_DEPTH));
  }
  return parents;
}
