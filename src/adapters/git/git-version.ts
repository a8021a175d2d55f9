import { tmpdir } from 'node:os';
import { GitError } from '../../ports/git/git-repositories.ts';
import { runGit } from './git-program.ts';

export interface GitVersion {
  /** Such as `2.39.5`. */
  readonly version: string;
  /** Whether it is 2.34 or later, which everything needs but writing to named http hosts, and reading from old ones. */
  readonly isSupported: boolean;
  /** Whether it can be held to the addresses that were checked for a host (http.curloptResolve, 2.37). */
  readonly canPinAddresses: boolean;
  /** Whether `git cat-file` takes commands (2.36). */
  readonly hasBatchCommand: boolean;
}

/** Asks the git program which one it is. Throws GitError GIT_PROGRAM when there is none. */
export async function readGitVersion(program = 'git'): Promise<GitVersion> {
  const output = (
    await runGit(program, { args: ['version'], home: tmpdir(), signal: AbortSignal.timeout(10_000) })
  ).toString('utf8');
  const [, major, minor, patch = '0'] = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(output) ?? [];
  if (major === undefined || minor === undefined)
    throw new GitError('GIT_PROGRAM', 'the program git does not report its version');
  const isAtLeast = (wanted: number): boolean => Number(major) > 2 || (Number(major) === 2 && Number(minor) >= wanted);
  return {
    version: `${major}.${minor}.${patch}`,
    isSupported: isAtLeast(34),
    canPinAddresses: isAtLeast(37),
    hasBatchCommand: isAtLeast(36),
  };
}
