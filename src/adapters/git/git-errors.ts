import { GitError } from '../../ports/git/git-repositories.ts';
import type { GitErrorCode } from '../../ports/git/git-repositories.ts';
import type { RepositoryUrlParts } from '../../domain/git/repository-address.ts';

/** Line of a push that the server rejected, with the reason in parentheses. */
const REMOTE_REJECTED = /^\s*! \[remote rejected\].*$/im;
const MAX_DETAIL_LENGTH = 300;
/** Control characters and the escape sequences of terminals. */
const CONTROL_CHARACTERS = /\u001b\[[0-9;]*[A-Za-z]|[\u0000-\u001f\u007f]/g;

/** Messages of git and curl (with LC_ALL=C); the first match decides. */
const ERROR_PATTERNS: readonly (readonly [RegExp, GitErrorCode, string])[] = [
  [
    /could not read (Username|Password)|Authentication failed|HTTP 401|returned error: 40[13]|HTTP code = 40[13]|Permission denied \(/i,
    'GIT_AUTH',
    'the server denies read access to the repository; check the credentials in the URL',
  ],
  [
    /couldn't find remote ref|no such remote ref|Remote branch .* not found/i,
    'GIT_REF_MISSING',
    'the repository has no such branch',
  ],
  [
    /\[rejected\]|\((?:non-fast-forward|fetch first)\)|cannot lock ref|failed to update ref|reference already exists|incorrect old value/i,
    'GIT_MOVED',
    'the branch of the repository changed during the operation',
  ],
  [REMOTE_REJECTED, 'GIT_REFUSED', 'the server refuses the commit'],
  [
    /transport '[^']*' not allowed|dubious ownership/i,
    'GIT_REFUSED',
    'the server or this installation does not allow reading the repository this way',
  ],
  [
    /Repository not found|repository '[^']*' not found|does not (appear to be a git repository|exist)|not a git repository|returned error: (404|410)|not valid: is this a git repository/i,
    'GIT_NOT_FOUND',
    'the URL does not lead to a Git repository',
  ],
  [/Operation too slow|timed out/i, 'GIT_TIMEOUT', 'the server is too slow'],
  [/remote error:/i, 'GIT_NETWORK', 'the server reports an error'],
  [
    /protocol error|bad line length|invalid ls-refs response|invalid (un)?shallow line|expected (flush|'packfile'|response end)/i,
    'GIT_NETWORK',
    'the server sent an invalid Git response',
  ],
  [/No space left on device|disk quota/i, 'GIT_PROGRAM', 'no space left for the repository'],
  [
    /Could not resolve host|Failed to connect|Couldn't connect|Connection (refused|reset)|SSL|certificate|early EOF|RPC failed|hung up|unable to access|disconnect|invalid index-pack|returned error: \d+|Recv failure/i,
    'GIT_NETWORK',
    'the server could not be reached or closed the connection',
  ],
];

export interface GitErrorOptions {
  /** Texts to remove from the message. */
  readonly secrets?: readonly string[];
  /** Git contacted no remote repository, so that none can be the reason. */
  readonly isLocal?: boolean;
}

/**
 * Converts the output of a failed git into an error; removes secrets, including the forms in which git and curl print
 * them.
 */
export function toGitError(stderr: string, { secrets = [], isLocal = false }: GitErrorOptions = {}): GitError {
  const clean = redact(stderr, secrets);
  const [rejected] = REMOTE_REJECTED.exec(stderr) ?? [];
  const detail = rejected === undefined ? describeFailure(clean) : describeRejection(clean);
  // Text within a URL must not match a pattern, nor must the words of a server that rejects a push.
  const text = (rejected ?? stderr).replace(/'\w+:\/\/[^']*'/g, "''");
  const match = ERROR_PATTERNS.find(([pattern, code]) => (!isLocal || code === 'GIT_PROGRAM') && pattern.test(text));
  return match === undefined
    ? new GitError('GIT_PROGRAM', `git could not read the repository${detail}`)
    : new GitError(match[1], `${match[2]}${detail}`);
}

/** Quotes the first line of an output that states an error. */
function describeFailure(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const line = (
    lines.find((each) => each.startsWith('fatal:')) ??
    lines.find((each) => each.startsWith('error:')) ??
    lines.find((each) => each !== '')
  )?.slice(0, MAX_DETAIL_LENGTH);
  return line === undefined ? '' : ` (git: ${line.replace(/^(fatal|error): /, '')})`;
}

/** Quotes the reason for which a server rejects a push, and what else it says, such as the rule of the branch. */
function describeRejection(stderr: string): string {
  const reason = /\(([^()]*)\)\s*$/.exec(REMOTE_REJECTED.exec(stderr)?.[0] ?? '')?.[1];
  const words = [...stderr.matchAll(/^remote: (.*[\p{L}\p{N}].*)$/gmu)].map(([, line]) => line!);
  const message = words
    .join(' ')
    .replace(CONTROL_CHARACTERS, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_DETAIL_LENGTH);
  return `${reason === undefined ? '' : ` (${reason})`}${message === '' ? '' : `: ${message.toWellFormed()}`}`;
}

/** Removes `secrets` and everything that looks like credentials in a URL or a header. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of [...secrets].sort((a, b) => b.length - a.length))
    if (secret.length > 0) clean = clean.replaceAll(secret, '***');
  return clean.replace(/\/\/[^/\s@']*@/g, '//***@').replace(/(authorization:\s*\w+\s+)\S+/gi, '$1***');
}

/** Lists every form in which the credentials of a URL may appear in output. */
export function credentialForms({ username, password }: RepositoryUrlParts): string[] {
  const plain = [username, password].filter((each) => each !== undefined);
  const header = plain.length === 0 ? [] : [basicCredentials({ username, password })];
  return [...plain, ...plain.map(encodeURIComponent), ...header];
}

/** Encodes the value that follows `Basic ` in an Authorization header. */
export const basicCredentials = ({
  username = '',
  password = '',
}: {
  username?: string | undefined;
  password?: string | undefined;
}): string => Buffer.from(`${username}:${password}`).toString('base64');
