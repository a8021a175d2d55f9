import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type * as Esbuild from 'esbuild';

/** Files of a bundle of the app. */
export interface AppManifest {
  /** Script and style sheet that pages load. */
  readonly script: string;
  readonly style: string;
  /** Files that the script imports at once, which pages load with it. */
  readonly imported: readonly string[];
  readonly files: readonly string[];
}

const MANIFEST = 'manifest.json';

/**
 * Bundles the app into a folder, which appears completely or not at all. File names contain a hash of the content;
 * modules that are imported dynamically become files of their own.
 *
 * @param sources folder `app/src`
 * @param compressed writes the compressed forms beside each file
 */
export function writeApp(sources: string, folder: string, { compressed }: { readonly compressed: boolean }): void {
  // Loaded at run time: the server's own bundle must not contain the bundler.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof Esbuild;
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: sources,
    entryPoints: { main: './main.tsx', style: './styles/style.css' },
    outdir: 'out',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    metafile: true,
    write: false,
    logLevel: 'error',
    tsconfigRaw: '{}',
  });
  const outputs = Object.entries(metafile.outputs);
  const outputOf = (entry: string) => outputs.find(([, { entryPoint }]) => entryPoint === entry)!;
  const [script, { imports }] = outputOf('main.tsx');
  const manifest: AppManifest = {
    script: basename(script),
    style: basename(outputOf('styles/style.css')[0]),
    imported: staticImports(metafile.outputs, imports).map((path) => basename(path)),
    files: outputFiles.map(({ path }) => basename(path)),
  };
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  for (const { path, contents } of outputFiles) {
    const file = join(unfinished, basename(path));
    writeFileSync(file, contents);
    if (!compressed) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(contents));
    writeFileSync(`${file}.gzip`, gzipSync(contents, { level: 9 }));
  }
  writeFileSync(join(unfinished, MANIFEST), JSON.stringify(manifest));
  mkdirSync(dirname(folder), { recursive: true });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process was first.
    rmSync(unfinished, { recursive: true, force: true });
    if (readManifest(folder) === undefined) throw error;
  }
}

type Outputs = Esbuild.Metafile['outputs'];

/** Lists the chunks that are imported statically, directly or indirectly. */
function staticImports(outputs: Outputs, imports: Outputs[string]['imports']): readonly string[] {
  const found = new Set<string>();
  const open = [...imports];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind !== 'import-statement' || next.external || found.has(next.path)) continue;
    found.add(next.path);
    open.push(...(outputs[next.path]?.imports ?? []));
  }
  return [...found];
}

/** Reads the manifest of a folder; undefined if there is none. */
export function readManifest(folder: string): AppManifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as AppManifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
