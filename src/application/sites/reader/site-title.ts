import { localized } from '../../../domain/sites/customization.ts';
import { customizationOf } from './site-appearances.ts';
import type { SiteMap, Variant } from './site-map.ts';

/** Returns the title of a site as its readers see it: that of its customization, in the language of the variant. */
export function siteTitle(map: SiteMap, variant: Variant | undefined): string {
  const customization = customizationOf(map, variant);
  return customization === undefined
    ? map.site.title
    : localized(customization, customization.title ?? map.site.title, customization.localizedTitle);
}
