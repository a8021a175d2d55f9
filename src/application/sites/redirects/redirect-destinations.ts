import { readContent } from '../../../domain/content/content.ts';
import { getPages, findPageByPath } from '../../../domain/content/content-reads.ts';
import { all } from '../../../domain/content/objects/object-query.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import { hasSlug } from '../../../domain/content/page.ts';
import { Invalid, NotFound } from '../../../domain/kernel/errors.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { RedirectDestination } from '../../../domain/sites/site-redirect.ts';
import { read } from '../../content/reading.ts';
import type { Services } from '../../kernel/services.ts';
import { isWithin } from './redirect-targets.ts';
import { requireSection, requireSiteSpace, type VisibleStructure } from '../structure/structure-views.ts';

/** A destination as it is asked for: a page may be named by its path. */
export type RedirectDestinationInput =
  RedirectDestination | { readonly kind: 'path'; readonly spaceId: Id; readonly path: string };
type OfPage = Extract<RedirectDestinationInput, { readonly kind: 'site-page' | 'path' }>;

/**
 * The destinations themselves, each checked: sections and spaces are the site's and the caller sees them, and pages are there.
 * @param homes where readers come to the site; no external address lies within one of them
 * @throws NotFound, and Invalid for a path without a page and for an address within the site
 */
export async function resolveDestinations(
  content: Services['content'],
  { seen, homes }: { readonly seen: VisibleStructure; readonly homes: readonly string[] },
  wished: readonly RedirectDestinationInput[],
  field: (index: number) => string,
): Promise<readonly RedirectDestination[]> {
  const pages = new Map<Hash, OfPage[]>();
  const settled = new Map<RedirectDestinationInput, RedirectDestination>();
  for (const [i, one] of wished.entries()) {
    if (one.kind === 'external' && homes.some((home) => isWithin(home, one.url)))
      throw Invalid.field(`${field(i)}.url`, 'is inside the site; name the page, the space or the section instead');
    if (one.kind === 'site-section') requireSection(seen, one.siteSectionId);
    if (one.kind === 'site-space') requireSiteSpace(seen, one.siteSpaceId);
    if (one.kind !== 'site-page' && one.kind !== 'path') {
      settled.set(one, one);
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
        throw Invalid.field(`${field(wished.indexOf(one))}.path`, 'is not the path of a page of the space');
      if (pageId === undefined) throw new NotFound('page');
      settled.set(one, { kind: 'site-page', siteSpaceId: placeOf(seen, one).siteSpace.id, pageId });
    }
  }
  return wished.map((one) => settled.get(one)!);
}

/** The site space that a page lies in. @throws NotFound */
function placeOf(seen: VisibleStructure, of: OfPage) {
  if (of.kind === 'site-page') return requireSiteSpace(seen, of.siteSpaceId);
  const found = seen.siteSpaces.find(({ siteSpace }) => siteSpace.spaceId === of.spaceId);
  if (found === undefined) throw new NotFound('space');
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
