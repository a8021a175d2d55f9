import {
  followsReader,
  type Customization,
  type CustomFont,
  type ThemedValue,
} from '../../domain/sites/customization.ts';
import type { StaticAsset } from '../../ports/sites/site-renderer.ts';
import { mixColors, readableAmong, readableShade } from '../../domain/sites/contrast.ts';
import { codeThemeProperties } from './code-theme-styles.ts';
import { customFontFaceRules } from './fonts/custom-font-faces.ts';
import { FONT_PACKAGES } from './fonts/font-packages.ts';
import { packagedFontRules } from './fonts/packaged-fonts.ts';
import { DARK, declarations, LIGHT, themedDeclarations } from './palette.ts';
import { createTextAsset } from './static/static-asset.ts';

/** Pattern of valid colors; other stored values do not reach the stylesheet. */
const COLOR = /^#(?:[0-9a-fA-F]{3}){1,2}$/;
const FONT_FAMILY = /^[\p{L}\p{N} _-]{1,50}$/u;

/** Part of the accent in the grounds on which text in the accent stands, such as that of the current page. */
const SOFT_ACCENT = 0.12;

const CORNER_FACTORS = { straight: '0', rounded: '1', circular: '2' } as const;

const fontFamily = (font: string | CustomFont): string =>
  typeof font === 'string' ? (FONT_PACKAGES[font]?.family ?? font) : font.fontFamily;

/** Returns the `@font-face` rules of a font. */
const faceRules = (font: string | CustomFont): string =>
  typeof font === 'string' ? packagedFontRules(font) : customFontFaceRules(font);

/** Returns the custom properties of one color scheme. */
function colorProperties({ styling, header }: Customization, scheme: keyof ThemedValue): Record<string, string> {
  const base = scheme === 'light' ? LIGHT : DARK;
  const color = (themed: ThemedValue | undefined): string | undefined =>
    themed !== undefined && COLOR.test(themed[scheme]) ? themed[scheme] : undefined;
  const accent = color(styling.primaryColor) ?? base.accent;
  const onAccent = readableAmong([base.ground, base.text], accent);
  const tint = color(styling.tint?.color);
  const shade = tint ?? accent;
  const mix = (part: number, under: string): string => `color-mix(in srgb, ${shade} ${part}%, ${under})`;
  const isTinted = tint !== undefined || styling.theme === 'muted';
  const ground = styling.background === 'match' || styling.theme === 'muted' ? mix(4, base.ground) : base.ground;
  return {
    ...base,
    accent,
    'accent-text': readableShade(accent, base.text, mixColors(accent, base.ground, SOFT_ACCENT)),
    'on-accent': onAccent,
    info: color(styling.infoColor) ?? base.info,
    success: color(styling.successColor) ?? base.success,
    warning: color(styling.warningColor) ?? base.warning,
    danger: color(styling.dangerColor) ?? base.danger,
    ground,
    shade,
    ...(isTinted && { raised: mix(8, base.raised), line: mix(18, base.line) }),
    ...codeThemeProperties(styling.codeTheme.default[scheme]),
    ...headerProperties(styling.theme, header, { accent, onAccent, base, color }),
  };
}

interface Colors {
  readonly accent: string;
  readonly onAccent: string;
  readonly base: typeof LIGHT | typeof DARK;
  readonly color: (themed: ThemedValue | undefined) => string | undefined;
}

function headerProperties(
  theme: Customization['styling']['theme'],
  { preset, backgroundColor, linkColor }: Customization['header'],
  { accent, onAccent, base, color }: Colors,
): Record<string, string> {
  if (preset === 'custom') {
    const [ground, link] = [color(backgroundColor), color(linkColor)];
    return {
      ...(ground !== undefined && { 'header-ground': ground }),
      ...(link !== undefined && { 'header-text': link, 'header-soft': link, 'header-button': ground ?? base.ground }),
    };
  }
  if (preset === 'contrast') return filledHeader(base.text, base.ground);
  if (preset === 'bold' || theme === 'bold') return filledHeader(accent, onAccent);
  return theme === 'gradient'
    ? { 'header-ground': 'linear-gradient(90deg, color-mix(in srgb, var(--shade) 22%, var(--ground)), var(--ground))' }
    : {};
}

/** Header in one color; its primary button has the colors the other way round. */
const filledHeader = (ground: string, text: string): Record<string, string> => ({
  'header-ground': ground,
  'header-text': text,
  'header-soft': text,
  'header-button': ground,
});

/**
 * Creates the stylesheet of a customization: colors, fonts and corners, from validated values. It is loaded after the
 * common stylesheet.
 */
export function customizationStylesheet(customization: Customization): StaticAsset {
  const known = stylesheets.get(customization) ?? createStylesheet(customization);
  stylesheets.set(customization, known);
  return known;
}

const stylesheets = new WeakMap<Customization, StaticAsset>();

function createStylesheet(customization: Customization): StaticAsset {
  const { styling, themes } = customization;
  const { headingFont } = styling;
  const fontProperty = (font: string | CustomFont, name: string, fallback: string): Record<string, string> =>
    FONT_FAMILY.test(fontFamily(font)) ? { [name]: `"${fontFamily(font)}", ${fallback}` } : {};
  const shared = {
    corner: CORNER_FACTORS[styling.corners],
    ...fontProperty(styling.font, 'sans', 'var(--system-sans)'),
    ...fontProperty(styling.monospaceFont, 'mono', 'var(--system-mono)'),
  };
  const headings =
    headingFont === null || headingFont === undefined ? {} : fontProperty(headingFont, 'headings', 'var(--sans)');
  const colorsOf = (scheme: keyof ThemedValue): Record<string, string> => colorProperties(customization, scheme);
  const colors = followsReader(customization)
    ? themedDeclarations(colorsOf('light'), colorsOf('dark'))
    : `color-scheme: ${themes.default}; ${declarations(colorsOf(themes.default === 'dark' ? 'dark' : 'light'))}`;
  const apiThemes = styling.codeTheme.openapi;
  const isSameTheme = (scheme: keyof ThemedValue): boolean => apiThemes[scheme] === styling.codeTheme.default[scheme];
  const [apiLight, apiDark] = [codeThemeProperties(apiThemes.light), codeThemeProperties(apiThemes.dark)];
  const apiColors =
    isSameTheme('light') && isSameTheme('dark')
      ? ''
      : `.a-op { ${followsReader(customization) ? themedDeclarations(apiLight, apiDark) : declarations(themes.default === 'dark' ? apiDark : apiLight)} }\n`;
  const faces = [
    ...new Set(
      [styling.font, headingFont, styling.monospaceFont].map((font) =>
        font && FONT_FAMILY.test(fontFamily(font)) ? faceRules(font) : '',
      ),
    ),
  ].join('');
  return createTextAsset(
    'look',
    'css',
    `${faces}:root { ${colors} ${declarations({ ...shared, ...headings })} }\n${apiColors}`,
  );
}

/** Returns class names of the page for settings that are not single values. */
export function customizationClasses({ styling, header }: Customization): string {
  const names = [
    `s-theme-${styling.theme}`,
    ...(styling.depth === 'subtle' ? ['s-deep'] : []),
    ...(styling.links === 'accent' ? ['s-links-accent'] : []),
    ...(styling.sidebar.background === 'filled' ? ['s-nav-filled'] : []),
    ...(styling.sidebar.list === 'default' ? [] : [`s-nav-${styling.sidebar.list}`]),
    ...(header.preset === 'none' ? ['s-header-none'] : []),
  ];
  return names.join(' ');
}
