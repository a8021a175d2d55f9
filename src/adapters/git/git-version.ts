import { tmpdir } from 'node:os';
import { GitError } from '../../ports/git/git-repositories.ts';
import { runGit } from './git-program.ts';

export interface GitVersion {
  /** Version such as `2.39.5`. */
  readonly version: string;
  /** Git 2.34 or later. */
  readonly isSupported: boolean;
  /** `git cat-file` supports `--batch-command` (2.36). */
  readonly hasBatchCommand: boolean;
}

/**
 * Reads the version of the git program.
 *
 * @throws GitError GIT_PROGRAM when the program is missing
 */
export async function readGitVersion(program = 'git'): Promise<GitVersion> {
  const output = (
    await runGit({ program, args: ['version'], home: tmpdir(), signal: AbortSignal.timeout(10_000) })
  ).toString('utf8');
  const [, major, minor, patch = '0'] = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(output) ?? [];
  if (major === undefined || minor === undefined)
    throw new GitError('GIT_PROGRAM', 'the program git does not report its version');
  const isAtLeast = (minimum: number): boolean =>
    Number(major) > 2 || (Number(major) === 2 && Number(minor) >= minimum);
  return {
    version: `${major}.${minor}.${patch}`,
    isSupported: isAtLeast(34),
    hasBatchCommand: isAtLeast(36),
  };
}
