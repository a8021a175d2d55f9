import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StaticAsset } from '../../../ports/sites/site-renderer.ts';
import { loadBundle, type LoadedBundle } from '../../browser-bundles/load-bundle.ts';
import type { BundleSource } from '../../browser-bundles/write-bundle.ts';
import { ASSET_FOLDER, createAsset } from './static-asset.ts';

type EntryPoint = 'main' | 'diagram-frame';
/** Sources of the scripts of sites. */
export const SITE_SCRIPTS: BundleSource<EntryPoint> = {
  folder: 'src/adapters/site/browser',
  entryPoints: { main: 'main.ts', 'diagram-frame': 'diagram-frame.ts' },
};

interface BrowserScripts {
  /** Paths of the entry points below the base path of a site. */
  readonly paths: Readonly<Record<EntryPoint, string>>;
  readonly assets: readonly StaticAsset[];
}

let loaded: BrowserScripts | undefined;

/** Returns the scripts of sites. */
export const browserScripts = (): BrowserScripts => (loaded ??= load());

function load(): BrowserScripts {
  const bundle = loadBundle({ name: 'site-scripts', source: SITE_SCRIPTS });
  const pathOf = (name: EntryPoint): string => `${ASSET_FOLDER}/${bundle.entries[name].file}`;
  return { paths: { main: pathOf('main'), 'diagram-frame': pathOf('diagram-frame') }, assets: assetsOf(bundle) };
}

const assetsOf = ({ folder, files }: LoadedBundle<EntryPoint>): readonly StaticAsset[] =>
  files.map((name) =>
    createAsset({
      name,
      load: () => readFile(join(folder, name)),
      loadEncoded: (encoding) => readFile(join(folder, `${name}.${encoding}`)).catch(() => undefined),
    }),
  );
