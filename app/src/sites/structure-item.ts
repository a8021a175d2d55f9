import {
  addExternalLinkToSite,
  addSectionGroupToSite,
  addSectionToSite,
  addSpaceToSite,
  deleteSiteExternalLinkById,
  deleteSiteSectionById,
  deleteSiteSectionGroupById,
  deleteSiteSpaceById,
  updateSiteById,
  updateSiteExternalLinkById,
  updateSiteSectionById,
  updateSiteSectionGroupById,
  updateSiteSpaceById,
} from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import type { SitePath } from './site-frame.tsx';
import type { StructureItem } from './structure-moves.ts';

/** Kinds of items, as the forms for them are named. */
export type ItemKind = 'section' | 'group' | 'link' | 'variant';

/** Kind of each item. */
export const ITEM_KINDS: Readonly<Record<StructureItem['object'], ItemKind>> = {
  'site-space': 'variant',
  'site-section': 'section',
  'site-section-group': 'group',
  'site-external-link': 'link',
};

/** Values of the form of an item; each kind of item uses some of them. */
export interface ItemFields {
  readonly title: string;
  /** Space that a new section or variant shows. */
  readonly spaceId: string;
  readonly slug: string;
  readonly url: string;
  readonly draft: boolean;
  readonly hidden: boolean;
}

/** Title of an item as it is listed. */
export const titleOf = (item: StructureItem): string => item.title || m.common.untitled;

/** Values of an item; those of a new one when omitted. */
export const fieldsOf = (item: StructureItem | undefined): ItemFields => ({
  title: item?.title ?? '',
  spaceId: '',
  slug: item !== undefined && 'path' in item ? item.path : '',
  url: item?.object === 'site-external-link' ? item.url : '',
  draft: item?.draft ?? false,
  hidden: item?.object === 'site-space' && item.hidden,
});

/** Adds an item; `sectionId` is the section of a new variant, if any. */
export function addItem(
  path: SitePath,
  kind: ItemKind,
  { title, spaceId, url, draft }: ItemFields,
  sectionId: string | undefined,
): Promise<unknown> {
  switch (kind) {
    case 'section':
      return addSectionToSite({ path, body: { spaceId, draft, ...(title && { title }) } });
    case 'group':
      return addSectionGroupToSite({ path, body: { title, draft } });
    case 'link':
      return addExternalLinkToSite({ path, body: { title, url, draft } });
    case 'variant':
      return addSpaceToSite({ path, body: { spaceId, draft, ...(sectionId !== undefined && { sectionId }) } });
  }
}

/** Updates the values of an item that have changed. */
export function updateItem(path: SitePath, item: StructureItem, fields: ItemFields): Promise<unknown> {
  const before = fieldsOf(item);
  const changed = <Name extends keyof ItemFields>(name: Name): { readonly [name in Name]?: ItemFields[Name] } =>
    fields[name] === before[name] ? {} : ({ [name]: fields[name] } as Pick<ItemFields, Name>);
  const slug = fields.slug === before.slug ? {} : { path: fields.slug };
  switch (item.object) {
    case 'site-space':
      return updateSiteSpaceById({
        path: { ...path, siteSpaceId: item.id },
        body: { ...slug, ...changed('draft'), ...changed('hidden') },
      });
    case 'site-section':
      return updateSiteSectionById({
        path: { ...path, siteSectionId: item.id },
        body: { ...slug, ...changed('title'), ...changed('draft') },
      });
    case 'site-section-group':
      return updateSiteSectionGroupById({
        path: { ...path, siteSectionGroupId: item.id },
        body: { ...changed('title'), ...changed('draft') },
      });
    case 'site-external-link':
      return updateSiteExternalLinkById({
        path: { ...path, siteExternalLinkId: item.id },
        body: { ...changed('title'), ...changed('draft'), ...changed('url') },
      });
  }
}

/** Makes an item the one that readers see first, on the site or in its section. */
export const makeDefault = (path: SitePath, item: StructureItem): Promise<unknown> =>
  item.object === 'site-section'
    ? updateSiteById({ path, body: { defaultSiteSection: item.id } })
    : item.object === 'site-space' && item.section !== undefined
      ? updateSiteSectionById({ path: { ...path, siteSectionId: item.section }, body: { defaultSiteSpace: item.id } })
      : updateSiteById({ path, body: { defaultSiteSpace: item.id } });

/** Removes an item from the site. */
export function removeItem(path: SitePath, { object, id }: StructureItem): Promise<unknown> {
  switch (object) {
    case 'site-space':
      return deleteSiteSpaceById({ path: { ...path, siteSpaceId: id } });
    case 'site-section':
      return deleteSiteSectionById({ path: { ...path, siteSectionId: id } });
    case 'site-section-group':
      return deleteSiteSectionGroupById({ path: { ...path, siteSectionGroupId: id } });
    case 'site-external-link':
      return deleteSiteExternalLinkById({ path: { ...path, siteExternalLinkId: id } });
  }
}
