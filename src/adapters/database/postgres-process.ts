import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findInaccessibleDirectory } from './process-user.ts';
import type { ProcessUser } from './process-user.ts';
import { StartupError } from './startup-error.ts';

/** File or directory that is passed to a PostgreSQL program. */
interface PathHandle {
  readonly argument: string;
  readonly fd?: number;
}

/**
 * Runs a PostgreSQL program as `user`, with an environment that contains no secrets of this process, and in a session
 * of its own, so that Ctrl-C in a terminal reaches only this process and the database outlives the drain.
 *
 * A path below a directory that `user` cannot enter, such as the home directory of root, is opened by this process and
 * passed as a file descriptor, which Linux allows the program to follow.
 *
 * @param args receives the names under which the program sees `paths`
 */
export function runPostgres(
  program: string,
  user: ProcessUser,
  paths: readonly string[],
  args: (names: readonly string[]) => readonly string[],
  output: number,
): ChildProcess {
  const handles: PathHandle[] = [];
  try {
    for (const each of paths)
      handles.push(openPath(each, user, 3 + handles.filter(({ fd }) => fd !== undefined).length));
    const stdio = ['ignore' as const, output, output, ...handles.flatMap(({ fd }) => (fd === undefined ? [] : [fd]))];
    return spawn(program, args(handles.map(({ argument }) => argument)), {
      ...user,
      cwd: startDirectory(),
      env: environment(),
      stdio,
      detached: true,
      windowsHide: true,
    });
  } finally {
    for (const { fd } of handles) if (fd !== undefined) fs.closeSync(fd);
  }
}

function openPath(target: string, user: ProcessUser, number: number): PathHandle {
  const closed = findInaccessibleDirectory(path.dirname(target), user);
  if (closed === undefined) return { argument: target };
  if (process.platform !== 'linux') {
    throw new StartupError(
      `${target} is below ${closed}, which the user that PostgreSQL runs as (never root) cannot enter: set DATA_DIR to another directory, or run Quire as another user`,
    );
  }
  return { argument: `/proc/self/fd/${number}`, fd: fs.openSync(target, 'r') };
}

const startDirectory = (): string => (process.platform === 'win32' ? os.tmpdir() : '/');

function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR'];
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of kept) if (process.env[name] !== undefined) env[name] = process.env[name];
  return env;
}
