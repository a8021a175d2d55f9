import { localized } from '../../../domain/sites/customization.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import type { SiteExternalLinkState } from '../../../domain/sites/structure/site-external-link.ts';
import type { SiteAppearance, SiteShell, SwitcherGroup, SwitcherItem } from '../../../ports/sites/site-renderer.ts';
import { rootOfPage, type NavigationPart, type SiteMap, type Variant, type VisibleSection } from './site-map.ts';
import { siteTitle } from './site-title.ts';
import { languageOf } from './variant-language.ts';

/**
 * Builds the parts of a page that all pages of the site share.
 * @param variant space that the reader is in
 * @param path path of the page within the space, which the switch between variants keeps
 */
export function buildSiteShell(
  map: SiteMap,
  variant: Variant | undefined,
  look: SiteAppearance | undefined,
  path = '',
): SiteShell {
  const { variants, navigation, sections } = map;
  const here = variant?.siteSpace.sectionId ?? null;
  const tabOf = (one: VisibleSection): SwitcherItem => ({
    title: one.title,
    href: map.address.page(one.root, ''),
    ...(one.id === here && { current: true }),
  });
  const customization = look?.customization;
  const localizedTitleOf = ({ title: text, localizedTitle }: SiteExternalLinkState): string =>
    customization === undefined ? text : localized(customization, text, localizedTitle ?? undefined);
  const itemsOf = (part: NavigationPart): readonly SwitcherItem[] =>
    'section' in part
      ? [tabOf(part.section)]
      : 'link' in part
        ? [{ title: localizedTitleOf(part.link), href: part.link.url }]
        : part.parts.flatMap(itemsOf);
  const items = navigation.flatMap(itemsOf);
  const choices = variants
    .filter(({ siteSpace }) => variant === undefined || siteSpace.sectionId === here)
    .filter((one) => !one.siteSpace.hidden || one === variant)
    .map((one) =>
      one === variant
        ? { title: one.title, href: map.address.page(rootOfPage(map, one, path), path), current: true }
        : {
            title: one.title,
            href: path === '' ? map.address.page(one.root, '') : map.address.variant(one.siteSpace.id, path),
          },
    );
  const language = variant && languageOf(map, variant);
  const scopes = [
    ...(sections.length > 1 ? (['section'] as const) : []),
    ...(choices.length > 1 ? (['space'] as const) : []),
  ];
  return {
    title: siteTitle(map, variant),
    basePath: map.address.basePath,
    searchPath: `${RESERVED_SEGMENT}/search`,
    ...(map.visitor.isPreviewing && { isPreview: true }),
    ...(variant && { spaceId: variant.siteSpace.id }),
    ...(scopes.length > 0 && { searchScopes: scopes }),
    ...(language !== undefined && { language }),
    ...(look && { appearance: look }),
    ...(items.length > 1 && {
      sections: navigation.flatMap((part): readonly (SwitcherItem | SwitcherGroup)[] =>
        'parts' in part ? [{ title: part.title, items: itemsOf(part) }] : itemsOf(part),
      ),
    }),
    ...(choices.length > 1 && { variants: choices }),
  };
}
