import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type * as Esbuild from 'esbuild';
import { MANIFEST, readManifest, type BundleEntry, type BundleManifest } from './bundle-manifest.ts';

/** Sources that are bundled for browsers. */
export interface BundleSource<Name extends string> {
  /** Folder of the sources. */
  readonly folder: string;
  /** Paths of the modules and style sheets that pages load, relative to the folder, without `./`. */
  readonly entryPoints: Readonly<Record<Name, string>>;
  /** Library that JSX is compiled for. */
  readonly jsxImportSource?: string;
}

/**
 * Bundles sources into a folder, which appears completely or not at all. File names contain a hash of the content;
 * modules that are imported dynamically become files of their own.
 *
 * @param compressed writes the compressed forms beside each file
 */
export function writeBundle<Name extends string>(
  { folder: sources, entryPoints, jsxImportSource }: BundleSource<Name>,
  folder: string,
  { compressed }: { readonly compressed: boolean },
): void {
  // Loaded at run time: the server's own bundle must not contain the bundler.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof Esbuild;
  const names = Object.keys(entryPoints) as Name[];
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: sources,
    entryPoints: Object.fromEntries(names.map((name) => [name, `./${entryPoints[name]}`])),
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
    ...(jsxImportSource !== undefined && { jsx: 'automatic', jsxImportSource }),
  });
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  for (const { path, contents } of outputFiles) {
    const file = join(unfinished, basename(path));
    writeFileSync(file, contents);
    if (!compressed) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(contents));
    writeFileSync(`${file}.gzip`, gzipSync(contents, { level: 9 }));
  }
  const manifest: BundleManifest<Name> = {
    entries: Object.fromEntries(
      names.map((name) => [name, findEntry(metafile.outputs, entryPoints[name])]),
    ) as BundleManifest<Name>['entries'],
    files: outputFiles.map(({ path }) => basename(path)),
  };
  writeFileSync(join(unfinished, MANIFEST), JSON.stringify(manifest));
  publish(unfinished, folder);
}

type Outputs = Esbuild.Metafile['outputs'];

function findEntry(outputs: Outputs, entryPoint: string): BundleEntry {
  const [file, { imports }] = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint)!;
  const imported = new Set<string>();
  const open = [...imports];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind !== 'import-statement' || next.external || imported.has(next.path)) continue;
    imported.add(next.path);
    open.push(...(outputs[next.path]?.imports ?? []));
  }
  return { file: basename(file), imported: [...imported].map((path) => basename(path)) };
}

/** Moves a finished folder to its place; the one that another process put there first stays. */
function publish(unfinished: string, folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (readManifest(folder) === undefined) throw error;
  }
}
