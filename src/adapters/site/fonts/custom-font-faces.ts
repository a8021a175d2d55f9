import { FONT_ASSET, FONTS_PATH } from '../../../domain/sites/customization-fonts.ts';
import { fontIdOfFile } from '../../../domain/sites/custom-font.ts';
import type { CustomFont } from '../../../domain/sites/customization.ts';

const FORMATS: Readonly<Record<string, string>> = { woff2: 'woff2', woff: 'woff', ttf: 'truetype', otf: 'opentype' };
const EXTENSION = /\.(\w+)$/;

/**
 * Creates the `@font-face` rules of a custom font. The files are assets of the site beside the stylesheet, so that pages
 * load them from their own origin. Sources elsewhere are left out.
 */
export function customFontFaceRules(font: CustomFont): string {
  if (!font.custom) return '';
  return font.fontFaces
    .map(({ weight, sources }) => {
      const src = sources.flatMap(({ url }) => {
        const name = url.startsWith(FONTS_PATH) ? url.slice(FONTS_PATH.length) : '';
        const format = FORMATS[EXTENSION.exec(name)?.[1] ?? ''];
        return fontIdOfFile(name) === undefined || format === undefined
          ? []
          : [`url("${FONT_ASSET}${name}") format("${format}")`];
      });
      return src.length === 0
        ? ''
        : `@font-face { font-family: "${font.fontFamily}"; font-weight: ${weight}; font-style: normal; font-display: swap; src: ${src.join(', ')}; }\n`;
    })
    .join('');
}
