/**
 * Writes the colors of the code themes (`npm run code-themes`), from the themes of Shiki: the ground, the text, and a
 * color for each kind of token, with a contrast to the ground in which people can read them.
 */
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { codeThemeColors } from './rendering/code-theme-colors.ts';

const path = new URL('../src/adapters/site/code-theme-colors.ts', import.meta.url).pathname;
const text = `import type { CodeTheme } from '../../domain/sites/code-themes.ts';

/** Ground, text and token colors of each theme, in the order of \`CODE_COLORS\`; written by \`npm run code-themes\`. */
export const CODE_THEME_COLORS: Readonly<Record<CodeTheme, string>> = ${JSON.stringify(await codeThemeColors())};
`;
writeFileSync(path, await format(text, { ...(await resolveConfig(path)), parser: 'typescript' }));
