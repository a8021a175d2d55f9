import type { QueryContext } from '../kernel/use-case.ts';
import type { OrganizationId, SpaceId } from '../../domain/kernel/id.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { query } from '../kernel/use-case.ts';
import { inSpace, inOrganization } from '../kernel/scope.ts';
import type { Page as ContentPage, VariableValue } from '../../domain/content/page.ts';
import { expressionEvaluator } from '../content/inline-expressions.ts';
import { runSearchPlans } from './search-plans.ts';
import {
  foundPageViews,
  NO_RESULTS,
  rankPages,
  type SearchResults,
  type FoundSpaceView,
  type RankedPageView,
  type ReaderEvaluators,
} from './search-views.ts';

/** Number of pages returned for each space in a search of several spaces. */
const MAX_PAGES_PER_SPACE = 10;

/** Returns the evaluators for members, who see what conditions hide, and expressions about visitors as written. */
const memberEvaluators = (
  page: Pick<ContentPage, 'variables'>,
  variables: ReadonlyMap<string, VariableValue>,
): ReaderEvaluators => ({ valueOf: expressionEvaluator(page, variables) });

interface SearchInput {
  readonly query: string;
  readonly page: PageRequest;
}

/** Searches the primary content of a space and lists the pages that match, the best first. */
export const searchSpaceContent = query<SearchInput & { readonly spaceId: SpaceId }>()({
  name: 'searchSpaceContent',
  requires: 'space:view',
  scope: inSpace,
  needs: ['content'],
  async run({ read, content }, { spaceId, query: text, page }): Promise<SearchResults<RankedPageView>> {
    const result = await runSearchPlans(read.search, {
      text,
      scope: { spaces: [spaceId] },
      page,
      find: (plan, part) => read.search.searchPages(spaceId, plan, part),
      keyOf: ({ pageId, score }) => ({ id: pageId, score }),
    });
    if (result === undefined) return NO_RESULTS;
    const { hits, plan, next, before } = result;
    const found = { spaceId, content: hits.content, hits: hits.items };
    const views = await foundPageViews(content, found, plan, memberEvaluators);
    const items = views.map((view, index) => ({ ...view, rank: before + index + 1 }));
    return { items, ...(next !== undefined && { next }), count: hits.count, isIncomplete: hits.isIncomplete };
  },
});

/**
 * Searches the spaces of an organization that the caller can see and lists those that match, the best first, each with
 * its best pages.
 */
export const searchOrganizationContent = query<SearchInput & { readonly organizationId: OrganizationId }>()({
  name: 'searchOrganizationContent',
  requires: 'organization:view',
  scope: inOrganization,
  needs: ['content'],
  run: (context, { organizationId, query: text, page }): Promise<SearchResults<FoundSpaceView<RankedPageView>>> =>
    searchOrganization(context, organizationId, { text, page }),
});

/** Searches the spaces of an organization that the caller can see. */
export async function searchOrganization(
  { read, content, scope }: QueryContext<{ readonly organization: OrganizationId }, 'content'>,
  organizationId: OrganizationId,
  { text, page }: { readonly text: string; readonly page: PageRequest },
): Promise<SearchResults<FoundSpaceView<RankedPageView>>> {
  const viewer = { organizationId, userId: scope.caller.userId };
  const result = await runSearchPlans(read.search, {
    text,
    scope: { viewer },
    page,
    find: (plan, part) => read.search.searchSpaces({ viewer }, plan, { ...part, pagesEach: MAX_PAGES_PER_SPACE }),
    keyOf: ({ spaceId, score }) => ({ id: spaceId, score }),
    sizeOf: ({ pages }) => pages.length,
  });
  if (result === undefined) return NO_RESULTS;
  const { hits, plan, next, before } = result;
  const found = await Promise.all(
    hits.items.map(async ({ spaceId, title, score, content: hash, pages }): Promise<FoundSpaceView> => ({
      spaceId,
      title,
      score,
      pages: await foundPageViews(content, { spaceId, content: hash, hits: pages }, plan, memberEvaluators),
    })),
  );
  const items = rankPages(found, before);
  return { items, ...(next !== undefined && { next }), count: hits.count, isIncomplete: hits.isIncomplete };
}
