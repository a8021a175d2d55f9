import * as z from 'zod';
import { getPublishedContentSite, type PublishedProfile } from '../../../application/sites/published-profile.ts';
import type { SiteView } from '../../../application/sites/site-views.ts';
import {
  createSite,
  deleteSiteById,
  getSiteById,
  listSites,
  publishSite,
  unpublishSite,
  updateSiteById,
} from '../../../application/sites/sites.ts';
import { isAllowed, type Permission } from '../../../domain/permissions/policy.ts';
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '../../../domain/sites/site-names.ts';
import { MAX_SITE_SPACES } from '../../../domain/sites/structure/site-structure.ts';
import { AGENTS_CONTEXTS, isPubliclyReadable, SITE_TYPES, SITE_VISIBILITIES } from '../../../domain/sites/site.ts';
import { defaultLevel, idField, instant, uri, visibleTitle } from '../kernel/fields.ts';
import { flag, many } from '../kernel/input.ts';
import { created, list, ok, present, removed, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';
import { CustomizationResource, favicon } from './site-customization.routes.ts';
import { StructureResource } from './site-structure.routes.ts';

const siteType = z.enum(SITE_TYPES);
const visibility = z.enum(SITE_VISIBILITIES);
const agentsContext = z.enum(AGENTS_CONTEXTS);

/** Features of published sites. */
const FEATURES = [
  'sites-public-visibility',
  'sites-unlisted-visibility',
  'sites-share-links',
  'sites-visitor-authentication',
  'sites-adaptive-content',
  'sites-sections',
  'sites-multivariant-site',
  'sites-seo',
  'sites-basic-customization',
  'sites-advanced-customization',
  'sites-full-text-search',
  'sites-redirects',
  'sites-custom-domain',
  'sites-custom-subdirectory',
] as const;
const CUSTOMIZING = 'sites-advanced-customization' satisfies (typeof FEATURES)[number];
const CUSTOMIZATIONS = [
  'header-logo',
  'theme-preset',
  'footer-logo',
  'footer-links',
  'footer-copyright',
  'semantic-colors',
] as const;

const SiteResource = resource(
  'Site',
  z.object({
    object: z.literal('site'),
    id: z.string(),
    type: siteType,
    appliedType: siteType.meta({ description: 'Type that is in effect; sites are not frozen, so that it is `type`.' }),
    title: z.string(),
    icon: favicon.optional().meta({ description: 'Icon shown by browsers, from the customization.' }),
    hostname: z.string().optional().meta({
      description: 'Claimed hostname; readers reach the site at a proven hostname (`…/hostname`).',
    }),
    basename: z.string().optional(),
    proxy: z
      .object({ origin: z.string(), target: z.string() })
      .optional()
      .meta({ description: 'Host and path at which another server serves the site, and the target of that server.' }),
    visibility,
    defaultLevel: defaultLevel.meta({
      description:
        'Level of members on the site: that of the organization; members with a grant may have a higher one.',
    }),
    published: z.boolean(),
    siteSpaces: z.number().int(),
    createdAt: instant,
    adaptiveContent: z.object({ enabled: z.boolean() }).optional(),
    ads: z.object({ status: z.literal('pending'), submittable: z.literal(false) }),
    agentsContext,
    features: z.array(
      z.object({
        id: z.enum(FEATURES),
        plan: siteType,
        frozen: z.boolean(),
        customizations: z.array(z.enum(CUSTOMIZATIONS)).optional(),
      }),
    ),
    urls: z.object({
      location: uri,
      app: uri,
      published: uri.optional(),
      preview: uri.meta({ description: 'URL of the app at which members see the site, published or not.' }),
    }),
    permissions: z.object({
      view: z.boolean(),
      access: z.boolean(),
      edit: z.boolean(),
      create: z.boolean(),
      admin: z.boolean(),
      installIntegration: z.literal(false),
      viewAdaptiveSchema: z.boolean(),
      editAdaptiveSchema: z.boolean(),
      viewInsights: z.boolean(),
    }),
  }),
  ({ state, siteSpaces, level, icon, shared }: SiteView, links) => {
    const may = (permission: Permission) => isAllowed(permission, { level, member: true, operator: false });
    const { id, organizationId, type, title, hostname, basename, proxy, published, createdAt } = state;
    return {
      ...present({
        icon,
        hostname,
        proxy: proxy === null ? null : { origin: proxy, target: links.proxyTarget(state) },
      }),
      object: 'site' as const,
      id,
      type,
      appliedType: type,
      title,
      basename,
      visibility: state.visibility,
      defaultLevel: 'inherit' as const,
      published,
      siteSpaces,
      createdAt,
      adaptiveContent: { enabled: state.adaptiveContent },
      // Sites show no ads, so nothing can be submitted for review.
      ads: { status: 'pending' as const, submittable: false as const },
      agentsContext: state.agentsContext,
      features: FEATURES.map((feature) => ({
        id: feature,
        plan: type,
        frozen: false,
        ...(feature === CUSTOMIZING && { customizations: [...CUSTOMIZATIONS] }),
      })),
      urls: {
        location: links.api('orgs', organizationId, 'sites', id),
        app: links.app('orgs', organizationId, 'sites', id),
        preview: links.app('orgs', organizationId, 'sites', id),
        ...((isPubliclyReadable(state) || shared !== undefined) && {
          published: links.site(state, isPubliclyReadable(state) ? '' : shared),
        }),
      },
      permissions: {
        view: may('site:view'),
        access: may('site:view'),
        edit: may('site:manage'),
        create: may('site:manage'),
        admin: may('site:manage'),
        installIntegration: false as const,
        viewAdaptiveSchema: may('site:view'),
        editAdaptiveSchema: may('site:manage'),
        viewInsights: may('insights:view'),
      },
    };
  },
);

const PublishedSiteResource = resource(
  'PublishedSite',
  z.object({
    object: z.literal('published-content-site'),
    site: SiteResource.schema.extend({
      ads: z.object({ status: z.literal('disabled'), topic: z.literal('webdev'), zoneId: z.literal('') }),
    }),
    structure: StructureResource.schema,
    customizations: z.object({
      site: CustomizationResource.schema,
      siteSpaces: z.record(z.string(), CustomizationResource.schema),
    }),
    scripts: z.array(z.object({ script: uri, contentSecurityPolicy: z.string().optional(), cookies: z.boolean() })),
  }),
  ({ site, structure, customizations }: PublishedProfile, links) => {
    return {
      object: 'published-content-site' as const,
      // Renderers show no ads where they are disabled.
      site: {
        ...SiteResource.present(site, links),
        ads: { status: 'disabled' as const, topic: 'webdev' as const, zoneId: '' as const },
      },
      structure: StructureResource.present(structure, links),
      customizations: {
        site: CustomizationResource.present(customizations.site, links),
        siteSpaces: Object.fromEntries(
          structure.siteSpaces.map(({ siteSpace: { id } }) => [
            id,
            CustomizationResource.present(customizations.siteSpaces.get(id) ?? customizations.site, links),
          ]),
        ),
      },
      scripts: [],
    };
  },
);

/** Key of a share link; ignored if it grants no access to this site. */
const shareKey = { shareKey: z.string().max(512).optional() };

const title = visibleTitle(2, 128);
const name = z.string().min(1).max(MAX_NAME_LENGTH);
const newSite = z.object({
  type: siteType.optional(),
  title: title.optional(),
  visibility: visibility.optional(),
  spaces: z.union([z.array(idField).max(MAX_SITE_SPACES), z.enum(['sample', 'empty'])]).optional(),
});
const address = z.string().max(MAX_ADDRESS_LENGTH).nullable().optional();
const siteChange = z.object({
  title: title.optional(),
  visibility: visibility.optional(),
  basename: name.optional().meta({
    description: 'Last part of the address of the site; may contain only a-z, 0-9 and, except at the ends, . _ -',
  }),
  hostname: address.meta({
    description: 'Extension: hostname of the site; null releases the hostname.',
  }),
  proxy: address.meta({
    description:
      'Host and path at which another server serves the site, such as `example.org/docs`; null removes the proxy.',
  }),
  adaptiveContent: z.object({ enabled: z.boolean() }).optional(),
  agentsContext: agentsContext.optional(),
  defaultSiteSpace: idField.optional(),
  defaultSiteSection: idField.optional(),
});
const filters = {
  space: z.string().min(1).max(100).optional(),
  title: z.string().max(128).optional(),
  published: flag().optional(),
  type: many(siteType).optional(),
};

const SITE = '/v1/orgs/:organizationId/sites/:siteId';

export const siteRoutes = tagged('Sites', [
  route('GET /v1/orgs/:organizationId/sites', listSites, {
    summary: 'List the sites of an organization',
    query: filters,
    paged: true,
    returns: list(SiteResource),
  }),
  route('POST /v1/orgs/:organizationId/sites', createSite, {
    summary: 'Create a site',
    body: newSite,
    returns: created(SiteResource),
  }),
  route(`GET ${SITE}`, getSiteById, { summary: 'Get a site', returns: ok(SiteResource) }),
  route(`PATCH ${SITE}`, updateSiteById, {
    summary: 'Update a site',
    body: siteChange,
    returns: ok(SiteResource),
  }),
  route(`DELETE ${SITE}`, deleteSiteById, {
    summary: 'Delete a site',
    returns: removed,
  }),
  route(`POST ${SITE}/publish`, publishSite, {
    summary: 'Publish a site',
    returns: ok(SiteResource),
  }),
  route(`POST ${SITE}/unpublish`, unpublishSite, {
    summary: 'Unpublish a site',
    returns: ok(SiteResource),
  }),
  route(`GET ${SITE}/published`, getPublishedContentSite, {
    summary: 'Get the published content of a site',
    query: shareKey,
    returns: ok(PublishedSiteResource),
  }),
]);
