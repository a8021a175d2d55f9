import * as z from 'zod';
import { getContentByUrl, type UrlContent } from '../../../application/content/urls/content-by-url.ts';
import {
  getPublishedContentByUrl,
  resolvePublishedContentByUrl,
  type PublishedUrlContent,
} from '../../../application/content/urls/published-by-url.ts';
import { getEmbedByUrl, getEmbedByUrlInSpace } from '../../../application/content/urls/embeds.ts';
import type { Embed } from '../../../ports/content/embeds.ts';
import { ChangeRequestResource } from '../change-requests/change-request-resource.ts';
import { CollectionResource } from '../collections.routes.ts';
import { PageResource, PageSchema } from './content-resources.ts';
import { uri, webUrl } from '../kernel/fields.ts';
import { flag } from '../kernel/input.ts';
import { ok, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';
import { SpaceResource } from '../spaces.routes.ts';

const ContentOfUrlResource = resource(
  'ContentOfUrl',
  z.union([
    z.object({ collection: CollectionResource.schema }),
    z.object({
      space: SpaceResource.schema,
      changeRequest: ChangeRequestResource.schema.optional(),
      page: PageSchema.optional(),
    }),
  ]),
  (found: UrlContent, allLinks) => {
    if ('collection' in found) return { collection: CollectionResource.present(found.collection, allLinks) };
    const { space, changeRequest, page, guest } = found;
    const links = guest === undefined ? allLinks : allLinks.forGuest(guest);
    return {
      space: SpaceResource.present(space, links),
      ...(changeRequest && { changeRequest: ChangeRequestResource.present(changeRequest, links) }),
      ...(page && { page: PageResource.present(page, links) as z.input<typeof PageSchema> }),
    };
  },
);

const PublishedOfUrlResource = resource(
  'PublishedSiteContentLookup',
  z.union([
    z.object({ target: z.enum(['application', 'content']), redirect: uri }),
    z.object({
      target: z.literal('external'),
      site: z.string().meta({ description: 'ID of the resolved site.' }),
      redirect: uri,
    }),
    z.object({
      organization: z.string(),
      site: z.string(),
      siteSection: z.string().optional(),
      siteSpace: z.string(),
      space: z.string(),
      pathname: z.string().meta({ description: 'Path within the space, of a page or of none.' }),
      basePath: z.string().meta({ description: 'Part of the URL path up to the space.' }),
      siteBasePath: z.string().meta({ description: 'Part of the URL path up to the site.' }),
      shareKey: z.string().optional(),
      complete: z.boolean().meta({ description: 'Whether the resolved path is complete.' }),
      contextId: z.string().optional().meta({
        description: 'Digest of the claims that a site adapts to; equal for visitors who see the same.',
      }),
      canonicalUrl: uri,
      apiToken: z.string().meta({
        description: 'JSON Web Token that reads the content of the site as the visitor sees it, for about an hour.',
      }),
    }),
  ]),
  (found: PublishedUrlContent) => found,
);

const EmbedResource = resource(
  'Embed',
  z.object({
    type: z.literal('link'),
    title: z.string().meta({ description: 'Title of the page, or the last part of its path.' }),
    site: z.string().meta({ description: 'Name of the site, or its hostname.' }),
    description: z.string().optional(),
    icon: uri.optional().meta({ description: "URL of the site's icon." }),
    image: uri.optional().meta({ description: "URL of the page's picture." }),
  }),
  (embed: Embed) => ({ type: 'link' as const, ...embed }),
);

const visitor = z.object({
  type: z.enum(['human', 'agent']).optional(),
  jwtToken: z.string().max(3500).optional(),
  unsignedClaims: z.record(z.string(), z.unknown()).optional(),
});

export const urlRoutes = tagged('URLs', [
  route('GET /v1/urls/content', getContentByUrl, {
    summary: 'Get the content at a URL',
    query: { url: webUrl },
    returns: ok(ContentOfUrlResource),
  }),
  route('GET /v1/urls/published', getPublishedContentByUrl, {
    summary: 'Get the published content at a URL',
    query: {
      url: webUrl,
      visitorAuthToken: z.string().max(3500).optional(),
      redirectOnError: flag().default(false),
    },
    deprecated: true,
    returns: ok(PublishedOfUrlResource),
  }),
  route('POST /v1/urls/published', resolvePublishedContentByUrl, {
    summary: 'Resolve the published content at a URL',
    body: z.object({ url: webUrl, redirectOnError: z.boolean().optional(), visitor: visitor.optional() }),
    returns: ok(PublishedOfUrlResource),
  }),
  route('GET /v1/urls/embed', getEmbedByUrl, {
    summary: 'Get a preview of a web page',
    cost: 'search',
    query: { url: webUrl },
    returns: ok(EmbedResource),
  }),
  route('GET /v1/spaces/:spaceId/embed', getEmbedByUrlInSpace, {
    summary: 'Get a preview of a web page for a space',
    cost: 'search',
    query: { url: webUrl },
    returns: ok(EmbedResource),
  }),
]);
