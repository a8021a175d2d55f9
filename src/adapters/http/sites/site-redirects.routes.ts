import * as z from 'zod';
import { getSiteRedirectBySource, type FoundRedirect } from '../../../application/sites/redirects/redirect-lookup.ts';
import {
  bulkUpsertSiteRedirects,
  createSiteRedirect,
  deleteSiteRedirectById,
  listSiteRedirects,
  MAX_BULK_REDIRECTS,
  updateSiteRedirectById,
} from '../../../application/sites/redirects/redirects.ts';
import type { RedirectResult } from '../../../application/sites/redirects/upsert-redirects.ts';
import { MAX_SOURCE_LENGTH } from '../../../domain/sites/redirect-source.ts';
import type { SiteRedirectState } from '../../../domain/sites/site-redirect.ts';
import { REDIRECT_ORDERS } from '../../../ports/sites/site-reads.ts';
import { idField, instant, serviceUrl, uri, webUrl } from '../kernel/fields.ts';
import { flag } from '../kernel/input.ts';
import { created, list, ok, present, removed, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

const internalDestinations = [
  z.object({ kind: z.literal('site-section'), siteSectionId: idField }),
  z.object({ kind: z.literal('site-space'), siteSpaceId: idField }),
  z.object({ kind: z.literal('site-page'), siteSpaceId: idField, pageId: idField }),
] as const;
const external = (url: typeof webUrl) => z.object({ kind: z.literal('external'), url });
const byPath = z.object({ kind: z.literal('path'), spaceId: idField, path: z.string().min(1).max(2048) }).meta({
  description:
    'Page by its path in a space; stored as a reference to the page. A path that is not the path of a page of the space is refused.',
});

const RedirectResource = resource(
  'SiteRedirect',
  z.object({
    object: z.literal('site-redirect'),
    id: z.string(),
    source: z.string(),
    destination: z.discriminatedUnion('kind', [...internalDestinations, external(webUrl)]),
    permanent: z.boolean(),
    captureWildcard: z.boolean(),
    draft: z.boolean(),
    createdAt: instant,
    updatedAt: instant.optional().meta({ description: 'Time of the last change; absent before the first.' }),
  }),
  ({ id, source, destination, permanent, captureWildcard, draft, createdAt, updatedAt }: SiteRedirectState) => ({
    ...present({ updatedAt }),
    object: 'site-redirect' as const,
    id,
    source,
    destination,
    permanent,
    captureWildcard,
    draft,
    createdAt,
  }),
);
const FoundResource = resource(
  'FoundSiteRedirect',
  z.object({ redirect: RedirectResource.schema, target: uri }),
  ({ redirect, target }: FoundRedirect, links) => ({ redirect: RedirectResource.present(redirect, links), target }),
);
const upsertStatus = z.enum(['created', 'updated', 'published']);
const namedRedirect = { source: z.string(), draft: z.boolean() };
const UpsertResource = resource(
  'SiteRedirectsUpsert',
  z.object({
    items: z
      .array(z.object({ status: upsertStatus, redirect: RedirectResource.schema }))
      .meta({ description: 'Redirects that were created, updated or published.' }),
    results: z
      .array(
        z.discriminatedUnion('status', [
          z.object({ status: upsertStatus, ...namedRedirect, id: z.string() }),
          z.object({ status: z.literal('deleted'), ...namedRedirect }),
          z.object({
            status: z.literal('error'),
            ...namedRedirect,
            error: z.string().meta({ description: 'Reason why the redirect was not changed.' }),
          }),
        ]),
      )
      .meta({ description: 'Results of all redirects, in the order of the request.' }),
  }),
  (results: readonly RedirectResult[], links) => ({
    items: results.flatMap((one) =>
      'redirect' in one ? [{ status: one.status, redirect: RedirectResource.present(one.redirect, links) }] : [],
    ),
    results: results.map((one) => {
      if (!('redirect' in one)) return one;
      const { source, draft, id } = one.redirect;
      return { status: one.status, source, draft, id };
    }),
  }),
);

const source = z.string().min(1).max(MAX_SOURCE_LENGTH).meta({
  description:
    'Path of the site, which must be a path such as /old/page, percent-encoded, that may end in *: all paths with that prefix.',
});
const destination = z.discriminatedUnion('kind', [...internalDestinations, external(serviceUrl), byPath]);
const settings = {
  permanent: z.boolean().optional().meta({
    description:
      'Whether browsers and search engines may cache the redirect. A new redirect may by default; with `Quire-Version: 2`, it may not.',
  }),
  captureWildcard: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the part matched by * is appended to the destination.' }),
  draft: z.boolean().optional().meta({ description: 'Whether the redirect is inactive.' }),
};
const newRedirect = z.object({ source, destination, ...settings });
const bulkRedirect = z.object({
  source,
  intent: z
    .enum(['live', 'draft', 'publish'])
    .optional()
    .meta({
      description: [
        'Redirect that is meant: the `live` one by default, or the `draft`. `publish` makes the draft live in place of a live',
        'redirect; a source that has no draft to publish is refused.',
      ].join(' '),
    }),
  destination: destination.nullable().optional().meta({
    description: 'Null deletes the redirect. The destination is required, but must be omitted to publish a draft.',
  }),
  ...settings,
  draft: z
    .boolean()
    .optional()
    .meta({ description: 'The same as the intent `draft` or `live`; must be omitted beside intent.' }),
});

const SITE = '/v1/orgs/:organizationId/sites/:siteId';

export const siteRedirectRoutes = tagged('Sites', [
  route(`GET ${SITE}/redirects`, listSiteRedirects, {
    summary: 'List the redirects of a site',
    query: {
      draft: flag().optional().meta({
        description:
          'Whether only drafts, or only live redirects, are listed. All are by default; with `Quire-Version: 2`, the live ones.',
      }),
      search: z.string().min(1).max(MAX_SOURCE_LENGTH).optional().meta({ description: 'Text within the source.' }),
      orderBy: z.enum(REDIRECT_ORDERS).default('createdAt').meta({
        description: 'Order: the oldest first, the latest changed first with `updatedAt`, or by source.',
      }),
    },
    version2: { query: { draft: flag().default(false) } },
    paged: true,
    returns: list(RedirectResource),
  }),
  route(`POST ${SITE}/redirects`, createSiteRedirect, {
    summary: 'Create a redirect',
    body: newRedirect,
    version2: { body: newRedirect.extend({ permanent: z.boolean().default(false) }) },
    returns: created(RedirectResource),
  }),
  route(`PUT ${SITE}/redirects`, bulkUpsertSiteRedirects, {
    summary: 'Create and change redirects in bulk',
    body: z.object({ redirects: z.array(bulkRedirect).min(1).max(MAX_BULK_REDIRECTS) }),
    returns: ok(UpsertResource),
  }),
  route(`PATCH ${SITE}/redirects/:siteRedirectId`, updateSiteRedirectById, {
    summary: 'Update a redirect',
    body: z.object({ source: source.optional(), destination: destination.optional(), ...settings }),
    returns: ok(RedirectResource),
  }),
  route(`DELETE ${SITE}/redirects/:siteRedirectId`, deleteSiteRedirectById, {
    summary: 'Delete a redirect',
    returns: removed,
  }),
  route(`GET ${SITE}/redirect`, getSiteRedirectBySource, {
    summary: 'Get a redirect by its source',
    query: { source, shareKey: z.string().max(512).optional() },
    returns: ok(FoundResource),
  }),
]);
