import type { Id } from '../../domain/kernel/id.ts';
import type { SearchPlan } from '../../domain/search/search-query.ts';
import type { Hash } from '../../domain/content/objects/objects.ts';
import type { SpaceOutline } from '../../domain/sites/content/space-outline.ts';
import { ANYBODY, conditionsFor, visible } from '../../domain/sites/audience/visitor.ts';
import type { Page, PageRequest } from '../../ports/repository.ts';
import type { FoundPage, FoundPart, FoundSpace, SearchReads } from '../../ports/search-reads.ts';
import { read } from '../content/reading.ts';
import { query } from '../kernel/use-case.ts';
import { searchBy } from '../search/search-plans.ts';
import { foundPages, type FoundPageView, type FoundSpaceView } from '../search/search-views.ts';
import { inOrganization, type OfSite, type Scope } from './structure/change-structure.ts';
import { loadStructure } from './structure/load-structure.ts';
import type { ContentLibrary } from './reader/content-library.ts';
import { requireSiteSpace, seenStructure } from './structure/structure-views.ts';

/** So many pages of each space are told. */
export const PAGES_EACH = 10;
/** So many at once are looked through where the best ones are none that the reader is shown. */
const NEXT_PAGES = 100;

/** A space in which a reader looks for something: the pages that the reader is shown of it. */
export interface SearchedSpace {
  readonly spaceId: Id;
  readonly title: string;
  readonly outline: SpaceOutline;
}
interface Searching {
  readonly search: SearchReads;
  readonly library: ContentLibrary;
  /** Says which content under a condition the reader is shown. */
  readonly shows: (condition: string) => boolean;
}

/**
 * The spaces in which a reader finds something, the best first, each with its best pages. Nothing that the reader is not shown
 * is found or counted: no page that is hidden or not for the reader, and none by words that are not.
 */
export async function searchSpaces({ search, library, shows }: Searching, spaces: readonly SearchedSpace[], { text, page }: { readonly text: string; readonly page: PageRequest }): Promise<Page<FoundSpaceView>> {
  const byId = new Map(spaces.map((one) => [one.spaceId, one]));
  const ids = [...byId.keys()];
  const unlisted = (await Promise.all(spaces.map(async ({ spaceId, outline }) => (await read(library.store, outline.unlisted())).map((id) => spaceId + id)))).flat();

  /** Those of the pages that are shown, in their order. */
  const shown = (space: SearchedSpace, content: Hash, pages: readonly FoundPage[], plan: SearchPlan): Promise<FoundPageView[]> =>
    foundPages(library.store, { spaceId: space.spaceId, content, ids: pages.flatMap(({ pageId }) => (space.outline.byId(pageId)?.listed ? [pageId] : [])) }, plan, shows);
  const firstShown = async ({ spaceId, content, pages }: FoundSpace, plan: SearchPlan): Promise<readonly FoundPage[]> => {
    const space = byId.get(spaceId)!;
    for (const one of pages) if ((await shown(space, content, [one], plan)).length > 0) return pages;
    const hidden = new Set(unlisted);
    for (let seen = 0, after: FoundPage | undefined = pages.at(-1); after !== undefined; ) {
      const { items } = await search.pages(spaceId, plan, { limit: NEXT_PAGES, after: { score: after.score, id: after.pageId, seen: (seen += NEXT_PAGES) } });
      const rest = items.filter(({ pageId }) => !hidden.has(spaceId + pageId));
      for (const [i, one] of rest.entries()) if ((await shown(space, content, [one], plan)).length > 0) return rest.slice(i, i + PAGES_EACH);
      after = items.length > NEXT_PAGES ? items.at(-1) : undefined;
    }
    return [];
  };

  const outcome = ids.length === 0 ? undefined : await searchBy<FoundPart<FoundSpace>>(search, {
    text,
    where: { spaces: ids },
    page,
    keyOf: ({ spaceId, score }) => ({ id: spaceId, score }),
    async find(plan, { limit, after }) {
      const found: FoundSpace[] = [];
      for (const space of await search.among(ids, unlisted, plan, PAGES_EACH)) {
        const pages = await firstShown(space, plan);
        if (pages.length > 0) found.push({ ...space, pages });
      }
      const rest = found.filter(({ spaceId, score }) => after === undefined || score < after.score || (score === after.score && spaceId > after.id));
      return { items: rest.slice(0, limit + 1), count: found.length };
    },
  });
  if (outcome === undefined) return { items: [], count: 0 };
  const { part, plan, next } = outcome;
  const items = await Promise.all(part.items.map(async ({ spaceId, content, pages }) => ({ spaceId, title: byId.get(spaceId)!.title, pages: await shown(byId.get(spaceId)!, content, pages, plan) })));
  return { items, ...(next !== undefined && { next }), count: part.count };
}

/** In which of a site's spaces: the default of each section, with more of them; these ones; all. */
export type SearchScope = { readonly mode: 'default'; readonly includedSiteSpaces?: readonly Id[] | undefined } | { readonly mode: 'specific'; readonly siteSpaceIds: readonly Id[] } | { readonly mode: 'all' };

/** What somebody who brought nothing is shown, of the spaces that the caller sees. */
export const searchSiteContent = query({
  name: 'searchSiteContent',
  requires: 'sites:view',
  within: inOrganization as (input: OfSite & { body: { query: string; scope: SearchScope }; page: PageRequest }) => Scope,
  async run(context, { organizationId, siteId, body: { query: text, scope }, page }): Promise<Page<FoundSpaceView>> {
    const site = (await context.read.sites.get({ id: siteId, organizationId })).snapshot();
    const structure = await loadStructure(context.read, site);
    const seen = await seenStructure(context, site, structure);
    const named = scope.mode === 'specific' ? scope.siteSpaceIds : scope.mode === 'default' ? (scope.includedSiteSpaces ?? []) : [];
    for (const id of named) requireSiteSpace(seen, id);
    const isMeant = ({ id, isDefault }: { readonly id: Id; readonly isDefault: boolean }): boolean => scope.mode === 'all' || named.includes(id) || (scope.mode === 'default' && isDefault);
    const views = new Map(seen.siteSpaces.map((one) => [one.siteSpace.id, one.space.space]));
    const library = context.siteContent;
    const spaces = await Promise.all(
      visible(structure.view(), ANYBODY).spaces.filter(isMeant).flatMap((siteSpace) => {
        const space = views.get(siteSpace.id);
        return space === undefined ? [] : [space];
      }).map(async ({ state: { id, title }, head }): Promise<SearchedSpace> => ({ spaceId: id, title, outline: await library.outline(id, await library.content(head.content)) })),
    );
    return searchSpaces({ search: context.read.search, library, shows: conditionsFor(ANYBODY) }, spaces, { text, page });
  },
});
