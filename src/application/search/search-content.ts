import type { Id } from '../../domain/kernel/id.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { query } from '../kernel/use-case.ts';
import { searchBy } from './search-plans.ts';
import { foundPages, NOTHING, type Found, type FoundPageView, type FoundSpaceView } from './search-views.ts';

/** So many pages of each space are told where many spaces are searched. */
const PAGES_EACH = 10;

interface Asked {
  readonly query: string;
  readonly page: PageRequest;
}

/** Searches the primary content of a space and lists the pages that match, the best first. */
export const searchSpaceContent = query({
  name: 'searchSpaceContent',
  requires: 'space:view',
  within: ({ spaceId }: Asked & { readonly spaceId: Id }) => ({ space: spaceId }),
  async run({ read, content }, { spaceId, query: text, page }): Promise<Found<FoundPageView>> {
    const outcome = await searchBy(read.search, {
      text,
      where: { spaceId },
      page,
      find: (plan, part) => read.search.searchPages(spaceId, plan, part),
      keyOf: ({ pageId, score }) => ({ id: pageId, score }),
    });
    if (outcome === undefined) return NOTHING;
    const { part, plan, next } = outcome;
    const items = await foundPages(
      content,
      { spaceId, content: part.content, ids: part.items.map(({ pageId }) => pageId) },
      plan,
    );
    return { items, ...(next !== undefined && { next }), count: part.count, isIncomplete: part.isIncomplete };
  },
});

/**
 * Searches the spaces of an organization that the caller can see and lists those that match, the best first, each with
 * its best pages.
 */
export const searchOrganizationContent = query({
  name: 'searchOrganizationContent',
  requires: 'organization:view',
  within: ({ organizationId }: Asked & { readonly organizationId: Id }) => ({ organization: organizationId }),
  async run({ read, content, scope }, { organizationId, query: text, page }): Promise<Found<FoundSpaceView>> {
    const viewer = { organizationId, userId: scope.caller.userId };
    const outcome = await searchBy(read.search, {
      text,
      where: { viewer },
      page,
      find: (plan, part) => read.search.searchSpaces(viewer, plan, { ...part, pagesEach: PAGES_EACH }),
      keyOf: ({ spaceId, score }) => ({ id: spaceId, score }),
    });
    if (outcome === undefined) return NOTHING;
    const { part, plan, next } = outcome;
    const items = await Promise.all(
      part.items.map(async ({ spaceId, title, content: hash, pages }): Promise<FoundSpaceView> => ({
        spaceId,
        title,
        pages: await foundPages(content, { spaceId, content: hash, ids: pages.map(({ pageId }) => pageId) }, plan),
      })),
    );
    return { items, ...(next !== undefined && { next }), count: part.count, isIncomplete: part.isIncomplete };
  },
});
