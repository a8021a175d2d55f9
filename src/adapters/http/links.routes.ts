import * as z from 'zod';
import {
  listChangeRequestFileBacklinks,
  listChangeRequestPageBacklinks,
  listSpaceFileBacklinks,
  listSpacePageBacklinks,
} from '../../application/links/list-backlinks.ts';
import {
  BROKEN_CONTEXTS,
  listChangeRequestLinks,
  listPageLinksInChangeRequest,
  listPageLinksInSpace,
  listSpaceLinks,
} from '../../application/links/list-links.ts';
import type { LinkScene, LinksView, LinkView, LocationView } from '../../application/links/link-views.ts';
import { REVISION_TYPES } from '../../domain/content/revision.ts';
import { LINK_STATUSES } from '../../ports/links.ts';
import { ChangeRequestResource } from './change-requests/change-request-resource.ts';
import { answeredType } from './content/content.routes.ts';
import { FileResource, PageSchema, presentPage, ReusableContentResource, tags } from './content/content-resources.ts';
import { instant, uri } from './kernel/fields.ts';
import type { Links } from './kernel/links.ts';
import { list, resource, type Reply } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';
import { OrganizationResource } from './organizations.routes.ts';
import { SpaceResource } from './spaces.routes.ts';

const ofRevision = (what: string) =>
  z.array(z.never()).meta({ description: `Always empty: get the ${what} of the revision by its ID.` });
const revision = z
  .object({
    object: z.literal('revision'),
    id: z.string(),
    type: z.enum(REVISION_TYPES),
    parents: z.array(z.string()),
    pages: ofRevision('pages'),
    files: ofRevision('files'),
    reusableContents: ofRevision('reusable contents'),
    tags,
    createdAt: instant,
    mergedFrom: ChangeRequestResource.schema.optional(),
    urls: z.object({ app: uri }),
  })
  .meta({ description: 'Inspected revision, without its content.' });
const versionContext = z.union([
  z.object({ type: z.literal('revision'), revision }),
  z.object({ type: z.literal('changeRequest'), changeRequest: ChangeRequestResource.schema }),
]);
const place = { organization: OrganizationResource.schema, space: SpaceResource.schema, versionContext };

const PageLocation = z.object({
  kind: z.literal('page'),
  ...place,
  page: PageSchema.meta({ description: 'Page, without its text and subpages.' }),
  internalLocation: z.object({ type: z.literal('anchor'), anchor: z.string() }).optional(),
  file: FileResource.schema.optional().meta({ description: 'Linked file, in a list of the backlinks of a file.' }),
});
const location = z.union([
  PageLocation,
  z.object({ kind: z.literal('file'), ...place, file: FileResource.schema }),
  z.object({ kind: z.literal('reusable-content'), ...place, reusableContent: ReusableContentResource.schema }),
  z.object({
    kind: z.literal('url'),
    url: z.string().meta({ description: 'URL; for a broken link, the written target relative to the root.' }),
  }),
]);

const ContentLocationResource = resource(
  'ContentLocation',
  location,
  (view: LocationView, links): z.input<typeof location> => {
    switch (view.kind) {
      case 'url':
        return { kind: 'url', url: view.url };
      case 'app':
        return { kind: 'url', url: links.at(`/app${view.path}`) };
      case 'page': {
        const { scene, node, anchor, file } = view;
        return {
          kind: 'page',
          ...presentScene(scene, links),
          page: presentPage(node, { place: scene.place, metadata: true }, links),
          ...(anchor !== undefined && { internalLocation: { type: 'anchor' as const, anchor } }),
          ...(file && { file: FileResource.present(file, links) }),
        };
      }
      case 'file':
        return { kind: 'file', ...presentScene(view.scene, links), file: FileResource.present(view.file, links) };
      case 'reusable-content':
        return {
          kind: 'reusable-content',
          ...presentScene(view.scene, links),
          reusableContent: ReusableContentResource.present({ content: view.content, metadata: true }, links),
        };
    }
  },
);

type Scene = { [K in keyof typeof place]: z.input<(typeof place)[K]> };
const presented = new WeakMap<LinkScene, Scene>();

/** Presents the context of links; caches it for all links that share it. */
function presentScene(scene: LinkScene, links: Links): Scene {
  const known = presented.get(scene);
  if (known !== undefined) return known;
  const {
    organization,
    space,
    version,
    place: { spaceId },
  } = scene;
  const shown: Scene = {
    organization: OrganizationResource.present(organization, links),
    space: SpaceResource.present(space, links),
    versionContext:
      'changeRequest' in version
        ? { type: 'changeRequest', changeRequest: ChangeRequestResource.present(version.changeRequest, links) }
        : { type: 'revision', revision: presentRevision(version, spaceId, links) },
  };
  presented.set(scene, shown);
  return shown;
}

const presentRevision = (
  {
    revision: { id, type, parents, createdAt },
    mergedFrom,
  }: Extract<LinkScene['version'], { readonly revision: unknown }>,
  spaceId: string,
  links: Links,
): z.input<typeof revision> => ({
  object: 'revision',
  id,
  type: answeredType(type, mergedFrom !== undefined),
  parents: [...parents],
  pages: [],
  files: [],
  reusableContents: [],
  tags: [],
  createdAt,
  ...(mergedFrom && { mergedFrom: ChangeRequestResource.present(mergedFrom, links) }),
  urls: { app: links.app('spaces', spaceId, 'revisions', id) },
});

const PageLinkResource = resource(
  'PageLink',
  z.object({
    status: z.enum(LINK_STATUSES).meta({
      description: '`broken`: the page, file or heading does not exist. `in-app`: a URL of this instance.',
    }),
    relation: z
      .enum(['reference', 'dependsOn'])
      .meta({ description: 'Kind of the link; `dependsOn` for included content.' }),
    targetReference: ContentLocationResource.schema.optional(),
    locationReferences: z.array(ContentLocationResource.schema).meta({
      description:
        'First 20 pages and reusable contents with this link, by ID; all of them are backlinks of the target.',
    }),
  }),
  ({ status, relation, target, locations }: LinkView, links) => ({
    status,
    relation,
    targetReference: ContentLocationResource.present(target, links),
    locationReferences: locations.map((one) => ContentLocationResource.present(one, links)),
  }),
);

const stats = z
  .object({
    total: z.number().int().meta({ description: 'Number of links of any status.' }),
    broken: z.object({
      total: z.number().int(),
      changeRequest: z.number().int().optional().meta({ description: 'Number of links broken by the change request.' }),
    }),
  })
  .meta({ id: 'LinkStats' });

const linkList: Reply<LinksView> = {
  statuses: {
    200: {
      description: 'One page of the list',
      schema: z.object({
        items: z.array(PageLinkResource.schema),
        next: z.object({ page: z.string() }).optional(),
        count: z.number().int(),
        stats,
      }),
    },
  },
  answer: ({ stats, ...page }, links) => {
    const { status, body } = list(PageLinkResource).answer(page, links);
    return { status, body: { ...(body as object), stats } };
  },
};

const filter = { status: z.enum(LINK_STATUSES).optional().meta({ description: 'Status of the links.' }) };
const brokenContext = z
  .enum(BROKEN_CONTEXTS)
  .optional()
  .meta({ description: 'Origin of the broken links: the change request, or the space.' });
const backlinks = list(ContentLocationResource);

export const linkRoutes = tagged('Links', [
  route('GET /v1/spaces/:spaceId/links', listSpaceLinks, {
    summary: 'List the links in a space',
    query: filter,
    paged: true,
    returns: linkList,
  }),
  route('GET /v1/spaces/:spaceId/content/page/:pageId/links', listPageLinksInSpace, {
    summary: 'List the links on a page',
    query: filter,
    paged: true,
    returns: linkList,
  }),
  route('GET /v1/spaces/:spaceId/content/page/:pageId/backlinks', listSpacePageBacklinks, {
    summary: 'List the backlinks of a page',
    paged: true,
    returns: backlinks,
  }),
  route('GET /v1/spaces/:spaceId/content/files/:fileId/backlinks', listSpaceFileBacklinks, {
    summary: 'List the backlinks of a file',
    paged: true,
    returns: backlinks,
  }),

  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/links', listChangeRequestLinks, {
    summary: 'List the links in a change request',
    query: { ...filter, brokenContext },
    paged: true,
    returns: linkList,
  }),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/links',
    listPageLinksInChangeRequest,
    {
      summary: 'List the links on a page of a change request',
      query: filter,
      paged: true,
      returns: linkList,
    },
  ),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/backlinks',
    listChangeRequestPageBacklinks,
    {
      summary: 'List the backlinks of a page in a change request',
      paged: true,
      returns: backlinks,
    },
  ),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId/backlinks',
    listChangeRequestFileBacklinks,
    {
      summary: 'List the backlinks of a file in a change request',
      paged: true,
      returns: backlinks,
    },
  ),
]);
