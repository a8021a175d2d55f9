import { Invalid } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { ANONYMOUS_VISITOR, conditionEvaluator, visibleStructure } from '../../domain/sites/audience/visitor.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { query, type QueryContext } from '../kernel/use-case.ts';
import { inSite } from '../kernel/scope.ts';
import type { SearchResults, FoundSpaceView } from '../search/search-views.ts';
import { searchSpaces, type SearchedSpace } from './reader/search-spaces.ts';
import type { SiteStructure } from '../../domain/sites/structure/site-structure.ts';
import { type OfSite } from './structure/change-structure.ts';
import { loadStructure } from './structure/load-structure.ts';
import { requireSiteSpace, loadVisibleStructure, type VisibleStructure } from './structure/structure-views.ts';

/** Spaces of a site to search: the default of each section, optionally with further ones; the given ones; all. */
export type SearchScope =
  | { readonly mode: 'default'; readonly includedSiteSpaces?: readonly Id[] | undefined }
  | { readonly mode: 'specific'; readonly siteSpaceIds: readonly Id[] }
  | { readonly mode: 'all' };

/** Request to search a site: the scope, or one of the deprecated forms in its place. */
export interface SiteSearchInput {
  readonly query: string;
  readonly scope?: SearchScope | undefined;
  /** Deprecated form of the scope; `current` searches a site space and the defaults. */
  readonly mode?: 'specific' | 'current' | 'all' | undefined;
  readonly siteSpaceIds?: readonly Id[] | undefined;
  readonly siteSpaceId?: Id | undefined;
}

/**
 * Returns the scope of a search.
 * @throws Invalid unless the request has exactly one scope, in the present form or in a deprecated one
 */
function scopeOf({ scope, mode, siteSpaceIds, siteSpaceId }: SiteSearchInput): SearchScope {
  const requireAbsent = (fields: Readonly<Record<string, unknown>>, beside: string): void => {
    for (const [field, value] of Object.entries(fields))
      if (value !== undefined) throw Invalid.field(field, `must be omitted with ${beside}`);
  };
  if (scope !== undefined) {
    requireAbsent({ mode, siteSpaceIds, siteSpaceId }, '`scope`');
    return scope;
  }
  if (mode === 'all') {
    requireAbsent({ siteSpaceIds, siteSpaceId }, '`mode: all`');
    return { mode };
  }
  if (mode === 'current') {
    requireAbsent({ siteSpaceIds }, '`mode: current`');
    if (siteSpaceId === undefined) throw Invalid.field('siteSpaceId', 'is required with `mode: current`');
    return { mode: 'default', includedSiteSpaces: [siteSpaceId] };
  }
  if (siteSpaceIds !== undefined) {
    requireAbsent({ siteSpaceId }, '`siteSpaceIds`');
    return { mode: 'specific', siteSpaceIds };
  }
  throw mode === 'specific'
    ? Invalid.field('siteSpaceIds', 'is required with `mode: specific`')
    : Invalid.field('scope', 'is required');
}

const NEEDS = ['siteContent', 'computedOutlines', 'content'] as const;
type Context = QueryContext<{ readonly organization: Id; readonly site?: Id }, (typeof NEEDS)[number]>;

/**
 * Searches a site as an anonymous visitor would, limited to the spaces that the caller can see. With a content token,
 * searches what its visitor sees.
 */
export const searchSiteContent = query<OfSite & { body: SiteSearchInput; page: PageRequest }>()({
  name: 'searchSiteContent',
  requires: 'site:view',
  scope: inSite,
  needs: ['siteContent', 'computedOutlines', 'generatedPageSearch', 'content'],
  openToVisitors: true,
  async run(context, { organizationId, siteId, body, page }): Promise<SearchResults<FoundSpaceView>> {
    const { query: text } = body;
    const scope = scopeOf(body);
    const site = (await context.read.sites.get({ id: siteId, organizationId })).snapshot();
    const structure = await loadStructure(context.read, site);
    const seen = await loadVisibleStructure(context, site, structure);
    const named =
      scope.mode === 'specific' ? scope.siteSpaceIds : scope.mode === 'default' ? (scope.includedSiteSpaces ?? []) : [];
    for (const id of named) requireSiteSpace(seen, id);
    const isMeant = ({ id, isDefault }: { readonly id: Id; readonly isDefault: boolean }): boolean =>
      scope.mode === 'all' || named.includes(id) || (scope.mode === 'default' && isDefault);
    const visitor = context.scope.visitor?.visitor ?? ANONYMOUS_VISITOR;
    const spaces = await searchedSpaces(context, seen, structure, isMeant);
    return searchSpaces(
      {
        search: context.read.search,
        library: context.siteContent,
        generatedPages: context.generatedPageSearch,
        shows: conditionEvaluator(visitor),
      },
      spaces,
      { text, page },
    );
  },
});

/** Lists the spaces that a visitor sees and the caller can see, with the outlines that a search reads. */
async function searchedSpaces(
  { siteContent: library, computedOutlines, scope }: Context,
  seen: VisibleStructure,
  structure: SiteStructure,
  isMeant: (siteSpace: { readonly id: Id; readonly isDefault: boolean }) => boolean,
): Promise<readonly SearchedSpace[]> {
  const views = new Map(seen.siteSpaces.map((one) => [one.siteSpace.id, one.space.space]));
  const visitor = scope.visitor?.visitor ?? ANONYMOUS_VISITOR;
  return Promise.all(
    visibleStructure(structure.view(), visitor)
      .spaces.filter(isMeant)
      .flatMap((siteSpace) => {
        const space = views.get(siteSpace.id);
        return space === undefined ? [] : [space];
      })
      .map(async ({ state: { id, title }, head }): Promise<SearchedSpace> => {
        const expanded = await computedOutlines.expand(
          scope.organizationId,
          id,
          await library.outline(id, await library.content(head.content)),
        );
        const outline =
          visitor.claims === undefined
            ? expanded.outline
            : expanded.outline.withConditions(conditionEvaluator(visitor));
        return { spaceId: id, title, outline, expanded };
      }),
  );
}

/**
 * Prepares a site for searches that are about to come, such as when a visitor opens the search: loads its structure and
 * the outlines of its spaces into the caches. Changes nothing that a search finds.
 */
export const prewarmSiteSearch = query<OfSite>()({
  name: 'prewarmSiteSearch',
  requires: 'site:view',
  scope: inSite,
  needs: NEEDS,
  openToVisitors: true,
  async run(context, { organizationId, siteId }): Promise<void> {
    const site = (await context.read.sites.get({ id: siteId, organizationId })).snapshot();
    const structure = await loadStructure(context.read, site);
    const seen = await loadVisibleStructure(context, site, structure);
    await searchedSpaces(context, seen, structure, () => true);
  },
});
