import { isNestedGroup, type Page } from '../../../domain/content/page.ts';
import type { PageKey, PlannedPage } from '../../../ports/git/repository-format.ts';
import { SlugRegistry } from './slug-registry.ts';

/**
 * Keeps the slugs of pages whose file did not move and of groups below other pages, because a repository does not store
 * these. A slug that another planned sibling claims is not kept.
 */
export function preserveSlugs(
  planned: readonly PlannedPage[],
  matches: ReadonlyMap<PageKey, Page>,
): readonly PlannedPage[] {
  let known: Set<string> | undefined;
  const taken = (): Set<string> =>
    (known ??= new Set(planned.flatMap((page) => ('slug' in page ? [slugKey(page.parent, page.slug)] : []))));
  return planned.map((page) => {
    const before = matches.get(page.key);
    if (
      page.type !== 'document' ||
      before?.slug === undefined ||
      before.slug === page.slug ||
      !(page.path === null ? isNestedGroup(before) : before.git?.path === page.path)
    )
      return page;
    const key = slugKey(page.parent, before.slug);
    if (taken().has(key)) return page;
    taken().add(key);
    return { ...page, slug: before.slug };
  });
}

/**
 * Keeps the slugs of all existing documents that stay below their parents, wherever their files are. A number makes the
 * slug of another page unique where such a document has it.
 */
export function preservePaths(
  planned: readonly PlannedPage[],
  matches: ReadonlyMap<PageKey, Page>,
): readonly PlannedPage[] {
  const slugs = new SlugRegistry();
  const kept = new Map<PageKey, string>();
  for (const { key, type, parent } of planned) {
    const before = type === 'document' ? matches.get(key) : undefined;
    const isBelowSame = before?.parent === (parent === null ? null : matches.get(parent)?.id);
    if (before?.slug === undefined || !isBelowSame) continue;
    slugs.take(parent, before.slug);
    kept.set(key, before.slug);
  }
  return planned.map((page) =>
    'slug' in page ? { ...page, slug: kept.get(page.key) ?? slugs.free(page.parent, page.slug) } : page,
  );
}

const slugKey = (parent: PageKey | null, slug: string): string => JSON.stringify([parent, slug]);
