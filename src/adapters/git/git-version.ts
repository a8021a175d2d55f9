import { tmpdir } from 'node:os';
import { GitError } from '../../ports/git/git-repositories.ts';
import { runGit } from './git-program.ts';

export interface GitVersion {
  /** Such as `2.39.5`. */
  readonly version: string;
  /** Whether it is 2.34 or later, which everything needs but writing to named http hosts, and reading from old ones. */
  readonly supported: boolean;
  /** Whether it can be held to the addresses that were checked for a host (http.curloptResolve, 2.37). */
  readonly pins: boolean;
  /** Whether `git cat-file` takes commands (2.36). */
  readonly takesCommands: boolean;
}

/** Asks the git program which one it is. Throws GitError GIT_PROGRAM when there is none. */
export async function gitVersion(program = 'git'): Promise<GitVersion> {
  const said = (
    await runGit(program, { args: ['version'], home: tmpdir(), signal: AbortSignal.timeout(10_000) })
  ).toString('utf8');
  const [, major, minor, patch = '0'] = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(said) ?? [];
  if (major === undefined || minor === undefined)
    throw new GitError('GIT_PROGRAM', 'the program git does not report its version');
  const since = (wanted: number): boolean => Number(major) > 2 || (Number(major) === 2 && Number(minor) >= wanted);
  return { version: `${major}.${minor}.${patch}`, supported: since(34), pins: since(37), takesCommands: since(36) };
}
