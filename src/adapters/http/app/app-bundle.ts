import { loadBundle, type LoadedBundle } from '../../browser-bundles/load-bundle.ts';
import type { BundleSource } from '../../browser-bundles/write-bundle.ts';

type EntryPoint = 'main' | 'style' | 'signedOut';
/** Sources of the app. */
export const APP: BundleSource<EntryPoint> = {
  folder: 'app/src',
  entryPoints: { main: 'main.tsx', style: 'styles/style.css', signedOut: 'signed-out.ts' },
  jsxImportSource: 'preact',
};

let loaded: LoadedBundle<EntryPoint> | undefined;

/** Returns the files of the app. */
export const appFiles = (): LoadedBundle<EntryPoint> =>
  (loaded ??= loadBundle({
    name: 'app',
    source: APP,
    importedFolders: ['src/adapters/site/browser', 'src/adapters/website/page', 'src/domain/content'],
  }));
