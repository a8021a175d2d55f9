import * as z from 'zod';
import { FONT_FIELDS, FONTS_PATH, type CustomizationFonts } from '../../../domain/sites/customization-fonts.ts';
import type { CustomFont } from '../../../domain/sites/customization.ts';
import { webUrl } from '../kernel/fields.ts';
import type { Links } from '../kernel/links.ts';

/** Definition of a font family with its files, as a customization and custom fonts have it. */
export const fontDefinition = z.object({
  id: z.string().min(1).max(100).meta({
    description: 'ID of the font; a customization is refused if its font names no custom font of the organization.',
  }),
  custom: z.boolean().meta({ description: 'True for a custom font of the organization, which sites load.' }),
  fontFamily: z.string().min(1).max(50),
  fontFaces: z
    .array(
      z.object({
        weight: z.number().int().min(1).max(1000),
        sources: z
          .array(z.object({ url: webUrl, format: z.enum(['woff2', 'woff']).optional() }))
          .min(1)
          .max(8),
      }),
    )
    .min(1)
    .max(32),
});

/** Presents a font with absolute URLs. */
export const presentFont = ({ fontFaces, ...font }: CustomFont, links: Links) => ({
  ...font,
  fontFaces: fontFaces.map(({ weight, sources }) => ({
    weight,
    sources: sources.map(({ url, ...source }) => ({
      ...source,
      url: url.startsWith(FONTS_PATH) ? links.at(url) : url,
    })),
  })),
});

/** Presents the fonts of a customization with absolute URLs. */
export function presentFonts<S extends NonNullable<CustomizationFonts['styling']>>(styling: S, links: Links): S {
  const shown = FONT_FIELDS.flatMap((field) => {
    const font = styling[field];
    return typeof font === 'object' && font !== null ? [[field, presentFont(font, links)]] : [];
  });
  return shown.length === 0 ? styling : { ...styling, ...Object.fromEntries(shown) };
}
