import fs from 'node:fs';
import path from 'node:path';
import { StartupError } from './start-refused.ts';

/**
 * Makes `dir`, which only its owner may enter, and those above it that are not there. `fs.mkdirSync(dir, { recursive: true })` never returns where a file
 * system has no directories made in it and says that they are missing, as `/proc` does.
 * Throws StartRefused there, and what the file system says otherwise.
 */
export function createPrivateDirectory(dir: string): void {
  const missing: string[] = [];
  for (
    let current = path.resolve(dir);
    !fs.existsSync(current) && path.dirname(current) !== current;
    current = path.dirname(current)
  )
    missing.unshift(current);
  for (const each of missing) {
    try {
      fs.mkdirSync(each, { mode: each === missing.at(-1) ? 0o700 : 0o777 });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT')
        throw new StartupError(
          `the data directory ${dir} cannot be created: no directory can be created in ${path.dirname(each)}: set DATA_DIR to another directory`,
        );
      // Another process was quicker.
      if (code !== 'EEXIST' || !fs.statSync(each).isDirectory()) throw error;
    }
  }
  if (!fs.statSync(dir).isDirectory()) throw Object.assign(new Error(`${dir} is not a directory`), { code: 'ENOTDIR' });
}
