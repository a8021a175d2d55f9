import type { StaticAsset } from '../../ports/sites/site-renderer.ts';
import { API_CSS, CONTENT_CSS, FRAME_CSS, PAGE_TOOLS_CSS } from './assets.ts';
import { codeThemeProperties, TOKEN_CSS } from './code-theme-styles.ts';
import { MATH_CSS } from './fonts/math-font.ts';
import { DARK, LIGHT, themedDeclarations } from './palette.ts';
import { createTextAsset } from './static/static-asset.ts';

/** Colors of pages without a customization. */
const PALETTE_CSS = `:root { ${themedDeclarations(
  { ...LIGHT, ...codeThemeProperties('default-light') },
  { ...DARK, ...codeThemeProperties('default-dark') },
)} }\n`;

/** Style sheet of every page. */
export const SITE_STYLESHEET = createTextAsset(
  'site',
  'css',
  PALETTE_CSS + FRAME_CSS + PAGE_TOOLS_CSS + CONTENT_CSS + TOKEN_CSS,
);

/** Style sheets of pages that declare them in `PageNeeds.styleSheets`, by name. */
export const EXTRA_STYLESHEETS: Readonly<Record<string, StaticAsset>> = {
  api: createTextAsset('api', 'css', API_CSS),
  math: createTextAsset('math', 'css', MATH_CSS),
};
