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

/** Creates a style sheet without comments and indentation, which browsers would only download. */
const styleSheet = (name: string, css: string): StaticAsset =>
  createTextAsset(name, 'css', css.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/\s+/g, ' '));

/** Style sheet of every page. */
export const SITE_STYLESHEET = styleSheet('site', PALETTE_CSS + FRAME_CSS + PAGE_TOOLS_CSS + CONTENT_CSS + TOKEN_CSS);

/** Style sheets of pages that declare them in `PageNeeds.styleSheets`, by name. */
export const EXTRA_STYLESHEETS: Readonly<Record<string, StaticAsset>> = {
  api: styleSheet('api', API_CSS),
  math: styleSheet('math', MATH_CSS),
};
