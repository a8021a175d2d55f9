import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type * as Esbuild from 'esbuild';

/** Scripts that pages load, by name; everything else is imported by them, on demand or at once. */
const ENTRY_POINTS = ['main', 'diagram-frame'] as const;
export type ScriptName = (typeof ENTRY_POINTS)[number];

export interface ScriptBundle {
  /** File name of each entry point. */
  readonly entries: Readonly<Record<ScriptName, string>>;
  readonly files: readonly { readonly name: string; readonly content: Uint8Array }[];
}

/**
 * Bundles the scripts for browsers: minified modules with a content hash in their names. Modules that are imported
 * dynamically become files of their own.
 *
 * @param folder folder of the sources
 */
export function bundleScripts(folder: string): ScriptBundle {
  // Loaded at run time: the server's own bundle must not contain the bundler.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof Esbuild;
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: folder,
    entryPoints: Object.fromEntries(ENTRY_POINTS.map((name) => [name, `./${name}.ts`])),
    outdir: 'out',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17'],
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    metafile: true,
    write: false,
    logLevel: 'error',
    tsconfigRaw: '{}',
  });
  const entryOf = (name: ScriptName): string =>
    basename(Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === `${name}.ts`)![0]);
  return {
    entries: Object.fromEntries(ENTRY_POINTS.map((name) => [name, entryOf(name)])) as ScriptBundle['entries'],
    files: outputFiles.map(({ path, contents }) => ({ name: basename(path), content: contents })),
  };
}
