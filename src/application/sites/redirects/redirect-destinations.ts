import { readContent } from '../../../domain/content/content.ts';
import { getPages, findPageByPath } from '../../../domain/content/content-reads.ts';
import { all } from '../../../domain/content/objects/object-query.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import { hasSlug } from '../../../domain/content/page.ts';
import { DomainError, Invalid, NotFound } from '../../../domain/kernel/errors.ts';
import type { PageId, SpaceId } from '../../../domain/kernel/id.ts';
import type { RedirectDestination } from '../../../domain/sites/site-redirect.ts';
import { read } from '../../content/reading.ts';
import type { Services } from '../../kernel/services.ts';
import { isWithin } from './redirect-targets.ts';
import { requireSection, requireSiteSpace, type VisibleStructure } from '../structure/structure-views.ts';

/** Destination of a redirect as callers give it; a page may be given by its path. */
export type RedirectDestinationInput =
  RedirectDestination | { readonly kind: 'path'; readonly spaceId: SpaceId; readonly path: string };
type OfPage = Extract<RedirectDestinationInput, { readonly kind: 'site-page' | 'path' }>;

/**
 * Resolves destinations, or gives the error by which each is refused: sections and spaces must belong to the site and be
 * visible to the caller, pages must exist, and URLs must not be within the site.
 * @param homes URLs of the site
 */
export async function resolveDestinations(
  content: Services['content'],
  { seen, homes }: { readonly seen: VisibleStructure; readonly homes: readonly string[] },
  inputs: readonly RedirectDestinationInput[],
): Promise<readonly (RedirectDestination | DomainError)[]> {
  const pages = new Map<Hash, OfPage[]>();
  const resolved = new Map<RedirectDestinationInput, RedirectDestination | DomainError>();
  for (const one of inputs)
    try {
      if (one.kind === 'external' && homes.some((home) => isWithin(home, one.url)))
        throw Invalid.field('destination.url', 'is inside the site; name the page, the space or the section instead');
      if (one.kind === 'site-section') requireSection(seen, one.siteSectionId);
      if (one.kind === 'site-space') requireSiteSpace(seen, one.siteSpaceId);
      if (one.kind !== 'site-page' && one.kind !== 'path') {
        resolved.set(one, one);
        continue;
      }
      const { content: hash } = placeOf(seen, one).space.space.head;
      pages.set(hash, [...(pages.get(hash) ?? []), one]);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      resolved.set(one, error);
    }
  for (const [hash, those] of pages) {
    const found = await read(content, pagesAt(hash, those));
    for (const [i, one] of those.entries()) resolved.set(one, pageDestination(seen, one, found[i]));
  }
  return inputs.map((one) => resolved.get(one)!);
}

function pageDestination(
  seen: VisibleStructure,
  of: OfPage,
  pageId: PageId | undefined,
): RedirectDestination | DomainError {
  if (pageId !== undefined) return { kind: 'site-page', siteSpaceId: placeOf(seen, of).siteSpace.id, pageId };
  return of.kind === 'path'
    ? Invalid.field('destination.path', 'is not the path of a page of the space')
    : new NotFound('page', of.pageId);
}

/**
 * Finds the site space of a page.
 * @throws NotFound
 */
function placeOf(seen: VisibleStructure, of: OfPage) {
  if (of.kind === 'site-page') return requireSiteSpace(seen, of.siteSpaceId);
  const found = seen.siteSpaces.find(({ siteSpace }) => siteSpace.spaceId === of.spaceId);
  if (found === undefined) throw new NotFound('space', of.spaceId);
  return found;
}

function* pagesAt(hash: Hash, of: readonly OfPage[]) {
  const content = yield* readContent(hash);
  const byId = yield* getPages(
    content,
    of.flatMap((one) => (one.kind === 'site-page' ? [one.pageId] : [])),
  );
  const byPath = yield* all(
    of.map((one) => findPageByPath(content, one.kind === 'path' ? one.path.replace(/^\/|\/$/g, '') : '')),
  );
  return of.map((one, i) => {
    const page = one.kind === 'site-page' ? byId.get(one.pageId) : byPath[i];
    return page !== undefined && hasSlug(page.type) ? page.id : undefined;
  });
}
