import fs from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SplitRepositoryUrl } from '../../domain/git-sync/repository-address.ts';
import { FetchFailed, FetchRefused } from '../../ports/outside/guarded-fetch.ts';
import type { GuardedFetch } from '../../ports/outside/guarded-fetch.ts';
import { GitFailed } from '../../ports/git/git-repositories.ts';
import { basicCredentials } from './git-failures.ts';
import type { GitSettings } from './git-program.ts';

/** Where git is to fetch from, with what holds it to that place. */
export interface GitSource {
  readonly url: string;
  readonly protocol: string;
  readonly settings: GitSettings;
  /** Whether the host is a name that git must not look up itself. */
  readonly pinned: boolean;
}

const ADVERTISEMENT = '/info/refs?service=git-upload-pack';
const PREFLIGHT_TIMEOUT_MS = 30_000;

/**
 * Follows an http address to where the repository is, each step checked, and pins git to the address of that host. The
 * server's answer tells a wrong password from a wrong address better than git does. Throws GitFailed.
 */
export async function httpSource(address: SplitRepositoryUrl, web: GuardedFetch, signal: AbortSignal): Promise<GitSource> {
  const asked = new URL(address.url.replace(/\/+$/, ''));
  const known = address.username !== undefined || address.password !== undefined;
  const headers: Record<string, string> = { 'git-protocol': 'version=2', 'user-agent': 'git/2.40 (Quire)' };
  if (known) headers.authorization = `Basic ${basicCredentials(address)}`;
  try {
    const answer = await web.open(asked.href + ADVERTISEMENT, { headers, accept: '*/*', maxBytes: Number.MAX_SAFE_INTEGER, timeoutMs: PREFLIGHT_TIMEOUT_MS, signal });
    answer.close();
    refuseStatus(answer.status, known);
    if (/^\s*(text\/html|application\/xhtml)/i.test(answer.headers['content-type'] ?? '')) throw new GitFailed('GIT_NOT_FOUND', 'there is no Git repository at this URL: the server answers with a web page');
    if (!answer.url.endsWith(ADVERTISEMENT)) throw new GitFailed('GIT_NOT_FOUND', 'there is no Git repository at this URL: the server redirects to something else');
    const found = new URL(answer.url.slice(0, -ADVERTISEMENT.length));
    const target = await web.assertAllowed(found.href, signal);
    const pinned = isIP(target.hostname) === 0;
    if (pinned) found.hostname = target.hostname; // without the dots at its end, under which curl would look it up
    const resolve = `${target.hostname}:${target.port}:${target.addresses.map((each) => (isIP(each) === 6 ? `[${each}]` : each)).join(',')}`;
    const settings: [string, string][] = pinned ? [['http.curloptResolve', resolve]] : [];
    if (known && found.origin === asked.origin) settings.push([`http.${found.origin}/.extraHeader`, `Authorization: Basic ${basicCredentials(address)}`]);
    return { url: found.href, protocol: found.protocol.slice(0, -1), settings, pinned };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof FetchRefused) throw new GitFailed('GIT_REFUSED', error.message, { cause: error });
    if (error instanceof FetchFailed) throw new GitFailed(error.code === 'FETCH_TIMEOUT' ? 'GIT_TIMEOUT' : 'GIT_NETWORK', `the server could not be reached: ${error.message}`, { cause: error });
    throw error;
  }
}

function refuseStatus(status: number, known: boolean): void {
  if (status === 401 || status === 403) throw new GitFailed('GIT_AUTH', known ? 'the server does not accept the credentials in the URL' : 'the server wants credentials, or there is no such repository');
  if (status === 404 || status === 410) throw new GitFailed('GIT_NOT_FOUND', 'there is no Git repository at this URL');
  if (status < 200 || status > 299) throw new GitFailed('GIT_NETWORK', `the server answered with status ${status}`);
}

/**
 * A repository on this machine, if what the address leads to lies in one of the operator's folders, symbolic links followed
 * on both sides. Outside, what exists and what does not are the same refusal.
 */
export async function fileSource(address: SplitRepositoryUrl, roots: readonly string[]): Promise<GitSource> {
  const outside = new GitFailed('GIT_REFUSED', 'the path is not in a folder from which repositories may be read; the operator names those in GIT_FILE_ROOTS');
  let wanted: string;
  try {
    wanted = fileURLToPath(address.url);
  } catch {
    throw outside;
  }
  const real = await fs.realpath(wanted).catch(() => undefined);
  for (const root of roots) {
    const base = await fs.realpath(root).catch(() => undefined);
    if (base === undefined) continue;
    if (real !== undefined && isInside(base, real)) return { url: pathToFileURL(real).href, protocol: 'file', settings: [], pinned: false };
    if (real === undefined && (isInside(base, wanted) || isInside(path.resolve(root), wanted))) throw new GitFailed('GIT_NOT_FOUND', 'there is no Git repository at this path');
  }
  throw outside;
}

function isInside(base: string, target: string): boolean {
  const way = path.relative(base, target);
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}
