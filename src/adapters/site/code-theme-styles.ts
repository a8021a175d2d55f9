import type { CodeTheme } from '../../domain/sites/code-themes.ts';
import { CODE_THEME_COLORS } from './code-theme-colors.ts';
import { TOKEN_KINDS } from './content/token-kinds.ts';

/** Names of the colors of a theme, in their order. */
const NAMES = ['ground', 'text', ...TOKEN_KINDS.map(({ name }) => name)];

const colorsOf = (theme: CodeTheme): readonly (readonly [name: string, color: string])[] =>
  CODE_THEME_COLORS[theme].split(' ').map((color, index) => [NAMES[index]!, color]);

/** Returns the custom properties with the colors of a code theme. */
export const codeThemeProperties = (theme: CodeTheme): Record<string, string> =>
  Object.fromEntries(colorsOf(theme).map(([name, color]) => [`code-${name}`, color]));

/** Returns the colors of a code theme by the classes of the kinds of tokens. */
export function tokenColors(theme: CodeTheme): ReadonlyMap<string, string> {
  const colors = new Map(colorsOf(theme));
  return new Map(TOKEN_KINDS.map(({ name, className }) => [className, colors.get(name)!]));
}

/** Rules that give each kind of token its color; every theme has the same. */
export const TOKEN_CSS = TOKEN_KINDS.map(
  ({ name, className }) => `.q-code .${className} { color: var(--code-${name}); }\n`,
).join('');
