import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns a digest of the names and contents of files.
 *
 * @param paths files, and folders with all that they contain; those that do not exist are left out
 */
export async function digestOfFiles(paths) {
  const digest = createHash('sha256');
  for (const path of paths)
    for (const file of await filesOf(path)) {
      const content = await readFile(file);
      digest.update(`${file}\0${content.length}\0`).update(content);
    }
  return digest.digest('hex');
}

/** Returns the files at a path, in a fixed order. */
async function filesOf(path) {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
