import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StaticAsset } from '../../../ports/sites/site-renderer.ts';
import type { ScriptName } from './bundle-scripts.ts';
import { readManifest, writeScripts, type ScriptManifest } from './script-files.ts';
import { ASSET_FOLDER, createAsset } from './static-asset.ts';

interface BrowserScripts {
  /** Paths of the entry points below the base path of a site. */
  readonly paths: Readonly<Record<ScriptName, string>>;
  readonly assets: readonly StaticAsset[];
}

let loaded: BrowserScripts | undefined;

/** Returns the scripts for browsers: those that the build wrote, or bundled now when the server runs from sources. */
export const browserScripts = (): BrowserScripts => (loaded ??= load());

function load(): BrowserScripts {
  const folder = import.meta.url.endsWith('.ts')
    ? bundleSources()
    : fileURLToPath(new URL('./site-scripts', import.meta.url));
  const manifest = readManifest(folder);
  if (manifest === undefined)
    throw new Error(`The scripts of published sites are missing in ${folder}: run the build.`);
  return {
    paths: Object.fromEntries(
      Object.entries(manifest.entries).map(([name, file]) => [name, `${ASSET_FOLDER}/${file}`]),
    ) as BrowserScripts['paths'],
    assets: assetsOf(folder, manifest),
  };
}

const assetsOf = (folder: string, { files }: ScriptManifest): readonly StaticAsset[] =>
  files.map((name) =>
    createAsset({
      name,
      load: () => readFile(join(folder, name)),
      loadEncoded: (encoding) => readFile(join(folder, `${name}.${encoding}`)).catch(() => undefined),
    }),
  );

/** Bundles the sources, once for each of their states. */
function bundleSources(): string {
  const sources = fileURLToPath(new URL('../browser', import.meta.url));
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const state = createHash('sha256').update(readFileSync(join(root, 'package.json')));
  for (const file of readdirSync(sources, { recursive: true, withFileTypes: true }).sort((a, b) =>
    join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1,
  ))
    if (file.isFile()) state.update(file.name).update(readFileSync(join(file.parentPath, file.name)));
  const folder = join(root, 'node_modules/.cache/quire-site-scripts', state.digest('hex').slice(0, 16));
  if (readManifest(folder) === undefined) writeScripts(sources, folder, { compressed: false });
  return folder;
}
