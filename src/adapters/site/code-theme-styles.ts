import type { CodeTheme } from '../../domain/sites/code-themes.ts';
import { CODE_THEME_COLORS } from './code-theme-colors.ts';
import { TOKEN_KINDS } from './content/token-kinds.ts';

/** Names of the colors of a theme, in their order. */
const NAMES = ['ground', 'text', ...TOKEN_KINDS.map(({ name }) => name)];

/** Returns the custom properties with the colors of a code theme. */
export const codeThemeProperties = (theme: CodeTheme): Record<string, string> =>
  Object.fromEntries(CODE_THEME_COLORS[theme].split(' ').map((color, index) => [`code-${NAMES[index]}`, color]));

/** Rules that give each kind of token its color; every theme has the same. */
export const TOKEN_CSS = TOKEN_KINDS.map(
  ({ name, className }) => `.q-code .${className} { color: var(--code-${name}); }\n`,
).join('');
