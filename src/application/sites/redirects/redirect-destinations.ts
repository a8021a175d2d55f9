import { readContent } from '../../../domain/content/content.ts';
import { getPages, findPageByPath } from '../../../domain/content/content-reads.ts';
import { all } from '../../../domain/content/objects/object-query.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import { hasSlug } from '../../../domain/content/page.ts';
import { Invalid, NotFound } from '../../../domain/kernel/errors.ts';
import type { SpaceId } from '../../../domain/kernel/id.ts';
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
 * Validates destinations: sections and spaces belong to the site and are visible to the caller, and pages exist.
 * @param homes URLs of the site, which an external destination must not be below
 * @throws NotFound, and Invalid for a path without a page or a URL within the site
 */
export async function resolveDestinations(
  content: Services['content'],
  { seen, homes }: { readonly seen: VisibleStructure; readonly homes: readonly string[] },
  inputs: readonly RedirectDestinationInput[],
  field: (index: number) => string,
): Promise<readonly RedirectDestination[]> {
  const pages = new Map<Hash, OfPage[]>();
  const resolved = new Map<RedirectDestinationInput, RedirectDestination>();
  for (const [i, one] of inputs.entries()) {
    if (one.kind === 'external' && homes.some((home) => isWithin(home, one.url)))
      throw Invalid.field(`${field(i)}.url`, 'is inside the site; name the page, the space or the section instead');
    if (one.kind === 'site-section') requireSection(seen, one.siteSectionId);
    if (one.kind === 'site-space') requireSiteSpace(seen, one.siteSpaceId);
    if (one.kind !== 'site-page' && one.kind !== 'path') {
      resolved.set(one, one);
      continue;
    }
    const { content: hash } = placeOf(seen, one).space.space.head;
    pages.set(hash, [...(pages.get(hash) ?? []), one]);
  }
  for (const [hash, those] of pages) {
    const found = await read(content, pagesAt(hash, those));
    for (const [i, one] of those.entries()) {
      const pageId = found[i];
      if (pageId === undefined && one.kind === 'path')
        throw Invalid.field(`${field(inputs.indexOf(one))}.path`, 'is not the path of a page of the space');
      if (pageId === undefined) throw new NotFound('page', one.kind === 'site-page' ? one.pageId : undefined);
      resolved.set(one, { kind: 'site-page', siteSpaceId: placeOf(seen, one).siteSpace.id, pageId });
    }
  }
  return inputs.map((one) => resolved.get(one)!);
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
