import { Invalid } from '../../domain/kernel/errors.ts';
import type { Id, SiteSpaceId } from '../../domain/kernel/id.ts';
import {
  ANONYMOUS_VISITOR,
  conditionEvaluator,
  visibleStructure,
  type Visitor,
} from '../../domain/sites/audience/visitor.ts';
import type { Head } from '../../ports/content/branches.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { query, type QueryContext } from '../kernel/use-case.ts';
import { inSite, type OrganizationFacts, type InSite } from '../kernel/scope.ts';
import type { Services } from '../kernel/services.ts';
import type { SearchResults, FoundSpaceView, RankedPageView } from '../search/search-views.ts';
import { loadExpandedOutline } from './reader/expanded-outline.ts';
import { searchSpaces, type SearchedSpace } from './reader/search-spaces.ts';
import type { SiteStructure } from '../../domain/sites/structure/site-structure.ts';
import { loadStructure } from './structure/load-structure.ts';
import { requireSiteSpace, loadVisibleStructure, type VisibleStructure } from './structure/structure-views.ts';

/** Spaces of a site to search: the default space of each section and further ones, the listed ones, or all. */
export type SearchScope =
  | {
      readonly mode: 'default';
      readonly includedSiteSpaces?: readonly Id[] | undefined;
      /** Site space that the search is made from; it is searched too. */
      readonly currentSiteSpace?: Id | undefined;
      readonly restrictTo?: 'currentSiteSpace' | 'otherSiteSpaces' | undefined;
    }
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
type SearchContext = Pick<Context, 'read' | 'scope' | 'siteContent'> & Pick<Services, 'generatedPageSearch'>;

/** Space of a site that is searched, with its present revision. */
export interface SiteSearchSpace extends SearchedSpace {
  readonly siteSpaceId: SiteSpaceId;
  readonly head: Head;
}

/**
 * Searches a site as an anonymous visitor would, limited to the spaces that the caller can see. With a content token,
 * searches what its visitor sees.
 */
export const searchSiteContent = query<InSite & { body: SiteSearchInput; page: PageRequest }>()({
  name: 'searchSiteContent',
  requires: 'site:view',
  scope: inSite,
  needs: ['siteContent', 'computedOutlines', 'generatedPageSearch', 'content'],
  openToVisitors: true,
  async run(context, { organizationId, siteId, body, page }): Promise<SearchResults<FoundSpaceView<RankedPageView>>> {
    const { query: text } = body;
    const scope = scopeOf(body);
    const spaces = await spacesInScope(context, { organizationId, siteId }, scope);
    return searchVisibleSpaces(context, spaces, { text, page });
  },
});

/** Searches spaces of a site for a visitor; for a member as an anonymous one. */
export const searchVisibleSpaces = (
  { read, scope, siteContent: contentCache, generatedPageSearch: generatedPages }: SearchContext,
  spaces: readonly SiteSearchSpace[],
  request: { readonly text: string; readonly page: PageRequest },
): Promise<SearchResults<FoundSpaceView<RankedPageView>>> =>
  searchSpaces({ search: read.search, contentCache, generatedPages, visitor: visitorOf(scope) }, spaces, request);

/** Returns the visitor as whom a caller reads the site. */
export const visitorOf = ({ visitor }: Pick<OrganizationFacts, 'visitor'>): Visitor =>
  visitor?.visitor ?? ANONYMOUS_VISITOR;

/**
 * Lists the spaces of a scope that a visitor sees and the caller can see.
 * @throws NotFound for the site and for site spaces that the scope names
 */
export async function spacesInScope(
  context: Context,
  { organizationId, siteId }: InSite,
  scope: SearchScope,
): Promise<readonly SiteSearchSpace[]> {
  const site = (await context.read.sites.get({ id: siteId, organizationId })).snapshot();
  const structure = await loadStructure(context.read, site);
  const seen = await loadVisibleStructure(context, site, structure);
  const isDefaultMode = scope.mode === 'default';
  const current = isDefaultMode ? scope.currentSiteSpace : undefined;
  const restriction = isDefaultMode ? scope.restrictTo : undefined;
  if (restriction !== undefined && current === undefined)
    throw Invalid.field('scope.currentSiteSpace', 'is required with `restrictTo`');
  const named = [
    ...(scope.mode === 'specific' ? scope.siteSpaceIds : isDefaultMode ? (scope.includedSiteSpaces ?? []) : []),
    ...(current === undefined ? [] : [current]),
  ];
  for (const id of named) requireSiteSpace(seen, id);
  return searchedSpaces(context, seen, structure, ({ id, isDefault }) => {
    if (restriction === 'currentSiteSpace') return id === current;
    if (restriction === 'otherSiteSpaces' && id === current) return false;
    return scope.mode === 'all' || named.includes(id) || (isDefaultMode && isDefault);
  });
}

/** Lists the spaces that a visitor sees and the caller can see, with the outlines that a search reads. */
async function searchedSpaces(
  context: Context,
  seen: VisibleStructure,
  structure: SiteStructure,
  isMeant: (siteSpace: { readonly id: Id; readonly isDefault: boolean }) => boolean,
): Promise<readonly SiteSearchSpace[]> {
  const { scope } = context;
  const views = new Map(seen.siteSpaces.map((one) => [one.siteSpace.id, one.space.space]));
  const visitor = visitorOf(scope);
  return Promise.all(
    visibleStructure(structure.view(), visitor)
      .spaces.filter(isMeant)
      .flatMap((siteSpace) => {
        const space = views.get(siteSpace.id);
        return space === undefined ? [] : [{ siteSpaceId: siteSpace.id, space }];
      })
      .map(
        async ({
          siteSpaceId,
          space: {
            state: { id, title },
            head,
          },
        }): Promise<SiteSearchSpace> => {
          const expanded = await loadExpandedOutline(context, scope.organizationId, id, head.content);
          const outline =
            visitor.claims === undefined
              ? expanded.outline
              : expanded.outline.withConditions(conditionEvaluator(visitor));
          return { siteSpaceId, spaceId: id, title, head, outline, expanded };
        },
      ),
  );
}

/**
 * Prepares a site for searches that are about to come, such as when a visitor opens the search: loads its structure and
 * the outlines of its spaces into the caches. Changes nothing that a search finds.
 */
export const prewarmSiteSearch = query<InSite>()({
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
