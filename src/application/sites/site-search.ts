import type { Id } from '../../domain/kernel/id.ts';
import { ANONYMOUS_VISITOR, conditionEvaluator, visibleStructure } from '../../domain/sites/audience/visitor.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { query } from '../kernel/use-case.ts';
import { inOrganization } from '../kernel/scope.ts';
import type { SearchResults, FoundSpaceView } from '../search/search-views.ts';
import { searchSpaces, type SearchedSpace } from './reader/search-spaces.ts';
import { type OfSite } from './structure/change-structure.ts';
import { loadStructure } from './structure/load-structure.ts';
import { requireSiteSpace, loadVisibleStructure } from './structure/structure-views.ts';

/** Spaces of a site to search: the default of each section, optionally with further ones; the given ones; all. */
export type SearchScope =
  | { readonly mode: 'default'; readonly includedSiteSpaces?: readonly Id[] | undefined }
  | { readonly mode: 'specific'; readonly siteSpaceIds: readonly Id[] }
  | { readonly mode: 'all' };

/** Searches a site as an anonymous visitor would, limited to the spaces that the caller can see. */
export const searchSiteContent = query<OfSite & { body: { query: string; scope: SearchScope }; page: PageRequest }>()({
  name: 'searchSiteContent',
  requires: 'sites:view',
  scope: inOrganization,
  needs: ['siteContent', 'computedOutlines', 'givenEntries', 'content'],
  async run(
    context,
    { organizationId, siteId, body: { query: text, scope }, page },
  ): Promise<SearchResults<FoundSpaceView>> {
    const site = (await context.read.sites.get({ id: siteId, organizationId })).snapshot();
    const structure = await loadStructure(context.read, site);
    const seen = await loadVisibleStructure(context, site, structure);
    const named =
      scope.mode === 'specific' ? scope.siteSpaceIds : scope.mode === 'default' ? (scope.includedSiteSpaces ?? []) : [];
    for (const id of named) requireSiteSpace(seen, id);
    const isMeant = ({ id, isDefault }: { readonly id: Id; readonly isDefault: boolean }): boolean =>
      scope.mode === 'all' || named.includes(id) || (scope.mode === 'default' && isDefault);
    const views = new Map(seen.siteSpaces.map((one) => [one.siteSpace.id, one.space.space]));
    const { siteContent: library, computedOutlines } = context;
    const spaces = await Promise.all(
      visibleStructure(structure.view(), ANONYMOUS_VISITOR)
        .spaces.filter(isMeant)
        .flatMap((siteSpace) => {
          const space = views.get(siteSpace.id);
          return space === undefined ? [] : [space];
        })
        .map(async ({ state: { id, title }, head }): Promise<SearchedSpace> => {
          const expanded = await computedOutlines.expand(
            organizationId,
            id,
            await library.outline(id, await library.content(head.content)),
          );
          return { spaceId: id, title, outline: expanded.outline, expanded };
        }),
    );
    return searchSpaces(
      {
        search: context.read.search,
        library,
        generatedPages: context.givenEntries,
        shows: conditionEvaluator(ANONYMOUS_VISITOR),
      },
      spaces,
      { text, page },
    );
  },
});
