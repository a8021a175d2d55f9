import { isUtf8 } from 'node:buffer';
import { findUnreadablePathReason } from '../../domain/git/repository-address.ts';
import { GitError } from '../../ports/git/git-repositories.ts';
import type {
  RepositoryBlob,
  RepositoryChange,
  RepositoryEntry,
  RepositorySnapshot,
} from '../../ports/git/git-repositories.ts';
import { ByteReader } from './byte-reader.ts';
import { readChanges } from './git-changes.ts';
import { readCommit, type CommitDetails } from './git-commit.ts';
import { startGit } from './git-program.ts';
import type { GitRun } from './git-program.ts';
import { isOid, entryKind } from './git-tree.ts';
import type { LocalRepository } from './local-repository.ts';

export interface SnapshotLimits {
  readonly maxEntries: number;
  readonly maxFileBytes: number;
  /** Time limit for one listing or one read. */
  readonly timeoutMs: number;
}

export interface GitSnapshotOptions {
  readonly url: string;
  readonly ref: string;
  /** Commit that the repository has. */
  readonly oid: string;
  readonly limits: SnapshotLimits;
}

/** Snapshot of a fetched commit, read with `git ls-tree` and `git cat-file` without a checkout. */
export class GitSnapshot implements RepositorySnapshot {
  private constructor(
    readonly commit: CommitDetails,
    private readonly repository: LocalRepository,
    private readonly options: GitSnapshotOptions,
  ) {}

  /**
   * Opens the snapshot of a commit. It disposes of the repository when it is disposed of itself.
   *
   * @throws GitError when the commit does not exist
   */
  static async open(repository: LocalRepository, options: GitSnapshotOptions): Promise<GitSnapshot> {
    return new GitSnapshot(await readCommit(repository.objects, options.oid), repository, options);
  }
  get url(): string {
    return this.options.url;
  }
  get ref(): string {
    return this.options.ref;
  }

  async *list(directory = ''): AsyncGenerator<RepositoryEntry> {
    const pathspec = directory === '' ? [] : [`${directory.replace(/\/+$/, '')}/`];
    const git = startGit(this.#run(['ls-tree', '-r', '-z', '-l', '--full-tree', this.commit.oid, '--', ...pathspec]));
    const { maxEntries } = this.options.limits;
    try {
      git.stdin.end();
      const reader = new ByteReader(git.stdout as AsyncIterable<Buffer>);
      let count = 0;
      for (
        let line = await reader.until(0);
        line !== undefined;
        line = reader.untilBuffered(0) ?? (await reader.until(0))
      ) {
        if (++count > maxEntries) throw new GitError('GIT_REFUSED', `the repository has more than ${maxEntries} files`);
        yield parseTreeLine(line);
      }
      await git.done;
    } catch (error) {
      await this.repository.reportError(error);
      throw error;
    } finally {
      git.kill();
    }
  }

  changes(since: string, directory: string, maxPaths: number): Promise<readonly RepositoryChange[] | undefined> {
    return readChanges(this.repository.objects, { since, until: this.commit.oid, directory, maxPaths });
  }

  async *read(oids: Iterable<string>): AsyncGenerator<RepositoryBlob> {
    const requestedOids = [...oids];
    if (!requestedOids.every(isOid)) throw new GitError('GIT_PROGRAM', 'the value is not a Git object ID');
    let at = 0;
    try {
      for await (const found of this.repository.objects.contents(requestedOids)) {
        const oid = requestedOids[at++]!;
        if (found?.type !== 'blob') throw new GitError('GIT_PROGRAM', `the repository has no file content ${oid}`);
        yield { oid, bytes: found.bytes };
      }
    } catch (error) {
      await this.repository.reportError(error);
      throw error;
    }
  }

  dispose(): Promise<void> {
    return this.repository.dispose();
  }

  #run(args: readonly string[]): GitRun {
    const { timeoutMs } = this.options.limits;
    const { run } = this.repository;
    const timeout = AbortSignal.timeout(timeoutMs);
    return { ...run, args, signal: AbortSignal.any([run.signal, withTimeoutError(timeout, timeoutMs)]) };
  }
}

function withTimeoutError(timeout: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController();
  timeout.addEventListener(
    'abort',
    () => controller.abort(new GitError('GIT_TIMEOUT', `reading the repository took longer than ${ms} ms`)),
    { once: true },
  );
  return controller.signal;
}

/** Parses `<mode> SP <type> SP <oid> SP <size, padded> TAB <path>`; the size of a submodule is `-`. */
function parseTreeLine(line: Buffer): RepositoryEntry {
  const tab = line.indexOf(0x09);
  const [mode = '', , oid = '', size = ''] = line.subarray(0, tab).toString('latin1').split(/ +/);
  const raw = line.subarray(tab + 1);
  const path = raw.toString('utf8');
  const unsafe = findUnreadablePathReason(path);
  return {
    path,
    ...(isUtf8(raw) ? {} : { rawPath: Uint8Array.from(raw) }),
    oid,
    kind: entryKind(mode),
    size: size === '-' ? 0 : Number(size),
    ...(unsafe === undefined ? {} : { unsafe }),
  };
}
