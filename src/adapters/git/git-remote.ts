import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RepositoryUrlParts } from '../../domain/git/repository-address.ts';
import { GitError } from '../../ports/git/git-repositories.ts';
import { runGit, type GitRunSettings } from './git-program.ts';
import { GitRelay, MAX_REFS_BYTES, type GitRelayOptions, type ObjectFormat } from './git-relay.ts';

/** Remote repository, as git reaches it. */
export interface GitRemote {
  /** URL for git. */
  readonly url: string;
  /** Object format that the server stated; undefined before git asked, and for servers that state none. */
  readonly objectFormat: ObjectFormat | undefined;
  /**
   * Runs git with access to the repository and returns its output.
   *
   * @param maxBytes maximum size of what the server sends
   * @throws GitError
   */
  run(args: readonly string[], run: GitRunSettings, maxBytes: number): Promise<Buffer>;
  close(): void;
}

/** Opens a repository on a server, which the relay reaches; no request is sent before git runs. */
export async function openHttpRemote(options: GitRelayOptions): Promise<GitRemote> {
  const relay = await GitRelay.open(options);
  const { url, settings } = relay;
  return {
    url,
    get objectFormat() {
      return relay.objectFormat;
    },
    async run(args, run, maxBytes) {
      relay.beginRun(maxBytes);
      const secrets = [...(run.secrets ?? []), url];
      try {
        return await runGit({ ...run, args, secrets, protocol: 'http', settings });
      } catch (error) {
        throw run.signal.aborted ? error : (relay.failure ?? error);
      }
    },
    close: () => relay.close(),
  };
}

export interface FileRemoteOptions {
  /** GIT_FILE_ROOTS. */
  readonly roots: readonly string[];
  /** Configuration file for the server side of git, which also runs on this machine. */
  readonly globalConfig: string;
}

/**
 * Opens a repository on this machine, which must be in one of the folders allowed by the operator after symbolic links
 * are followed on both sides. Outside of these folders, existing and missing paths cause the same error.
 *
 * @throws GitError
 */
export async function openFileRemote(
  address: RepositoryUrlParts,
  { roots, globalConfig }: FileRemoteOptions,
): Promise<GitRemote> {
  return {
    url: pathToFileURL(await resolveFile(address, roots)).href,
    objectFormat: undefined,
    run: (args, run) => runGit({ ...run, args, protocol: 'file', globalConfig }),
    close: () => {},
  };
}

/**
 * Resolves the path of a repository on this machine.
 *
 * @throws GitError
 */
export async function resolveFile({ url }: RepositoryUrlParts, roots: readonly string[]): Promise<string> {
  const outsideRoots = new GitError(
    'GIT_REFUSED',
    'the path is not in a folder from which repositories may be read; the operator lists these folders in GIT_FILE_ROOTS',
  );
  let requested: string;
  try {
    requested = fileURLToPath(url);
  } catch {
    throw outsideRoots;
  }
  const real = await fs.realpath(requested).catch(() => undefined);
  for (const root of roots) {
    const base = await fs.realpath(root).catch(() => undefined);
    if (base === undefined) continue;
    if (real !== undefined && isInside(base, real)) return real;
    if (real === undefined && (isInside(base, requested) || isInside(path.resolve(root), requested)))
      throw new GitError('GIT_NOT_FOUND', 'the path does not lead to a Git repository');
  }
  throw outsideRoots;
}

function isInside(base: string, target: string): boolean {
  const relative = path.relative(base, target);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

/**
 * Resolves a branch to its commit; undefined if the branch does not exist.
 *
 * @throws GitError
 */
export async function listBranch(remote: GitRemote, ref: string, run: GitRunSettings): Promise<string | undefined> {
  const output = await remote.run(['ls-remote', '--quiet', '--', remote.url, ref], run, MAX_REFS_BYTES);
  return output
    .toString('utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .find(([, name]) => name === ref)?.[0];
}

/** Tells whether a repository has neither branches nor tags; false if the server does not list them. */
export async function isEmptyRepository(remote: GitRemote, run: GitRunSettings): Promise<boolean> {
  try {
    const list = await remote.run(['ls-remote', '--quiet', '--heads', '--tags', '--', remote.url], run, MAX_REFS_BYTES);
    return list.length === 0;
  } catch (error) {
    if (error instanceof GitError && !run.signal.aborted) return false;
    throw error;
  }
}
