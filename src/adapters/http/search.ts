import { z } from 'zod';
import { searchOrganizationContent, searchSpaceContent } from '../../application/search/search-content.ts';
import type { FoundPageView, FoundSpaceView } from '../../application/search/search-views.ts';
import { idParam, uri } from './fields.ts';
import { list, resource } from './kernel/reply.ts';
import { route } from './kernel/route.ts';

const urls = z.object({ app: uri });
const section = z.object({ id: z.string(), title: z.string(), path: z.string(), body: z.string(), urls });

const SpaceSearchItem = resource(
  'SpaceSearchItem',
  z.object({ id: z.string(), title: z.string(), path: z.string(), sections: z.array(section), urls }),
  ({ spaceId, page, path, sections }: FoundPageView, links) => {
    const app = links.app('spaces', spaceId, 'pages', page.id);
    return {
      id: page.id,
      title: page.title,
      path,
      sections: sections.map(({ anchor, title, excerpt }) => {
        const hash = anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`;
        return { id: anchor ?? page.id, title: anchor === undefined ? page.title : title, path: path + hash, body: excerpt, urls: { app: app + hash } };
      }),
      urls: { app },
    };
  },
);

const OrganizationSearchItem = resource(
  'OrganizationSearchItem',
  z.object({ id: z.string(), title: z.string(), pages: z.array(SpaceSearchItem.schema) }),
  ({ spaceId, title, pages }: FoundSpaceView, links) => ({ id: spaceId, title, pages: pages.map((page) => SpaceSearchItem.present(page, links)) }),
);

const tag = 'Search';
const searching = {
  query: z.string().max(512).meta({ description: 'Words, the last of which may be the beginning of one; "words in quotes" stand together.' }),
};

export const searchRoutes = [
  route('GET /v1/spaces/:spaceId/search', searchSpaceContent, { summary: 'Search a space', tag, path: { spaceId: idParam }, query: searching, paged: true, returns: list(SpaceSearchItem) }),
  route('GET /v1/orgs/:organizationId/search', searchOrganizationContent, { summary: 'Search all spaces of an organization', tag, path: { organizationId: idParam }, query: searching, paged: true, returns: list(OrganizationSearchItem) }),
];
