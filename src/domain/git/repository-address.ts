import { Invalid, type Issue } from '../kernel/errors.ts';

/** Protocols for repositories; the configuration decides which are allowed. */
export type GitProtocol = 'http' | 'https' | 'file';

/** Location of a project in a repository, as a user enters it. */
export interface RepositoryAddress {
  readonly url: string;
  readonly ref: string;
  /** Directory of the project within the repository; absent, empty, `.` and `/` mean its root. */
  readonly directory?: string | undefined;
}

/** Parsed repository URL; `url` has no credentials and may be stored and displayed. */
export interface RepositoryUrlParts {
  readonly url: string;
  readonly protocol: GitProtocol;
  readonly username?: string;
  readonly password?: string;
}

const MAX_URL_LENGTH = 2048;
/** Limit of file names on the server, because the branch becomes part of them. */
const MAX_REF_LENGTH = 255;
const MAX_DIRECTORY_LENGTH = 1024;
/** Maximum number of folders around a file: more than people make, and few enough for recursive readers. */
const MAX_FOLDERS = 500;
const BRANCH_PREFIX = 'refs/heads/';
const PROTOCOLS: readonly string[] = ['http', 'https', 'file'];

/** Lists all problems of an address, by field; empty if it may be tried. */
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
 * Checks a repository URL: absolute, `protocol://…` with an allowed protocol, no query, no fragment. Rejects forms that
 * only Git accepts (`host:path`, `ext::…`, `-option`). The host's address is checked when connecting.
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

/**
 * Checks a ref: `refs/heads/<branch>` with a branch that is valid by git-check-ref-format(1) and does not look like an
 * option.
 */
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

/**
 * Checks the directory of a project: relative to the repository's root, with or without a leading `/` or `./`, and
 * inside it.
 */
export function checkProjectDirectory(directory: string): Issue[] {
  const issue = (message: string): Issue[] => [{ path: 'directory', message }];
  if (directory.length > MAX_DIRECTORY_LENGTH)
    return issue(`must not be longer than ${MAX_DIRECTORY_LENGTH} characters`);
  const normal = segments(directory).join('/');
  const reason = normal === '' ? undefined : findUnsafePathReason(normal);
  return reason === undefined ? [] : issue(reason);
}

/**
 * Normalizes a directory to `a/b`; empty for the root.
 * @throws Invalid with the issues of `checkProjectDirectory`
 */
export function normalizeProjectDirectory(directory: string | undefined): string {
  const issues = checkProjectDirectory(directory ?? '');
  if (issues.length > 0) throw new Invalid(issues);
  return segments(directory ?? '').join('/');
}

/** Joins a directory ('' is the root) and a path below it. */
export const joinPath = (directory: string, path: string): string => (directory === '' ? path : `${directory}/${path}`);

/** Explains why a repository path must not be used as a file path; undefined if it may. */
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

/** Explains why the file at a path of a repository or an archive is not read; undefined if it may be. */
export const findUnreadablePathReason = (path: string): string | undefined =>
  findUnsafePathReason(path) ??
  (path.split('/').length - 1 > MAX_FOLDERS ? `is nested in more than ${MAX_FOLDERS} folders` : undefined);

/**
 * Separates the credentials from a valid URL.
 * @throws Invalid with the issues of `checkRepositoryUrl`
 */
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

/** Removes everything between `//` and `@` from any text, so that it may be stored, displayed and logged. */
export function stripCredentials(url: string): string {
  const parsed = parseUrl(url);
  if (parsed === undefined) return url.replace(/^([^/]*\/\/)[^/]*@/, '$1');
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}

/** Returns the short name of a branch: `main` for `refs/heads/main`. */
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

/**
 * Tells whether Git treats a name as `.git` on some file system: HFS+ drops invisible characters, NTFS trailing dots,
 * spaces and streams.
 */
function isGitDirectory(part: string): boolean {
  const seen = part.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '').toLowerCase();
  return /^(\.git|git~1)([. ]*|:.*)$/.test(seen);
}

/** Tells whether a text contains control characters (C0, DEL, C1) or lone surrogates. */
function hasInvisibleCharacters(text: string): boolean {
  return /[\u0000-\u001f\u007f-\u009f]/.test(text) || !text.isWellFormed();
}
