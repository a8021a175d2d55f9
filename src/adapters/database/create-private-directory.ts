import fs from 'node:fs';
import path from 'node:path';
import { DATA_DIRECTORY, StartupError, type DirectoryLabel } from './startup-error.ts';

/**
 * Creates `dir` with mode 0700, and its missing parent directories.
 *
 * `fs.mkdirSync(dir, { recursive: true })` never returns on file systems that report missing directories but do not
 * allow creating any, such as `/proc`.
 *
 * @throws StartupError on such a file system, and the error of the file system otherwise
 */
export function createPrivateDirectory(dir: string, { name, setting }: DirectoryLabel = DATA_DIRECTORY): void {
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
          `the ${name} ${dir} cannot be created: no directory can be created in ${path.dirname(each)}: set ${setting} to another directory`,
        );
      // Another process created the directory first.
      if (code !== 'EEXIST' || !fs.statSync(each).isDirectory()) throw error;
    }
  }
  if (!fs.statSync(dir).isDirectory()) throw Object.assign(new Error(`${dir} is not a directory`), { code: 'ENOTDIR' });
}
