import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { StaticAsset } from '../../../ports/sites/site-renderer.ts';
import { ASSET_FOLDER, createAsset } from '../static/static-asset.ts';
import { FONT_PACKAGES } from './font-packages.ts';

const FACE = /@font-face\s*\{([^}]*)\}/g;
const FILE = /url\(\.\/files\/([a-z0-9-]+)\.woff2\)/;
const ASSET = new RegExp(`^${ASSET_FOLDER}/face\\.([A-Za-z]+)\\.([a-z0-9-]+)\\.[0-9.]+\\.woff2$`);

interface PackagedFont {
  /** `@font-face` rules; each browser loads only the files whose characters and weights a page has. */
  readonly rules: string;
  readonly assets: ReadonlyMap<string, StaticAsset>;
}

const EMPTY: PackagedFont = { rules: '', assets: new Map() };
const loaded = new Map<string, PackagedFont>();

/** Returns the `@font-face` rules of a font by its name in customizations; none for a name without a package. */
export const packagedFontRules = (name: string): string => packagedFont(name).rules;

/** Finds a file of a packaged font by its path below the base path of a site. */
export function findFontFile(path: string): StaticAsset | undefined {
  const name = ASSET.exec(path)?.[1];
  return name === undefined ? undefined : packagedFont(name).assets.get(path);
}

function packagedFont(name: string): PackagedFont {
  if (!Object.hasOwn(FONT_PACKAGES, name)) return EMPTY;
  const known = loaded.get(name) ?? load(name);
  loaded.set(name, known);
  return known;
}

function load(name: string): PackagedFont {
  const { packageName, family, sheets } = FONT_PACKAGES[name]!;
  const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const folder = dirname(manifest);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  const assets = new Map<string, StaticAsset>();
  const rules = sheets.flatMap((sheet) =>
    [...readFileSync(join(folder, `${sheet}.css`), 'utf8').matchAll(FACE)].flatMap(([, body = '']) => {
      const file = FILE.exec(body)?.[1];
      if (file === undefined) return [];
      const asset = createAsset({
        name: `face.${name}.${file}.${version}.woff2`,
        load: () => readFile(join(folder, 'files', `${file}.woff2`)),
      });
      assets.set(asset.path, asset);
      const value = (property: string): string | undefined =>
        new RegExp(`${property}:\\s*([^;}]+)`).exec(body)?.[1]?.trim();
      const range = value('unicode-range');
      return [
        `@font-face { font-family: "${family}"; font-style: ${value('font-style') ?? 'normal'}; font-weight: ${value('font-weight') ?? '400'}; font-display: swap; src: url("${asset.path.slice(ASSET_FOLDER.length + 1)}") format("woff2");${range === undefined ? '' : ` unicode-range: ${range};`} }\n`,
      ];
    }),
  );
  return { rules: rules.join(''), assets };
}
