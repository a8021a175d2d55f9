import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bundleScripts, type ScriptBundle } from './bundle-scripts.ts';

/** Name of the file that lists a written bundle. */
export const MANIFEST = 'manifest.json';

/** Names of the files of a written bundle. */
export interface ScriptManifest {
  readonly entries: ScriptBundle['entries'];
  readonly files: readonly string[];
}

/**
 * Bundles the scripts into a folder, which appears completely or not at all.
 *
 * @param compressed writes the compressed forms beside each file
 */
export function writeScripts(sources: string, folder: string, { compressed }: { readonly compressed: boolean }): void {
  const { entries, files } = bundleScripts(sources);
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  for (const { name, content } of files) {
    writeFileSync(join(unfinished, name), content);
    if (!compressed) continue;
    writeFileSync(join(unfinished, `${name}.br`), brotliCompressSync(content));
    writeFileSync(join(unfinished, `${name}.gzip`), gzipSync(content, { level: 9 }));
  }
  const manifest: ScriptManifest = { entries, files: files.map(({ name }) => name) };
  writeFileSync(join(unfinished, MANIFEST), JSON.stringify(manifest));
  publish(unfinished, folder);
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

/** Reads the manifest of a folder; undefined when there is none. */
export function readManifest(folder: string): ScriptManifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as ScriptManifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
