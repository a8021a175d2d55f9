import * as z from 'zod';
import { prewarmSiteSearch, searchSiteContent } from '../../application/sites/site-search.ts';
import { searchOrganizationContent, searchSpaceContent } from '../../application/search/search-content.ts';
import type { SearchResults, FoundSpaceView, RankedPageView } from '../../application/search/search-views.ts';
import { MAX_SITE_SPACES } from '../../domain/sites/structure/site-structure.ts';
import { idField, uri } from './kernel/fields.ts';
import { list, noContent, resource, type Reply, type Resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

const urls = z.object({ app: uri });
const relevance = z.number().meta({ description: 'Relevance; higher is better, without a maximum.' });
const section = z.object({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  score: relevance,
  body: z.string(),
  urls,
});
/** Scores of pages are integers, which cursors hold exactly. */
const SCORE_UNIT = 10_000;

const SpaceSearchItem = resource(
  'SpaceSearchItem',
  z.object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    path: z.string(),
    score: relevance,
    rank: z.number().int().min(1).meta({ description: 'Position of the page in the list of all results.' }),
    ancestors: z
      .array(z.object({ title: z.string() }))
      .meta({ description: 'Pages above the page, from the top down.' }),
    sections: z.array(section),
    urls,
  }),
  ({ spaceId, page, path, sections, score, rank, ancestors }: RankedPageView, links) => {
    const app = links.app('spaces', spaceId, 'pages', page.id);
    return {
      id: page.id,
      title: page.title,
      description: page.description ?? '',
      path,
      score: score / SCORE_UNIT,
      rank,
      ancestors: ancestors.map((title) => ({ title })),
      sections: sections.map(({ anchor, title, excerpt, score: hits }) => {
        const hash = anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`;
        return {
          id: anchor ?? page.id,
          title: anchor === undefined ? page.title : title,
          path: path + hash,
          score: hits,
          body: excerpt,
          urls: { app: app + hash },
        };
      }),
      urls: { app },
    };
  },
);

const OrganizationSearchItem = resource(
  'OrganizationSearchItem',
  z.object({
    type: z.literal('space'),
    id: z.string(),
    title: z.string(),
    score: relevance,
    pages: z.array(SpaceSearchItem.schema),
  }),
  ({ spaceId, title, score, pages }: FoundSpaceView<RankedPageView>, links) => ({
    type: 'space' as const,
    id: spaceId,
    title,
    score: score / SCORE_UNIT,
    pages: pages.map((page) => SpaceSearchItem.present(page, links)),
  }),
);

const incomplete = z.literal(true).optional().meta({
  description:
    'Extension: marker of incomplete results, while the pages of a large import or copy are being indexed, or when more pages contain the words than are compared.',
});

/** Reply with search results that tells whether there may be more. */
function searchResults<Output>(of: Resource<Output>): Reply<SearchResults<Output>> {
  const { statuses, answer } = list(of);
  const status = statuses[200]!;
  return {
    statuses: { 200: { ...status, schema: (status.schema as z.ZodObject).extend({ incomplete }) } },
    answer: (part, links) => {
      const { status: code, body } = answer(part, links);
      return { status: code, body: { ...(body as object), ...(part.isIncomplete && { incomplete: true }) } };
    },
  };
}

const searchBody = {
  query: z
    .string()
    .max(512)
    .meta({ description: 'Search words, the last of which can be a prefix; "words in quotes" match as a phrase.' }),
};

const some = z.array(idField).max(MAX_SITE_SPACES);
/** Schema of the site spaces that a search or a question is about. */
export const searchScope = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('default'),
    includedSiteSpaces: some
      .optional()
      .meta({ description: 'Site spaces searched besides the default space of each section or of the site.' }),
    currentSiteSpace: idField.optional().meta({ description: 'Site space that the reader is in; it is searched too.' }),
    restrictTo: z
      .enum(['currentSiteSpace', 'otherSiteSpaces'])
      .optional()
      .meta({ description: 'Part of the default scope to search; `currentSiteSpace` is required with `restrictTo`.' }),
  }),
  z.object({ mode: z.literal('specific'), siteSpaceIds: some.min(1) }),
  z.object({ mode: z.literal('all') }),
]);

export const searchRoutes = tagged('Search', [
  route('GET /v1/spaces/:spaceId/search', searchSpaceContent, {
    summary: 'Search a space',
    cost: 'search',
    query: searchBody,
    paged: true,
    returns: searchResults(SpaceSearchItem),
  }),
  route('GET /v1/orgs/:organizationId/search', searchOrganizationContent, {
    summary: 'Search all spaces of an organization',
    cost: 'search',
    query: searchBody,
    paged: true,
    returns: searchResults(OrganizationSearchItem),
  }),
  route('POST /v1/orgs/:organizationId/sites/:siteId/search', searchSiteContent, {
    summary: 'Search a site as a visitor',
    cost: 'search',
    body: z.object({
      ...searchBody,
      scope: searchScope.optional().meta({ description: 'Site spaces to search; required without a deprecated form.' }),
      mode: z
        .enum(['specific', 'current', 'all'])
        .optional()
        .meta({ deprecated: true, description: 'Use `scope`. It must be omitted with `scope`.' }),
      siteSpaceIds: some
        .min(1)
        .optional()
        .meta({
          deprecated: true,
          description: [
            'Use `scope`. It must be omitted with `scope`, must be omitted with `mode: all`,',
            'and must be omitted with `mode: current`.',
          ].join(' '),
        }),
      siteSpaceId: idField.optional().meta({
        deprecated: true,
        description: [
          'Use `scope`. It must be omitted with `scope`, must be omitted with `mode: all`,',
          'must be omitted with `siteSpaceIds`, and is used with `mode: current`.',
        ].join(' '),
      }),
    }),
    paged: true,
    returns: searchResults(OrganizationSearchItem),
  }),
  route('POST /v1/orgs/:organizationId/sites/:siteId/search/prewarm', prewarmSiteSearch, {
    summary: 'Prepare a site for searches',
    cost: 'search',
    returns: noContent,
  }),
]);
