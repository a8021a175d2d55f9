import { fontFileName, type CustomFontState } from './custom-font.ts';
import type { CustomFont as FontReference } from './customization.ts';

/** Settings that name fonts, in a customization, its overrides or a change. */
export const FONT_FIELDS = ['font', 'headingFont', 'monospaceFont'] as const;
type FontField = (typeof FONT_FIELDS)[number];

/** A customization, overrides or a change, reduced to the fonts. */
export interface CustomizationFonts {
  readonly styling?: { readonly [F in FontField]?: string | FontReference | null | undefined } | null | undefined;
}

/** Path below the public URL at which the files of custom fonts are served to other origins. */
export const FONTS_PATH = '/fonts/';

/** Prefix of the assets of a site that are files of custom fonts. */
export const FONT_ASSET = 'font-';

/** Lists the ids of the custom fonts that a customization uses. */
export const listCustomFontIds = ({ styling }: CustomizationFonts): readonly string[] => [
  ...new Set(
    FONT_FIELDS.flatMap((field) => {
      const font = styling?.[field];
      return typeof font === 'object' && font !== null && font.custom ? [font.id] : [];
    }),
  ),
];

/** Returns how a customization refers to a custom font. Addresses are paths below the public URL. */
export const fontReference = ({ id, fontFamily, fontFaces }: CustomFontState): FontReference => ({
  id,
  custom: true,
  fontFamily,
  fontFaces: fontFaces.map((face) => ({
    weight: face.weight,
    sources: [
      {
        url: FONTS_PATH + fontFileName(id, face),
        ...(face.format === 'woff2' || face.format === 'woff' ? { format: face.format } : {}),
      },
    ],
  })),
});

/**
 * Replaces the custom fonts of a customization by their definitions.
 * @param onUnknown called with the field of a custom font that is not among `fonts`; the field stays without it
 */
export function replaceCustomFonts<C extends CustomizationFonts>(
  customization: C,
  fonts: readonly CustomFontState[],
  onUnknown?: (field: FontField) => void,
): C {
  const { styling } = customization;
  if (styling === undefined || styling === null) return customization;
  const replaced = FONT_FIELDS.flatMap((field) => {
    const font = styling[field];
    if (typeof font !== 'object' || font === null || !font.custom) return [];
    const known = fonts.find(({ id }) => id === font.id);
    if (known === undefined) onUnknown?.(field);
    return known === undefined ? [] : [[field, fontReference(known)]];
  });
  return replaced.length === 0
    ? customization
    : { ...customization, styling: { ...styling, ...Object.fromEntries(replaced) } };
}
