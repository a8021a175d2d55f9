import { unsafePath } from '../../domain/git-sync/repository-address.ts';
import { GitFailed } from '../../ports/git-repositories.ts';
import type { RepositoryChange, RepositoryEntry } from '../../ports/git-repositories.ts';
import { ByteReader } from './byte-reader.ts';
import { startGit } from './git-program.ts';
import type { GitRun } from './git-program.ts';

const KINDS: Readonly<Record<string, RepositoryEntry['kind']>> = { '100755': 'executable', '120000': 'symlink', '160000': 'submodule' };
/** What a mode of a tree's entry means. */
export const kindOf = (mode: string): RepositoryEntry['kind'] => KINDS[mode] ?? 'file';

const OID = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

interface Span {
  readonly since: string;
  readonly until: string;
  readonly directory: string;
  readonly most: number;
}

/** The paths at which two commits of the repository differ; undefined where they are more than `most`, or the earlier one is not there. */
export async function readChanges(program: string, run: GitRun, { since, until, directory, most }: Span): Promise<readonly RepositoryChange[] | undefined> {
  if (!OID.test(since)) return undefined;
  const below = directory === '' ? [] : [`${directory}/`];
  const git = startGit(program, { ...run, args: ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', since, until, '--', ...below] });
  const changes: { readonly head: readonly string[]; readonly path: string }[] = [];
  try {
    git.stdin.end();
    const reader = new ByteReader(git.stdout as AsyncIterable<Buffer>);
    for (let head = await reader.until(0); head !== undefined; head = await reader.until(0)) {
      const path = await reader.until(0);
      if (path === undefined) break;
      if (changes.length === most) return undefined;
      changes.push({ head: head.toString('latin1').slice(1).split(' '), path: path.toString('utf8') });
    }
    await git.done;
  } catch (error) {
    if (run.signal.aborted || !(error instanceof GitFailed)) throw error;
    return undefined;
  } finally {
    git.kill();
  }
  const sizes = await sizesOf(program, run, changes.flatMap(({ head: [, mode = '', , oid = ''] }) => (/^(?:000000|160000)$/.test(mode) ? [] : [oid])));
  return changes.map(({ head: [from = '', to = '', old = '', oid = ''], path }) => {
    const unsafe = unsafePath(path);
    return {
      path,
      before: from === '000000' ? undefined : { oid: old, kind: kindOf(from) },
      after: to === '000000' ? undefined : { oid, kind: kindOf(to), size: sizes.get(oid) ?? 0 },
      ...(unsafe !== undefined && { unsafe }),
    };
  });
}

/** In bytes, without reading the blobs. */
async function sizesOf(program: string, run: GitRun, oids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (oids.length === 0) return new Map();
  const git = startGit(program, { ...run, args: ['cat-file', '--batch-check=%(objectname) %(objectsize)', '--buffer'] });
  const sizes = new Map<string, number>();
  try {
    git.stdin.end(oids.map((oid) => `${oid}\n`).join(''));
    const reader = new ByteReader(git.stdout as AsyncIterable<Buffer>);
    for (let line = await reader.until(0x0a); line !== undefined; line = await reader.until(0x0a)) {
      const [oid = '', size = ''] = line.toString('latin1').split(' ');
      sizes.set(oid, Number(size));
    }
    await git.done;
  } finally {
    git.kill();
  }
  return sizes;
}
