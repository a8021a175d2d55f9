import * as z from 'zod';
import {
  addSectionGroupToSite,
  addSectionToGroup,
  deleteSiteSectionGroupById,
  listSiteSectionGroups,
  moveSiteSectionGroup,
  removeSectionFromGroup,
  updateSiteSectionGroupById,
} from '../../../application/sites/structure/section-groups.ts';
import {
  addSectionToSite,
  deleteSiteSectionById,
  listSiteSections,
  moveSiteSection,
  updateSiteSectionById,
} from '../../../application/sites/structure/site-sections.ts';
import {
  addExternalLinkToSite,
  deleteSiteExternalLinkById,
  updateSiteExternalLinkById,
} from '../../../application/sites/structure/external-links.ts';
import { duplicateSiteSpace } from '../../../application/sites/structure/duplicate-site-space.ts';
import {
  addSpaceToSite,
  deleteSiteSpaceById,
  listSiteSpaces,
  moveSiteSpace,
  updateSiteSpaceById,
} from '../../../application/sites/structure/site-spaces.ts';
import {
  getSiteStructure,
  sortSiteStructure,
  type StructurePart,
} from '../../../application/sites/structure/site-structure.ts';
import type { SiteSpaceView } from '../../../application/sites/site-views.ts';
import type {
  ExternalLinkView,
  SectionGroupView,
  VisibleStructure,
  SiteSectionView,
} from '../../../application/sites/structure/structure-views.ts';
import { TEXT_LANGUAGES } from '../../../domain/sites/customization.ts';
import { MAX_NAME_LENGTH } from '../../../domain/sites/site-names.ts';
import { MAX_SITE_SECTIONS } from '../../../domain/sites/structure/site-structure.ts';
import { isPubliclyReadable } from '../../../domain/sites/site.ts';
import { STRUCTURE_ITEM_TYPES } from '../../../domain/sites/structure/structure-moves.ts';
import { CONDITION_RULE, idField, uri, visibleTitle, webUrl } from '../kernel/fields.ts';
import { flag } from '../kernel/input.ts';
import type { Links } from '../kernel/links.ts';
import { created, list, ok, present, removed, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';
import { SpaceResource } from '../spaces.routes.ts';

/** Returns the published URLs: the public one, and the one with the share link key of the caller. */
const publishedURL = ({ site, root, shared }: Pick<SiteSpaceView, 'site' | 'root' | 'shared'>, links: Links) => {
  const before = isPubliclyReadable(site) ? '' : shared;
  return before === undefined || root === undefined ? {} : { published: links.site(site, before + root) };
};

const DRAFT = 'Whether previews alone show the item.';

const SiteSpaceResource = resource(
  'SiteSpace',
  z.object({
    object: z.literal('site-space'),
    id: z.string(),
    path: z.string(),
    section: z.string().optional(),
    title: z.string(),
    default: z.boolean().meta({
      description: 'Whether the item is the default of its section, or of the root of a site without sections.',
    }),
    condition: z.string().optional(),
    draft: z.boolean().meta({ description: DRAFT }),
    hidden: z.boolean().meta({ description: 'Whether navigation leaves the space out.' }),
    hasAdvancedCustomizationFeature: z.boolean(),
    space: SpaceResource.schema,
    urls: z.object({ published: uri.optional() }),
  }),
  ({ site, siteSpace, space, root, shared }: SiteSpaceView, links) => {
    const { id, path, isDefault, condition, sectionId, draft, hidden } = siteSpace;
    return {
      ...present({ condition, section: sectionId }),
      object: 'site-space' as const,
      id,
      path,
      title: space.space.state.title,
      default: isDefault,
      draft,
      hidden,
      hasAdvancedCustomizationFeature: true,
      space: SpaceResource.present(space, links),
      urls: publishedURL({ site, root, shared }, links),
    };
  },
);

const SiteSectionResource = resource(
  'SiteSection',
  z.object({
    object: z.literal('site-section'),
    id: z.string(),
    title: z.string(),
    description: z.string().optional(),
    icon: z.string().optional(),
    default: z.boolean(),
    draft: z.boolean().meta({ description: DRAFT }),
    path: z.string(),
    condition: z.string().optional(),
    sectionGroup: z.string().optional(),
    siteSpaces: z.array(SiteSpaceResource.schema),
    urls: z.object({ published: uri.optional() }),
  }),
  ({ site, section, siteSpaces, shared }: SiteSectionView, links) => {
    const { id, title, description, icon, isDefault, draft, path, condition, groupId } = section;
    const root = siteSpaces.find(({ siteSpace }) => siteSpace.isDefault)?.root;
    return {
      ...present({ description, icon, condition, sectionGroup: groupId }),
      object: 'site-section' as const,
      id,
      title,
      default: isDefault,
      draft,
      path,
      siteSpaces: siteSpaces.map((one) => SiteSpaceResource.present(one, links)),
      urls: publishedURL({ site, root, shared }, links),
    };
  },
);

const localized = z.partialRecord(z.enum(TEXT_LANGUAGES), z.string());

const ExternalLinkResource = resource(
  'SiteExternalLink',
  z.object({
    object: z.literal('site-external-link'),
    id: z.string(),
    title: z.string(),
    localizedTitle: localized.optional(),
    description: z.string().optional(),
    localizedDescription: localized.optional(),
    icon: z.string().optional(),
    url: uri,
    sectionGroup: z.string().optional(),
    draft: z.boolean().meta({ description: DRAFT }),
    condition: z.string().optional(),
  }),
  ({ link }: ExternalLinkView) => {
    const { id, title, url, draft, groupId, icon, condition } = link;
    const { localizedTitle, description, localizedDescription } = link;
    return {
      ...present({ localizedTitle, description, localizedDescription, icon, sectionGroup: groupId, condition }),
      object: 'site-external-link' as const,
      id,
      title,
      url,
      draft,
    };
  },
);

const SectionGroupResource = resource(
  'SiteSectionGroup',
  z.object({
    object: z.literal('site-section-group'),
    id: z.string(),
    title: z.string(),
    icon: z.string().optional(),
    draft: z.boolean().meta({ description: DRAFT }),
    sections: z.array(SiteSectionResource.schema),
    children: z
      .array(z.discriminatedUnion('object', [SiteSectionResource.schema, ExternalLinkResource.schema]))
      .meta({ description: 'Sections and external links, in order.' }),
  }),
  ({ group: { id, title, icon, draft }, sections, children }: SectionGroupView, links) => {
    return {
      ...present({ icon }),
      object: 'site-section-group' as const,
      id,
      title,
      draft,
      sections: sections.map((one) => SiteSectionResource.present(one, links)),
      children: children.map((one) =>
        'link' in one ? ExternalLinkResource.present(one, links) : SiteSectionResource.present(one, links),
      ),
    };
  },
);

const externalLinks = z.array(ExternalLinkResource.schema).optional().meta({
  description: 'External links of the root in version 1, whose structure has none; version 2 has them in `structure`.',
});

export const StructureResource = resource(
  'SiteStructure',
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('sections'),
      structure: z.array(
        z.discriminatedUnion('object', [
          SiteSectionResource.schema,
          SectionGroupResource.schema,
          ExternalLinkResource.schema,
        ]),
      ),
      externalLinks,
    }),
    z.object({ type: z.literal('siteSpaces'), structure: z.array(SiteSpaceResource.schema), externalLinks }),
  ]),
  ({ hasSections, root: all, siteSpaces }: VisibleStructure, links) => {
    // The structure of version 1 has no external links.
    const root = links.version === 1 ? all.filter((one) => !('link' in one)) : all;
    const apart = all.flatMap((one) =>
      links.version === 1 && 'link' in one ? [ExternalLinkResource.present(one, links)] : [],
    );
    const more = apart.length === 0 ? {} : { externalLinks: apart };
    if (!hasSections && root.length === 0)
      return {
        type: 'siteSpaces' as const,
        structure: siteSpaces.map((one) => SiteSpaceResource.present(one, links)),
        ...more,
      };
    return {
      type: 'sections' as const,
      structure: root.map((one) =>
        'group' in one
          ? SectionGroupResource.present(one, links)
          : 'link' in one
            ? ExternalLinkResource.present(one, links)
            : SiteSectionResource.present(one, links),
      ),
      ...more,
    };
  },
);

const PartResource = resource(
  'SiteStructurePart',
  z.discriminatedUnion('object', [
    SiteSpaceResource.schema,
    SiteSectionResource.schema,
    SectionGroupResource.schema,
    ExternalLinkResource.schema,
  ]),
  (part: StructurePart, links) =>
    'siteSpace' in part
      ? SiteSpaceResource.present(part, links)
      : 'section' in part
        ? SiteSectionResource.present(part, links)
        : 'link' in part
          ? ExternalLinkResource.present(part, links)
          : SectionGroupResource.present(part, links),
);

/** Key of a share link; ignored if it grants no access to this site. */
const shareKey = { shareKey: z.string().max(512).optional() };

const path = z.string().min(1).max(MAX_NAME_LENGTH).meta({
  description:
    'Path within the site, which must begin with a letter or digit and may contain only letters, digits and . _ ~ -; no path that is reserved, such as sitemap.xml.',
});
const condition = z.string().min(1).max(1024).nullable().meta({ description: CONDITION_RULE });
const icon = z.string().min(1).max(50).nullable();
const sectionTitle = visibleTitle(2, 128);
const groupTitle = visibleTitle(1, 100);

const siteSpaceChange = z.object({
  path: path.optional(),
  condition: condition.optional(),
  spaceId: idField.optional(),
  draft: z.boolean().optional(),
  hidden: z.boolean().optional(),
});
const newSection = z.object({
  spaceId: idField,
  title: sectionTitle.nullable().optional(),
  icon: icon.optional(),
  draft: z.boolean().optional(),
});
const sectionChange = z.object({
  title: sectionTitle.optional(),
  path: path.optional(),
  defaultSiteSpace: idField.optional(),
  condition: condition.optional(),
  icon: icon.optional(),
  description: z.string().max(256).nullable().optional(),
  draft: z.boolean().optional(),
});
const newGroup = z.object({
  title: groupTitle,
  icon: icon.optional(),
  sections: z.array(idField).max(MAX_SITE_SECTIONS).optional(),
  draft: z.boolean().optional(),
});
const localizedText = (maxLength: number) => z.partialRecord(z.enum(TEXT_LANGUAGES), z.string().max(maxLength));
const linkFields = {
  localizedTitle: localizedText(128).nullable().optional().meta({
    description: 'Titles for other languages than that of the site.',
  }),
  description: z.string().max(256).nullable().optional(),
  localizedDescription: localizedText(256).nullable().optional(),
  icon: icon.optional(),
  draft: z.boolean().optional().meta({ description: DRAFT }),
  condition: condition
    .optional()
    .meta({ description: `Expression that decides whether a visitor sees the link. ${CONDITION_RULE}` }),
};
const newLink = z.object({
  title: sectionTitle,
  url: webUrl,
  ...linkFields,
  parent: idField.optional().meta({ description: 'Section group; the root of the site by default.' }),
});
const linkChange = z.object({
  title: sectionTitle.optional(),
  url: webUrl.optional(),
  ...linkFields,
  parent: idField.nullable().optional().meta({ description: 'Section group, or null for the root of the site.' }),
});
const groupChange = z.object({ title: groupTitle.optional(), icon: icon.optional(), draft: z.boolean().optional() });

const beside = <T extends z.ZodType>(of: T) => z.object({ before: of.optional(), after: of.optional() });
const besideSpace = beside(
  z
    .object({ type: z.literal('site-space'), siteSpace: idField })
    .transform(({ type, siteSpace }) => ({ type, id: siteSpace })),
);
const besideSection = beside(
  z
    .object({ type: z.literal('site-section'), siteSection: idField })
    .transform(({ type, siteSection }) => ({ type, id: siteSection })),
);
const besideGroup = beside(z.object({ type: z.enum(['site-section', 'site-section-group']), id: idField }));
const item = z.object({ type: z.enum(STRUCTURE_ITEM_TYPES), id: idField });
const somewhere = beside(item).refine(
  ({ before, after }) => before !== undefined || after !== undefined,
  'must have before or after',
);

const SITE = '/v1/orgs/:organizationId/sites/:siteId';
const [SPACE, SECTION, GROUP, LINK] = [
  `${SITE}/site-spaces/:siteSpaceId`,
  `${SITE}/sections/:siteSectionId`,
  `${SITE}/section-groups/:siteSectionGroupId`,
  `${SITE}/external-links/:siteExternalLinkId`,
] as const;

export const siteStructureRoutes = tagged('Sites', [
  route(`GET ${SITE}/structure`, getSiteStructure, {
    summary: 'Get the structure of a site',
    query: shareKey,
    returns: ok(StructureResource),
  }),
  route(`PATCH ${SITE}/structure/sort`, sortSiteStructure, {
    summary: 'Reorder the structure of a site',
    body: z.object({ item, position: somewhere }),
    returns: ok(PartResource),
  }),

  route(`GET ${SITE}/site-spaces`, listSiteSpaces, {
    summary: 'List the spaces of a site',
    query: { ...shareKey, default: flag().optional() },
    paged: true,
    returns: list(SiteSpaceResource),
  }),
  route(`POST ${SITE}/site-spaces`, addSpaceToSite, {
    summary: 'Add a space to a site',
    body: z.object({ spaceId: idField, sectionId: idField.optional(), draft: z.boolean().optional() }),
    returns: created(SiteSpaceResource),
  }),
  route(`PATCH ${SPACE}`, updateSiteSpaceById, {
    summary: 'Update a site space',
    body: siteSpaceChange,
    returns: ok(SiteSpaceResource),
  }),
  route(`DELETE ${SPACE}`, deleteSiteSpaceById, {
    summary: 'Remove a space from a site',
    returns: removed,
  }),
  route(`POST ${SPACE}/move`, moveSiteSpace, {
    summary: 'Move a site space',
    deprecated: true,
    body: z.object({ position: besideSpace.optional() }),
    returns: ok(SiteSpaceResource),
  }),
  route(`POST ${SPACE}/duplicate`, duplicateSiteSpace, {
    summary: 'Duplicate a site space',
    body: z.object({ draft: z.boolean().optional() }),
    returns: created(SiteSpaceResource),
  }),

  route(`GET ${SITE}/sections`, listSiteSections, {
    summary: 'List the sections of a site',
    query: shareKey,
    paged: true,
    returns: list(SiteSectionResource),
  }),
  route(`POST ${SITE}/sections`, addSectionToSite, {
    summary: 'Add a section to a site',
    body: newSection,
    returns: created(SiteSectionResource),
  }),
  route(`PATCH ${SECTION}`, updateSiteSectionById, {
    summary: 'Update a section',
    body: sectionChange,
    returns: ok(SiteSectionResource),
  }),
  route(`DELETE ${SECTION}`, deleteSiteSectionById, {
    summary: 'Remove a section from a site',
    returns: removed,
  }),
  route(`POST ${SECTION}/move`, moveSiteSection, {
    summary: 'Move a section',
    body: z.object({ position: besideSection.optional() }),
    returns: ok(SiteSectionResource),
  }),

  route(`GET ${SITE}/section-groups`, listSiteSectionGroups, {
    summary: 'List the section groups of a site',
    paged: true,
    returns: list(SectionGroupResource),
  }),
  route(`POST ${SITE}/section-groups`, addSectionGroupToSite, {
    summary: 'Add a section group to a site',
    body: newGroup,
    returns: created(SectionGroupResource),
  }),
  route(`PATCH ${GROUP}`, updateSiteSectionGroupById, {
    summary: 'Update a section group',
    body: groupChange,
    returns: ok(SectionGroupResource),
  }),
  route(`DELETE ${GROUP}`, deleteSiteSectionGroupById, {
    summary: 'Delete a section group',
    returns: removed,
  }),
  route(`POST ${GROUP}/sections`, addSectionToGroup, {
    summary: 'Add a section to a section group',
    body: z.object({ sectionId: idField }),
    returns: created(SectionGroupResource),
  }),
  route(`DELETE ${GROUP}/sections/:siteSectionId`, removeSectionFromGroup, {
    summary: 'Remove a section from a section group',
    returns: removed,
  }),
  route(`POST ${GROUP}/move`, moveSiteSectionGroup, {
    summary: 'Move a section group',
    body: z.object({ position: besideGroup.optional() }),
    returns: ok(SectionGroupResource),
  }),

  route(`POST ${SITE}/external-links`, addExternalLinkToSite, {
    summary: 'Add an external link to a site',
    body: newLink,
    returns: created(ExternalLinkResource),
  }),
  route(`PATCH ${LINK}`, updateSiteExternalLinkById, {
    summary: 'Update an external link',
    body: linkChange,
    returns: ok(ExternalLinkResource),
  }),
  route(`DELETE ${LINK}`, deleteSiteExternalLinkById, {
    summary: 'Delete an external link',
    returns: removed,
  }),
]);
