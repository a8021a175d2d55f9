import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Koa from 'koa';
import { readManifest, writeApp, type AppManifest } from './bundle-app.ts';

interface AppFiles extends AppManifest {
  readonly folder: string;
}

let loaded: AppFiles | undefined;

/** Returns the files of the app: those that the build wrote, or bundled now when the server runs from sources. */
export const appFiles = (): AppFiles => (loaded ??= load());

function load(): AppFiles {
  const folder = import.meta.url.endsWith('.ts') ? bundleSources() : fileURLToPath(new URL('./app', import.meta.url));
  const manifest = readManifest(folder);
  if (manifest === undefined) throw new Error(`The files of the app are missing in ${folder}: run the build.`);
  return { ...manifest, folder };
}

/** Bundles the sources, once for each of their states. */
function bundleSources(): string {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const state = createHash('sha256').update(readFileSync(join(root, 'package.json')));
  const folders = ['app/src', 'src/adapters/site/browser'].map((folder) => join(root, folder));
  for (const folder of folders)
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (extname(path) !== '') state.update(path).update(readFileSync(join(folder, path)));
  const folder = join(root, 'node_modules/.cache/quire-app', state.digest('hex').slice(0, 16));
  if (readManifest(folder) === undefined) writeApp(folders[0]!, folder, { compressed: false });
  return folder;
}

/** Folder of the files below the app's address. */
export const FILES_PATH = '/app/~files/';
/** Path of the style sheet. */
export const stylePath = (): string => FILES_PATH + appFiles().style;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
const ENCODINGS = ['br', 'gzip'] as const;

/** Answers with a file of the app; one of an earlier build is found while the build keeps it. */
export async function sendAppFile(ctx: Koa.Context): Promise<void> {
  const name = ctx.path.slice(FILES_PATH.length);
  const type = CONTENT_TYPES[extname(name)];
  if (!/^[\w.-]+$/.test(name) || type === undefined) return void (ctx.status = 404);
  const { folder } = appFiles();
  const encoding = ctx.acceptsEncodings(...ENCODINGS, 'identity');
  const encoded =
    typeof encoding === 'string' && encoding !== 'identity'
      ? await readFile(join(folder, `${name}.${encoding}`)).catch(() => undefined)
      : undefined;
  const body = encoded ?? (await readFile(join(folder, name)).catch(() => undefined));
  if (body === undefined) return void (ctx.status = 404);
  ctx.type = type;
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  if (encoded !== undefined) {
    ctx.compress = false;
    ctx.set('Content-Encoding', String(encoding));
  }
  ctx.body = body;
}
