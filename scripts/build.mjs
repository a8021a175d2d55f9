/** Builds what `npm start` runs, unless the last build had the same sources and packages. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { digestOfFiles } from './build/digest-of-files.mjs';

const SOURCES = ['src', 'app', 'scripts/build', 'package.json', 'tsconfig.json', 'node_modules/.package-lock.json'];
/** Digest of the sources of the last build that ended. */
const LAST = 'dist/sources-digest';

const digest = await digestOfFiles(SOURCES);
if ((await readFile(LAST, 'utf8').catch(() => undefined)) !== digest) {
  await rm(LAST, { force: true });
  await import('./build/bundles.mjs');
  await writeFile(LAST, digest);
}
