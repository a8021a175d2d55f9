import type { Page } from '../../../domain/content/page.ts';
import type { PageKey, PlannedPage } from '../../../ports/git/repository-format.ts';

/**
 * Keeps the slugs of pages whose file did not move, because a repository does not store slugs. A slug that another
 * planned sibling claims is not kept.
 */
export function preserveSlugs(
  planned: readonly PlannedPage[],
  matches: ReadonlyMap<PageKey, Page>,
): readonly PlannedPage[] {
  let known: Set<string> | undefined;
  const taken = (): Set<string> =>
    (known ??= new Set(planned.flatMap((page) => ('slug' in page ? [slugKey(page.parent, page.slug)] : []))));
  return planned.map((page) => {
    const before = page.type === 'document' && page.path !== null ? matches.get(page.key) : undefined;
    if (
      page.type !== 'document' ||
      before?.slug === undefined ||
      before.slug === page.slug ||
      before.git?.path !== page.path
    )
      return page;
    const wanted = slugKey(page.parent, before.slug);
    if (taken().has(wanted)) return page;
    taken().add(wanted);
    return { ...page, slug: before.slug };
  });
}

const slugKey = (parent: PageKey | null, slug: string): string => JSON.stringify([parent, slug]);
