import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readManifest, type BundleManifest } from './bundle-manifest.ts';
import { writeBundle, type BundleSource } from './write-bundle.ts';

/** A bundle and its folder. */
export interface LoadedBundle<Name extends string> extends BundleManifest<Name> {
  readonly folder: string;
}

/** Sources of a bundle, and where the bundle is kept. */
export interface BundlePlace<Name extends string> {
  /** Folder of the built bundle beside the built server, and of the cache when the server runs from sources. */
  readonly name: string;
  /** Sources, with their folder relative to the project. */
  readonly source: BundleSource<Name>;
  /** Further folders that the sources import from, relative to the project. */
  readonly importedFolders?: readonly string[];
}

/**
 * Returns a bundle: the one that the build wrote, or one that is made now if the server runs from sources.
 *
 * @throws Error when the build has not written it
 */
export function loadBundle<Name extends string>(place: BundlePlace<Name>): LoadedBundle<Name> {
  const folder = import.meta.url.endsWith('.ts')
    ? bundleSources(place)
    : fileURLToPath(new URL(`./${place.name}`, import.meta.url));
  const manifest = readManifest<Name>(folder);
  if (manifest === undefined) throw new Error(`The bundle ${place.name} is missing in ${folder}: run the build.`);
  return { ...manifest, folder };
}

/** Bundles the sources, once for each of their states. */
function bundleSources<Name extends string>({ name, source, importedFolders = [] }: BundlePlace<Name>): string {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const state = createHash('sha256').update(readFileSync(join(root, 'package.json')));
  for (const folder of [source.folder, ...importedFolders].map((path) => join(root, path)))
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (extname(path) !== '') state.update(path).update(readFileSync(join(folder, path)));
  const folder = join(root, `node_modules/.cache/quire-bundles/${name}`, state.digest('hex').slice(0, 16));
  if (readManifest(folder) === undefined)
    writeBundle({ ...source, folder: join(root, source.folder) }, folder, { compressed: false });
  return folder;
}
