import { Invalid, type Issue } from '../kernel/errors.ts';

/** How a repository may be reached; which of them are allowed is configuration. */
export type GitProtocol = 'http' | 'https' | 'file';

/** As a user names a place in a repository. */
export interface RepositoryAddress {
  readonly url: string;
  readonly ref: string;
  /** Of the project within the repository; absent, empty, `.` and `/` mean its root. */
  readonly directory?: string | undefined;
}

/** A repository's address taken apart: `url` may be stored and shown. */
export interface RepositoryUrlParts {
  readonly url: string;
  readonly protocol: GitProtocol;
  readonly username?: string;
  readonly password?: string;
}

const MAX_URL_LENGTH = 2048;
/** A branch becomes part of file names on the server; names cannot be longer. */
const MAX_REF_LENGTH = 255;
const MAX_DIRECTORY_LENGTH = 1024;
const BRANCH_PREFIX = 'refs/heads/';
const PROTOCOLS: readonly string[] = ['http', 'https', 'file'];

/** Everything wrong with the address, by field; empty when it may be tried. */
export function checkRepositoryAddress(
  { url, ref, directory }: RepositoryAddress,
  allowed: readonly GitProtocol[],
): Issue[] {
  return [
    ...checkRepositoryUrl(url, allowed),
    ...checkRef(ref),
    ...(directory === undefined ? [] : checkProjectDirectory(directory)),
  ];
}

/**
 * A repository's address: absolute, `protocol://…` of an allowed protocol, no query, no fragment. What only Git would take for
 * an address (`host:path`, `ext::…`, `-option`) is none. Where the host may be is checked when it is connected to.
 */
export function checkRepositoryUrl(url: string, allowed: readonly GitProtocol[]): Issue[] {
  const issue = (message: string): Issue[] => [{ path: 'url', message }];
  if (url === '') return issue('is required');
  if (url.length > MAX_URL_LENGTH) return issue(`must not be longer than ${MAX_URL_LENGTH} characters`);
  if (hasInvisibleCharacters(url) || /[\s\\]/.test(url))
    return issue('must not contain spaces, backslashes or control characters');
  const protocol = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (protocol === undefined || !PROTOCOLS.includes(protocol) || !allowed.includes(protocol as GitProtocol)) {
    return issue(`must start with ${allowed.map((each) => `${each}://`).join(' or ')}`);
  }
  const parsed = parseUrl(url);
  if (parsed === undefined) return issue('must be an absolute URL');
  if (/[?#]/.test(url)) return issue('must not have a query or a fragment');
  if (protocol === 'file')
    return parsed.hostname === '' && parsed.username === ''
      ? []
      : issue('must be file:///… with a path on this machine');
  const credentials = decodeCredentials(parsed);
  if (credentials === undefined || hasInvisibleCharacters(credentials.join('')))
    return issue('must have percent-encoded credentials without control characters');
  if (credentials[0].includes(':')) return issue('must not have a colon in the user name');
  return [];
}

/** `refs/heads/<branch>`, the branch as git-check-ref-format(1) wants it and not like an option. */
export function checkRef(ref: string): Issue[] {
  const issue = (message: string): Issue[] => [{ path: 'ref', message }];
  if (!ref.startsWith(BRANCH_PREFIX) || ref === BRANCH_PREFIX) return issue('must be refs/heads/<branch>');
  if (new TextEncoder().encode(ref).length > MAX_REF_LENGTH)
    return issue(`must not be longer than ${MAX_REF_LENGTH} bytes`);
  const branch = ref.slice(BRANCH_PREFIX.length);
  const parts = branch.split('/');
  const wrong =
    hasInvisibleCharacters(ref) ||
    /[ ~^:?*[\\]|\.\.|@\{/.test(ref) ||
    branch.startsWith('-') ||
    branch === '@' ||
    branch === 'HEAD' ||
    branch.endsWith('.') ||
    parts.some((part) => part === '' || part.startsWith('.') || part.endsWith('.lock'));
  return wrong ? issue('is not a valid branch name') : [];
}

/** The directory of a project: relative to the repository's root whether or not it starts with `/` or `./`, and inside it. */
export function checkProjectDirectory(directory: string): Issue[] {
  const issue = (message: string): Issue[] => [{ path: 'directory', message }];
  if (directory.length > MAX_DIRECTORY_LENGTH)
    return issue(`must not be longer than ${MAX_DIRECTORY_LENGTH} characters`);
  const normal = segments(directory).join('/');
  const reason = normal === '' ? undefined : findUnsafePathReason(normal);
  return reason === undefined ? [] : issue(reason);
}

/** The directory as `a/b`; empty for the root. @throws Invalid as `checkProjectDirectory` says */
export function normalizeProjectDirectory(directory: string | undefined): string {
  const issues = checkProjectDirectory(directory ?? '');
  if (issues.length > 0) throw new Invalid(issues);
  return segments(directory ?? '').join('/');
}

/** Why a path in a repository must not be used as the path of a file; undefined when it may. */
export function findUnsafePathReason(path: string): string | undefined {
  if (hasInvisibleCharacters(path) || path.includes('\uFFFD'))
    return 'contains control characters or is not valid UTF-8';
  if (path.includes('\\')) return 'contains a backslash';
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return 'points outside its directory or names no file';
    if (isGitDirectory(part)) return 'is inside .git';
  }
  return undefined;
}

/** Takes an address that was checked apart. @throws Invalid for one that would not pass `checkRepositoryUrl` */
export function splitRepositoryUrl(url: string, allowed: readonly GitProtocol[]): RepositoryUrlParts {
  const issues = checkRepositoryUrl(url, allowed);
  if (issues.length > 0) throw new Invalid(issues);
  const parsed = new URL(url);
  const [username, password] = decodeCredentials(parsed) as [string, string];
  parsed.username = '';
  parsed.password = '';
  const protocol = parsed.protocol.slice(0, -1) as GitProtocol;
  return {
    url: parsed.href,
    protocol,
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
  };
}

/** The address as it may be stored, shown and logged, whatever it is: nothing between `//` and `@` is left. */
export function stripCredentials(url: string): string {
  const parsed = parseUrl(url);
  if (parsed === undefined) return url.replace(/^([^/]*\/\/)[^/]*@/, '$1');
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}

/** `main` of `refs/heads/main`. */
export const branchName = (ref: string): string =>
  ref.startsWith(BRANCH_PREFIX) ? ref.slice(BRANCH_PREFIX.length) : ref;

function parseUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

function decodeCredentials(url: URL): [string, string] | undefined {
  try {
    return [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  } catch {
    return undefined;
  }
}

const segments = (directory: string): string[] => directory.split('/').filter((part) => part !== '' && part !== '.');

/** Git itself takes these for `.git` on some file systems: HFS+ drops invisible characters, NTFS trailing dots, spaces and streams. */
function isGitDirectory(part: string): boolean {
  const seen = part.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '').toLowerCase();
  return /^(\.git|git~1)([. ]*|:.*)$/.test(seen);
}

/** Control characters (C0, DEL, C1) and halves of surrogate pairs. */
function hasInvisibleCharacters(text: string): boolean {
  return /[\u0000-\u001f\u007f-\u009f]/.test(text) || !text.isWellFormed();
}
