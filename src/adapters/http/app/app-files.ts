import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type Koa from 'koa';
import { appFiles } from './app-bundle.ts';

/** Folder of the files below the app's address. */
export const FILES_PATH = '/app/~files/';
/** Path of the style sheet. */
export const stylePath = (): string => FILES_PATH + appFiles().entries.style.file;
/** Path of the script by which the other tabs of a browser learn that the user has signed out. */
export const signedOutScript = (): string => FILES_PATH + appFiles().entries.signedOut.file;

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
