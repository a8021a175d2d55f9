import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of the files of a bundle. */
export interface BundleManifest<Name extends string> {
  readonly entries: Readonly<Record<Name, BundleEntry>>;
  readonly files: readonly string[];
}
/** Files of an entry point. */
export interface BundleEntry {
  readonly file: string;
  /** Files that the entry point imports at once, directly or indirectly. */
  readonly imported: readonly string[];
}

/** Name of the file with the manifest. */
export const MANIFEST = 'manifest.json';

/** Reads the manifest of a folder; undefined if there is none. */
export function readManifest<Name extends string>(folder: string): BundleManifest<Name> | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as BundleManifest<Name>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
