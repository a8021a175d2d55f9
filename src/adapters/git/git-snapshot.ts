import { isUtf8 } from 'node:buffer';
import { findUnsafePathReason } from '../../domain/git/repository-address.ts';
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
import { GitObjects, type GitObjectProgram } from './git-objects.ts';
import { startGit } from './git-program.ts';
import type { GitRun } from './git-program.ts';
import { isOid, entryKind } from './git-tree.ts';

export interface SnapshotLimits {
  readonly maxEntries: number;
  readonly maxFileBytes: number;
  /** Time limit for one listing or one read. */
  readonly timeoutMs: number;
}

export interface GitSnapshotOptions extends GitObjectProgram {
  readonly url: string;
  readonly ref: string;
  /** Settings for running git in the repository; the signal ends the snapshot. */
  readonly run: Omit<GitRun, 'args'>;
  readonly limits: SnapshotLimits;
  /** Marks the repository as incomplete after an object was missing. */
  readonly markIncomplete: () => Promise<void>;
  /** Releases the repository. */
  readonly release: () => Promise<void>;
}

/** Snapshot of a fetched commit, read with `git ls-tree` and `git cat-file` without a checkout. */
export class GitSnapshot implements RepositorySnapshot {
  #disposed: Promise<void> | undefined;

  private constructor(
    readonly commit: CommitDetails,
    /** Objects of the whole repository, until the snapshot is disposed. */
    readonly objects: GitObjects,
    private readonly options: GitSnapshotOptions,
    private readonly controller: AbortController,
  ) {}

  /**
   * Opens the snapshot of a commit.
   *
   * @param resolveName returns the name of the commit once it is fetched; may call its argument earlier to start the
   * reading programs while it waits
   * @throws GitError when the name does not exist
   */
  static async open(
    resolveName: (begin: () => void) => Promise<string>,
    options: GitSnapshotOptions,
  ): Promise<GitSnapshot> {
    const controller = new AbortController();
    const run = { ...options.run, signal: AbortSignal.any([options.run.signal, controller.signal]) };
    const objects = new GitObjects(options, run, options.limits);
    try {
      return new GitSnapshot(
        await readCommit(objects, await resolveName(() => objects.prestart())),
        objects,
        { ...options, run },
        controller,
      );
    } catch (error) {
      controller.abort(error);
      throw error;
    }
  }
  get url(): string {
    return this.options.url;
  }
  get ref(): string {
    return this.options.ref;
  }

  async *list(directory = ''): AsyncGenerator<RepositoryEntry> {
    const pathspec = directory === '' ? [] : [`${directory.replace(/\/+$/, '')}/`];
    const git = startGit(
      this.options.program,
      this.#run(['ls-tree', '-r', '-z', '-l', '--full-tree', this.commit.oid, '--', ...pathspec]),
    );
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
      await this.#reportMissingObject(error);
      throw error;
    } finally {
      git.kill();
    }
  }

  changes(since: string, directory: string, maxPaths: number): Promise<readonly RepositoryChange[] | undefined> {
    return readChanges(this.objects, { since, until: this.commit.oid, directory, maxPaths });
  }

  async *read(oids: Iterable<string>): AsyncGenerator<RepositoryBlob> {
    const wanted = [...oids];
    if (!wanted.every(isOid)) throw new GitError('GIT_PROGRAM', 'the value is not a Git object ID');
    let at = 0;
    try {
      for await (const found of this.objects.contents(wanted)) {
        const oid = wanted[at++]!;
        if (found?.type !== 'blob') throw new GitError('GIT_PROGRAM', `the repository has no file content ${oid}`);
        yield { oid, bytes: found.bytes };
      }
    } catch (error) {
      await this.#reportMissingObject(error);
      throw error;
    }
  }

  dispose(): Promise<void> {
    this.controller.abort(new GitError('GIT_PROGRAM', 'the snapshot of the repository was disposed of'));
    return (this.#disposed ??= this.options.release());
  }

  /** A missing object that the repository is believed to have would never be sent by the server again. */
  async #reportMissingObject(error: unknown): Promise<void> {
    if (error instanceof GitError && error.code === 'GIT_PROGRAM' && !this.controller.signal.aborted)
      await this.options.markIncomplete();
  }

  #run(args: readonly string[]): GitRun {
    const { run, limits } = this.options;
    const timeout = AbortSignal.timeout(limits.timeoutMs);
    return { ...run, args, signal: AbortSignal.any([run.signal, withTimeoutError(timeout, limits.timeoutMs)]) };
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
  const unsafe = findUnsafePathReason(path);
  return {
    path,
    ...(isUtf8(raw) ? {} : { rawPath: Uint8Array.from(raw) }),
    oid,
    kind: entryKind(mode),
    size: size === '-' ? 0 : Number(size),
    ...(unsafe === undefined ? {} : { unsafe }),
  };
}
