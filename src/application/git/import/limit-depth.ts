import { MAX_PAGE_DEPTH } from '../../../domain/content/edits/page-depth.ts';
import { numberedSlug } from '../../../domain/content/edits/slug.ts';
import type { PageKey, PlannedPage } from '../../../ports/git/repository-format.ts';

export interface DepthLimitedPages {
  /** All of the plan's pages in their order, none nested deeper than `MAX_PAGE_DEPTH`. */
  readonly pages: readonly PlannedPage[];
  /** Those that stand on another level than the plan says, as they are in `pages`. */
  readonly raised: readonly PlannedPage[];
}

/**
 * Holds planned pages to the nesting limit: what lies deeper is placed on the deepest level there is, behind the page it
 * was below. A raised page gets a number where its slug is taken there; linear in the number of pages.
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
    // Groups stand at the top: they are never raised.
    raised.set(page.key, {
      ...page,
      parent,
      ...('slug' in page && { slug: slugs.free(parent, page.slug) }),
    } as PlannedPage);
  }
  return { pages: planned.map((page) => raised.get(page.key) ?? page), raised: [...raised.values()] };
}

/** Whether any page nests deeper than the limit: most projects have none. */
function exceedsDepth(planned: readonly PlannedPage[]): boolean {
  const levels = new Map<PageKey, number>();
  for (const { key, parent } of planned) {
    const level = parent === null ? 1 : levels.get(parent)! + 1;
    if (level > MAX_PAGE_DEPTH) return true;
    levels.set(key, level);
  }
  return false;
}

/** Under which page each one comes to stand. */
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

/** Which slugs are taken below which page. */
class SlugRegistry {
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  take(parent: PageKey | null, slug: string): void {
    this.#taken.add(JSON.stringify([parent, slug]));
  }

  /** The slug, or the first of its numbered ones that is free; taken from now on. */
  free(parent: PageKey, slug: string): string {
    const name = JSON.stringify([parent, slug]);
    let number = this.#next.get(name) ?? 0;
    let candidate = slug;
    while (this.#taken.has(JSON.stringify([parent, candidate]))) candidate = numberedSlug(slug, ++number);
    this.#next.set(name, number);
    this.take(parent, candidate);
    return candidate;
  }
}
