import { digestOf } from '../../../domain/content/objects/hash.ts';
import type { Page } from '../../../domain/content/page.ts';
import { defaultCustomization, type Customization } from '../../../domain/sites/customization.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import { isPubliclyReadable } from '../../../domain/sites/site.ts';
import type { PreviewPicture } from '../../../ports/sites/preview-pictures.ts';
import type { SiteSpaceContext } from './site-space-context.ts';
import { siteTitle } from './site-title.ts';
import { languageOf } from './variant-language.ts';

/** Path segment of pictures below the reserved one, before the ids of the site space and the page. */
export const PICTURES = 'pictures';
const EXTENSION = '.png';

/** Maximum lengths of the texts of a picture. */
const MAX_TITLE = 160;
const MAX_DESCRIPTION = 240;

/** Describes the picture of a page where a link to it is shared. */
export function pagePreview(
  { map, variant }: Pick<SiteSpaceContext, 'map' | 'variant'>,
  { title, description }: Pick<Page, 'title' | 'description'>,
  look: Customization | undefined,
): PreviewPicture {
  const { styling, themes, header, internationalization } = look ?? defaultCustomization(map.site.title);
  const scheme = themes.default === 'dark' ? 'dark' : 'light';
  const text = description === undefined ? '' : shorten(description, MAX_DESCRIPTION);
  return {
    site: shorten(siteTitle(map, variant), MAX_TITLE),
    title: shorten(title, MAX_TITLE),
    ...(text !== '' && { description: text }),
    language: languageOf(map, variant) ?? internationalization.locale,
    scheme,
    accent: styling.primaryColor[scheme],
    ...(styling.tint !== undefined && { tint: styling.tint.color[scheme] }),
    ...(header.logo !== undefined && { logo: header.logo[scheme] }),
  };
}

/** Returns the part of a picture's URL that changes with the picture. */
export const previewVersion = (picture: PreviewPicture): string => digestOf(JSON.stringify(picture)).slice(0, 16);

/**
 * Builds the URL of the picture of a page; undefined on sites that not everybody may read, because the programs that
 * show it come without the credentials of a reader.
 */
export function previewUrl(
  { map, variant }: Pick<SiteSpaceContext, 'map' | 'variant'>,
  pageId: string,
  picture: PreviewPicture,
): string | undefined {
  if (!isPubliclyReadable(map.site)) return undefined;
  const path = `${RESERVED_SEGMENT}/${PICTURES}/${variant.siteSpace.id}/${pageId}${EXTENSION}`;
  return `${map.address.home}${path}?v=${previewVersion(picture)}`;
}

/** Returns the id of the page whose picture a file name stands for. */
export const pageOfPicture = (name: string): string | undefined =>
  name.endsWith(EXTENSION) ? name.slice(0, -EXTENSION.length) : undefined;

/** Shortens a text to whole characters, on one line. */
function shorten(text: string, limit: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim().toWellFormed()];
  return characters.length <= limit
    ? characters.join('')
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}
