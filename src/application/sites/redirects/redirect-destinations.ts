import { readContent } from '../../../domain/content/content.ts';
import { getPages, findPageByPath } from '../../../domain/content/content-reads.ts';
import { all, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import { hasSlug } from '../../../domain/content/page.ts';
import { DomainError, Invalid, NotFound } from '../../../domain/kernel/errors.ts';
import type { Id, PageId, SpaceId } from '../../../domain/kernel/id.ts';
import type { RedirectDestination } from '../../../domain/sites/site-redirect.ts';
import { read } from '../../content/reading.ts';
import type { QueryContext } from '../../kernel/use-case.ts';
import { loadExpandedOutline } from '../reader/expanded-outline.ts';
import type { SpaceView } from '../../spaces/space-view.ts';
import { isWithin } from './redirect-targets.ts';
import { requireSection, requireSiteSpace, type VisibleStructure } from '../structure/structure-views.ts';

/** Destination of a redirect as callers give it; a page may be given by its path. */
export type RedirectDestinationInput =
  RedirectDestination | { readonly kind: 'path'; readonly spaceId: SpaceId; readonly path: string };
type OfPage = Extract<RedirectDestinationInput, { readonly kind: 'site-page' | 'path' }>;
type Context = QueryContext<{ readonly organization: Id }, 'content' | 'siteContent' | 'computedOutlines'>;

/**
 * Resolves destinations, or gives the error by which each is refused: sections and spaces must belong to the site and be
 * visible to the caller, pages must exist, and URLs must not be within the site.
 * @param homes URLs of the site
 */
export async function resolveDestinations(
  context: Context,
  { seen, homes }: { readonly seen: VisibleStructure; readonly homes: readonly string[] },
  inputs: readonly RedirectDestinationInput[],
): Promise<readonly (RedirectDestination | DomainError)[]> {
  const pages = new Map<SpaceView, OfPage[]>();
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
      const { space } = placeOf(seen, one);
      pages.set(space, [...(pages.get(space) ?? []), one]);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      resolved.set(one, error);
    }
  for (const [space, those] of pages) {
    const found = await findPages(context, space, those);
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

/** Returns the ids of pages that a space contains, also among its generated pages; undefined for those that it lacks. */
async function findPages(
  context: Context,
  { space: { state, head } }: SpaceView,
  of: readonly OfPage[],
): Promise<readonly (PageId | undefined)[]> {
  const stored = await read(context.content, storedPages(head.content, of));
  if (!stored.includes(undefined)) return stored;
  const { outline } = await loadExpandedOutline(context, context.scope.organizationId, state.id, head.content);
  const all = outline.withConditions(() => true);
  return of.map((one, i) => {
    if (stored[i] !== undefined) return stored[i];
    const path = one.kind === 'path' ? pathIn(one) : '';
    const entry = one.kind === 'site-page' ? all.byId(one.pageId) : path === '' ? undefined : all.byPath(path);
    return entry?.path === undefined ? undefined : (entry.id as PageId);
  });
}

const pathIn = ({ path }: Extract<OfPage, { readonly kind: 'path' }>): string => path.replace(/^\/|\/$/g, '');

function* storedPages(hash: Hash, of: readonly OfPage[]): ObjectQuery<readonly (PageId | undefined)[]> {
  const content = yield* readContent(hash);
  const byId = yield* getPages(
    content,
    of.flatMap((one) => (one.kind === 'site-page' ? [one.pageId] : [])),
  );
  const byPath = yield* all(of.map((one) => findPageByPath(content, one.kind === 'path' ? pathIn(one) : '')));
  return of.map((one, i) => {
    const page = one.kind === 'site-page' ? byId.get(one.pageId) : byPath[i];
    return page !== undefined && hasSlug(page.type) ? page.id : undefined;
  });
}
