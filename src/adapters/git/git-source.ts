import fs from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RepositoryUrlParts } from '../../domain/git/repository-address.ts';
import type { GuardedFetch } from '../../ports/kernel/guarded-fetch.ts';
import { GitError } from '../../ports/git/git-repositories.ts';
import type { GitSettings } from './git-program.ts';
import { fetchErrorToGitError } from './wire/git-http.ts';
import type { ServedRepository } from './wire/served-repository.ts';

/** URL that git fetches from, with the settings that restrict git to it. */
export interface GitSource {
  readonly url: string;
  readonly protocol: string;
  readonly settings: GitSettings;
  /** The host is a name that git must not resolve itself. */
  readonly isPinned: boolean;
}

/**
 * Restricts git to the address of the located server and to its credentials.
 *
 * @throws GitError
 */
export async function createHttpSource(
  { url, authorization }: Pick<ServedRepository, 'url' | 'authorization'>,
  web: Pick<GuardedFetch, 'assertAllowed'>,
  signal: AbortSignal,
): Promise<GitSource> {
  const found = new URL(url);
  const target = await web.assertAllowed(found.href, signal).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : fetchErrorToGitError(error);
  });
  const pinned = isIP(target.hostname) === 0;
  if (pinned) found.hostname = target.hostname; // curl would look up the name with its trailing dots.
  const resolve = `${target.hostname}:${target.port}:${target.addresses.map((each) => (isIP(each) === 6 ? `[${each}]` : each)).join(',')}`;
  const settings: [string, string][] = pinned ? [['http.curloptResolve', resolve]] : [];
  if (authorization !== undefined)
    settings.push([`http.${found.origin}/.extraHeader`, `Authorization: ${authorization}`]);
  return { url: found.href, protocol: found.protocol.slice(0, -1), settings, isPinned: pinned };
}

/**
 * Resolves a repository on this machine, which must be in one of the folders allowed by the operator after symbolic
 * links are followed on both sides. Outside of these folders, existing and missing paths cause the same error.
 */
export async function createFileSource(address: RepositoryUrlParts, roots: readonly string[]): Promise<GitSource> {
  const outsideRoots = new GitError(
    'GIT_REFUSED',
    'the path is not in a folder from which repositories may be read; the operator lists these folders in GIT_FILE_ROOTS',
  );
  let requested: string;
  try {
    requested = fileURLToPath(address.url);
  } catch {
    throw outsideRoots;
  }
  const real = await fs.realpath(requested).catch(() => undefined);
  for (const root of roots) {
    const base = await fs.realpath(root).catch(() => undefined);
    if (base === undefined) continue;
    if (real !== undefined && isInside(base, real))
      return { url: pathToFileURL(real).href, protocol: 'file', settings: [], isPinned: false };
    if (real === undefined && (isInside(base, requested) || isInside(path.resolve(root), requested)))
      throw new GitError('GIT_NOT_FOUND', 'the path does not lead to a Git repository');
  }
  throw outsideRoots;
}

function isInside(base: string, target: string): boolean {
  const relative = path.relative(base, target);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}
