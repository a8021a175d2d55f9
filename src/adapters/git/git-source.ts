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

/** Where git is to fetch from, with what holds it to that place. */
export interface GitSource {
  readonly url: string;
  readonly protocol: string;
  readonly settings: GitSettings;
  /** Whether the host is a name that git must not look up itself. */
  readonly isPinned: boolean;
}

/** Holds git to the server that was found: to its address, and to the credentials that may go there. @throws GitError */
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
  if (pinned) found.hostname = target.hostname; // without the dots at its end, under which curl would look it up
  const resolve = `${target.hostname}:${target.port}:${target.addresses.map((each) => (isIP(each) === 6 ? `[${each}]` : each)).join(',')}`;
  const settings: [string, string][] = pinned ? [['http.curloptResolve', resolve]] : [];
  if (authorization !== undefined)
    settings.push([`http.${found.origin}/.extraHeader`, `Authorization: ${authorization}`]);
  return { url: found.href, protocol: found.protocol.slice(0, -1), settings, isPinned: pinned };
}

/**
 * A repository on this machine, if what the address leads to lies in one of the operator's folders, symbolic links followed
 * on both sides. Outside, what exists and what does not are the same refusal.
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
