import { GitError } from '../../ports/git/git-repositories.ts';
import type { SnapshotCommit } from '../../ports/git/git-repositories.ts';
import type { GitObjects } from './git-objects.ts';

export interface CommitDetails extends SnapshotCommit {
  readonly tree: string;
}

/**
 * Reads a commit by name.
 *
 * @throws GitError when the name does not resolve to a commit
 */
export async function readCommit(objects: GitObjects, name: string): Promise<CommitDetails> {
  for await (const found of objects.contents([name]))
    if (found?.type === 'commit') return { oid: found.oid, ...parseCommit(found.bytes) };
  throw new GitError('GIT_PROGRAM', `the repository has no commit ${name}`);
}

/** Parses a commit and decodes its texts to UTF-16; the message loses the empty lines at its end. */
export function parseCommit(bytes: Buffer): Omit<CommitDetails, 'oid'> {
  const end = bytes.indexOf('\n\n');
  const head = end < 0 ? bytes : bytes.subarray(0, end);
  const lines = head.toString('latin1').split('\n');
  const header = (key: string): string | undefined =>
    lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1);
  const decode = createDecoder(header('encoding'));
  const text = (latin1: string): string => decode(Buffer.from(latin1, 'latin1'));
  const [, name = '', email = '', seconds = ''] =
    /^([^<]*?) ?<([^>]*)>(?: (-?\d+))?/.exec(header('author') ?? '') ?? [];
  const authored = new Date(seconds === '' ? Number.NaN : Number(seconds) * 1000);
  return {
    tree: header('tree') ?? '',
    author: { name: text(name), email: text(email) },
    authoredAt: Number.isNaN(authored.getTime()) ? undefined : authored.toISOString(),
    message: end < 0 ? '' : decode(bytes.subarray(end + 2)).replace(/(?<!\n)\n+$/, ''),
  };
}

function createDecoder(encoding = 'utf-8'): (bytes: Buffer) => string {
  try {
    const decoder = new TextDecoder(encoding);
    return (bytes) => decoder.decode(bytes);
  } catch {
    return (bytes) => bytes.toString('utf8'); // Falls back to UTF-8 for an unknown encoding.
  }
}
