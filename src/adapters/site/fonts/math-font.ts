import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ASSET_FOLDER, createAsset } from '../static/static-asset.ts';

const MANIFEST = createRequire(import.meta.url).resolve('@fontsource/noto-sans-math/package.json');
const FILE = 'noto-sans-math-latin-400-normal.woff2';
const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { readonly version: string };

/** Font whose signs stretch around what they enclose. */
export const MATH_FONT = createAsset({
  name: `face.math.${version}.woff2`,
  load: () => readFile(join(dirname(MANIFEST), 'files', FILE)),
});

/** Fonts with stretching signs that systems have. */
const SYSTEM_FONTS = ['Latin Modern Math', 'STIX Two Math', 'Cambria Math', 'Libertinus Math', 'DejaVu Math TeX Gyre'];

/** Style of formulas. Browsers load the file only where the system has none of the other fonts. */
export const MATH_CSS = `@font-face {
  font-family: "Quire Math";
  font-display: swap;
  src: url("${MATH_FONT.path.slice(ASSET_FOLDER.length + 1)}") format("woff2");
}
.s-content math { font-family: ${[...SYSTEM_FONTS, 'Quire Math'].map((name) => `"${name}"`).join(', ')}, math; }
`;
