import * as z from 'zod';
import {
  getSiteAdaptiveSchema,
  listSiteAdaptiveTemplateConditions,
  updateSiteAdaptiveSchema,
} from '../../../application/sites/audience/adaptive-schema.ts';
import {
  getSitePublishingAuthById,
  regenerateSitePublishingAuthById,
  updateSitePublishingAuthById,
  type PublishingAuthView,
} from '../../../application/sites/audience/publishing-auth.ts';
import {
  getSitePublishingPreviewById,
  MAX_PREVIEW_CLAIMS_LENGTH,
} from '../../../application/sites/audience/publishing-preview.ts';
import {
  createSiteShareLink,
  deleteSiteShareLinkById,
  listSiteShareLinks,
  updateSiteShareLinkById,
  type ShareLinkView,
} from '../../../application/sites/audience/share-links.ts';
import { isObject } from '../../../domain/kernel/is-object.ts';
import type { AdaptiveSchemaState } from '../../../domain/sites/audience/adaptive-schema.ts';
import { shareLinkRoot } from '../../../domain/sites/audience/audience-paths.ts';
import {
  JSON_SCHEMA_DRAFT,
  MAX_CLAIM_VALUES,
  UNSIGNED_DESCRIPTION,
  type ClaimSchema,
  type VisitorSchema,
} from '../../../domain/sites/audience/claim-schema.ts';
import { MAX_FALLBACK_URL_LENGTH } from '../../../domain/sites/audience/publishing-auth.ts';
import { MAX_SHARE_LINK_NAME_LENGTH } from '../../../domain/sites/audience/share-link.ts';
import type { TemplateCondition } from '../../../domain/sites/audience/template-conditions.ts';
import { idField, instant, uri, webUrl } from '../kernel/fields.ts';
import { flag } from '../kernel/input.ts';
import { created, list, ok, present, removed, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';
import { parseRison } from './rison.ts';

/** Schema of a query parameter with an object as Rison or as JSON. */
const risonObject = z
  .string()
  .max(4 * MAX_PREVIEW_CLAIMS_LENGTH)
  .transform((text, context) => {
    const value = text.startsWith('{') ? parseJson(text) : parseRison(text);
    if (isObject(value)) return value;
    context.addIssue({ code: 'custom', message: 'must be an object as Rison, such as (plan:pro,staff:!t)' });
    return z.NEVER;
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const shareLinkName = z.string().max(MAX_SHARE_LINK_NAME_LENGTH);

const ShareLinkResource = resource(
  'ShareLink',
  z.object({
    object: z.literal('share-link'),
    id: z.string(),
    name: shareLinkName,
    active: z.boolean(),
    createdAt: instant,
    urls: z.object({
      published: uri
        .optional()
        .meta({ description: 'URL of the site with this share link; absent while the link is inactive.' }),
    }),
  }),
  ({ site, link: { id, name, active, createdAt }, key }: ShareLinkView, links) => {
    const opens = active && site.published && site.visibility === 'share-link' && key !== undefined;
    return {
      object: 'share-link' as const,
      id,
      name,
      active,
      createdAt,
      urls: { ...(opens && { published: links.site(site, shareLinkRoot(key)) }) },
    };
  },
);

const PublishingAuthResource = resource(
  'PublishingAuth',
  z.object({
    object: z.literal('publishing-auth'),
    privateKey: z.string().meta({
      description: 'Secret for signing visitor tokens: JSON Web Tokens, HS256, with an `exp` claim.',
    }),
    fallbackURL: uri.optional().meta({
      description:
        'URL to which visitors without a token are redirected; `location` contains the requested path of the site.',
    }),
    backend: z.literal('custom'),
  }),
  ({ auth: { fallbackURL }, privateKey }: PublishingAuthView) => ({
    object: 'publishing-auth' as const,
    privateKey,
    ...present({ fallbackURL }),
    backend: 'custom' as const,
  }),
);

const described = { description: z.string().max(1000) };
const enumeration = z
  .array(z.string().max(256))
  .max(MAX_CLAIM_VALUES)
  .meta({ description: `All values that the claim can have: it must have 1 to ${MAX_CLAIM_VALUES} values.` });
const aBoolean = z.strictObject({ type: z.literal('boolean'), ...described });
const aNumber = z.strictObject({ type: z.literal('number'), ...described });
const aString = z.strictObject({ type: z.literal('string'), enum: enumeration.optional(), ...described });
const aList = z.strictObject({
  type: z.literal('array'),
  ...described,
  items: z.discriminatedUnion('type', [aBoolean, aNumber, aString]),
});
const anObject = z.strictObject({
  type: z.literal('object'),
  ...described,
  get properties() {
    return claims;
  },
  additionalProperties: z.literal(false),
});
const claims: z.ZodType<Readonly<Record<string, ClaimSchema>>> = z
  .record(
    z.string(),
    z.lazy(() => claim),
  )
  .meta({ id: 'AdaptiveClaims' });
const claim: z.ZodType<ClaimSchema> = z.discriminatedUnion('type', [
  aBoolean,
  aNumber,
  aString,
  aList,
  anObject,
]) as unknown as z.ZodType<ClaimSchema>;
const visitorSchema: z.ZodType<VisitorSchema> = z
  .strictObject({
    $schema: z.literal(JSON_SCHEMA_DRAFT).optional(),
    type: z.literal('object'),
    properties: claims,
    additionalProperties: z.literal(false),
  })
  .meta({
    id: 'AdaptiveJSONSchema',
    description: `Schema of visitor claims. \`unsigned\`, an object described as "${UNSIGNED_DESCRIPTION}", contains claims set by visitors themselves.`,
  }) as unknown as z.ZodType<VisitorSchema>;

const AdaptiveSchemaResource = resource(
  'AdaptiveSchema',
  z.object({ object: z.literal('site-adaptive-schema'), jsonSchema: visitorSchema, updatedAt: instant }),
  ({ jsonSchema, updatedAt }: AdaptiveSchemaState) => ({
    object: 'site-adaptive-schema' as const,
    jsonSchema,
    updatedAt,
  }),
);

const TemplateConditionsResource = resource(
  'AdaptiveTemplateConditions',
  z.object({ items: z.array(z.object({ description: z.string(), condition: z.string() })) }),
  (items: readonly TemplateCondition[]) => ({ items: [...items] }),
);

const PreviewResource = resource('PublishingPreview', z.object({ url: uri }), ({ url }: { readonly url: string }) => ({
  url,
}));

const shareLinkChange = z
  .object({ name: shareLinkName.optional(), active: z.boolean().optional() })
  .refine((change) => Object.keys(change).length > 0, 'must change at least one field');
const authChange = z.object({
  backend: z.literal('custom').optional(),
  fallbackURL: z.string().max(MAX_FALLBACK_URL_LENGTH).nullable().optional().meta({
    description:
      'URL for visitors without a token, which must be an http or https URL without credentials; null removes it.',
  }),
});

const SITE = '/v1/orgs/:organizationId/sites/:siteId';

export const siteAudienceRoutes = tagged('Sites', [
  route(`GET ${SITE}/share-links`, listSiteShareLinks, {
    summary: 'List the share links of a site',
    paged: true,
    returns: list(ShareLinkResource),
  }),
  route(`POST ${SITE}/share-links`, createSiteShareLink, {
    summary: 'Create a share link',
    body: z.object({
      name: shareLinkName,
      active: z.boolean().optional().meta({ description: 'Whether the link can be used; true by default.' }),
    }),
    returns: created(ShareLinkResource),
  }),
  route(`PATCH ${SITE}/share-links/:shareLinkId`, updateSiteShareLinkById, {
    summary: 'Update a share link',
    body: shareLinkChange,
    returns: ok(ShareLinkResource),
  }),
  route(`DELETE ${SITE}/share-links/:shareLinkId`, deleteSiteShareLinkById, {
    summary: 'Delete a share link',
    returns: removed,
  }),

  route(`GET ${SITE}/publishing/auth`, getSitePublishingAuthById, {
    summary: 'Get the visitor authentication of a site',
    returns: ok(PublishingAuthResource),
  }),
  route(`PATCH ${SITE}/publishing/auth`, updateSitePublishingAuthById, {
    summary: 'Update the visitor authentication of a site',
    body: authChange,
    returns: ok(PublishingAuthResource),
  }),
  route(`POST ${SITE}/publishing/auth/regenerate`, regenerateSitePublishingAuthById, {
    summary: 'Regenerate the visitor authentication key of a site',
    returns: ok(PublishingAuthResource),
  }),
  route(`GET ${SITE}/publishing/preview`, getSitePublishingPreviewById, {
    summary: 'Get a preview URL of a site',
    query: {
      siteSpace: idField.optional(),
      claims: risonObject.optional().meta({
        description:
          'Claims of the visitor whose view is shown. It must be an object as Rison, such as (plan:pro,staff:!t), or as JSON.',
      }),
      draft: flag().default(true).meta({ description: 'Whether the preview shows drafts of the site.' }),
      target: webUrl
        .optional()
        .meta({ description: 'URL at which the preview begins, which must be a URL of the site.' }),
    },
    returns: ok(PreviewResource),
  }),

  route(`GET ${SITE}/adaptive-schema`, getSiteAdaptiveSchema, {
    summary: 'Get the adaptive schema of a site',
    returns: ok(AdaptiveSchemaResource),
  }),
  route(`PUT ${SITE}/adaptive-schema`, updateSiteAdaptiveSchema, {
    summary: 'Update the adaptive schema of a site',
    body: z.object({
      jsonSchema: visitorSchema.meta({
        description: 'JSON Schema of the claims; names must have 1 to 100 characters.',
      }),
    }),
    returns: ok(AdaptiveSchemaResource),
  }),
  route(`GET ${SITE}/adaptive-schema/template-conditions`, listSiteAdaptiveTemplateConditions, {
    summary: 'List the template conditions of an adaptive schema',
    returns: ok(TemplateConditionsResource),
  }),
]);
