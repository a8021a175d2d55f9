import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { OrganizationId, SpaceId } from '../../domain/kernel/id.ts';
import { conditionEvaluator } from '../../domain/sites/audience/visitor.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import type { OrganizationFacts } from '../kernel/scope.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import { searchOrganization } from '../search/search-content.ts';
import { searchVisibleSpaces, visitorOf, type SiteSearchSpace } from '../sites/site-search.ts';
import { readTexts, type ReadableRevision, type ReadableSpace, type SourceSearch } from './answer-sources.ts';

/** Number of spaces that one search looks into for the best pages. */
const MAX_SPACES = 6;

type OrganizationContext = QueryContext<{ readonly organization: OrganizationId }, 'content'>;
type SiteContext = QueryContext<
  { readonly organization: OrganizationId },
  'content' | 'siteContent' | 'generatedPageSearch'
>;

/** Search in all spaces of an organization that the caller can see. */
export const organizationSources = (
  context: OrganizationContext,
  organizationId: OrganizationId,
): SourceSearch<ReadableRevision> => ({
  async find(text) {
    return (await searchOrganization(context, organizationId, { text, page: { limit: MAX_SPACES } })).items;
  },
  async spaces(ids) {
    const rows = ids.length === 0 ? [] : await context.read.spacesOf.findSpaces(organizationId, ids);
    return new Map(
      rows.map(({ state, head }): [SpaceId, ReadableRevision] => [
        state.id,
        { revisionId: head.revisionId, texts: (pages) => readTexts(context.content, head.content, pages) },
      ]),
    );
  },
});

/** Search in spaces of a site, as its visitor sees them. */
export function siteSources(context: SiteContext, spaces: readonly SiteSearchSpace[]): SourceSearch<ReadableRevision> {
  const byId = new Map(spaces.map((space) => [space.spaceId, readableSiteSpace(context, space)]));
  return {
    find: async (text) => (await searchVisibleSpaces(context, spaces, { text, page: { limit: MAX_SPACES } })).items,
    spaces: async (ids) => new Map([...byId].filter(([id]) => ids.includes(id))),
  };
}

/** Shows the texts of the pages that a site lists for its visitor, without what conditions hide. */
export const readableSiteSpace = (
  { content, scope }: Pick<SiteContext, 'content'> & { readonly scope: Pick<OrganizationFacts, 'visitor'> },
  { head, ...space }: Pick<SiteSearchSpace, 'head' | 'outline' | 'expanded'>,
): ReadableRevision => ({
  revisionId: head.revisionId,
  texts: (ids) => listedTexts(content, { ...space, content: head.content }, conditionEvaluator(visitorOf(scope)), ids),
});

/** Space of a site whose listed pages are read. */
interface ListedSpace extends Pick<SiteSearchSpace, 'outline' | 'expanded'> {
  readonly content: Hash;
}

/** Reads the texts of pages that a site lists, without what conditions hide. */
export async function listedTexts(
  store: Pick<ContentStore, 'get'>,
  { content, outline, expanded }: ListedSpace,
  shows: (condition: string) => boolean,
  ids: Parameters<ReadableSpace['texts']>[0],
): ReturnType<ReadableSpace['texts']> {
  const listed = ids.filter((id) => outline.byId(id)?.listed === true);
  const stored = listed.filter((id) => !expanded.pages.has(id));
  const texts = new Map(await readTexts(store, content, stored, shows));
  for (const id of listed) {
    const generated = expanded.pages.get(id);
    if (generated !== undefined) texts.set(id, generated.markdown);
  }
  return texts;
}
