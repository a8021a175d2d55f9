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
import { readCommit, type ReadCommit } from './git-commit.ts';
import { GitObjects, type ObjectProgram } from './git-objects.ts';
import { startGit } from './git-program.ts';
import type { GitRun } from './git-program.ts';
import { isOid, kindOf } from './git-tree.ts';

export interface SnapshotLimits {
  readonly maxEntries: number;
  readonly maxFileBytes: number;
  /** For one listing or one reading. */
  readonly timeoutMs: number;
}

export interface SnapshotParts extends ObjectProgram {
  readonly url: string;
  readonly ref: string;
  /** How to run git in the repository; its signal ends the snapshot. */
  readonly run: Omit<GitRun, 'args'>;
  readonly limits: SnapshotLimits;
  /** Is told that something is missing which was thought to be here. */
  readonly doubt: () => Promise<void>;
  /** Frees the repository. */
  readonly release: () => Promise<void>;
}

/** A fetched commit, read with `git ls-tree` and `git cat-file`: nothing is ever checked out. */
export class GitSnapshot implements RepositorySnapshot {
  #disposed: Promise<void> | undefined;

  private constructor(
    readonly commit: ReadCommit,
    /** Those of the whole repository, as long as the snapshot is not disposed of. */
    readonly objects: GitObjects,
    private readonly parts: SnapshotParts,
    private readonly end: AbortController,
  ) {}

  /**
   * The commit with this name, once it is here.
   * @param named gives the name when it is; what it is given starts the programs that read the repository, best while something else is waited for
   * @throws GitError where the name stands for none
   */
  static async of(named: (begin: () => void) => Promise<string>, parts: SnapshotParts): Promise<GitSnapshot> {
    const end = new AbortController();
    const run = { ...parts.run, signal: AbortSignal.any([parts.run.signal, end.signal]) };
    const objects = new GitObjects(parts, run, parts.limits);
    try {
      return new GitSnapshot(
        await readCommit(objects, await named(() => objects.begin())),
        objects,
        { ...parts, run },
        end,
      );
    } catch (error) {
      end.abort(error);
      throw error;
    }
  }
  get url(): string {
    return this.parts.url;
  }
  get ref(): string {
    return this.parts.ref;
  }

  async *list(directory = ''): AsyncGenerator<RepositoryEntry> {
    const below = directory === '' ? [] : [`${directory.replace(/\/+$/, '')}/`];
    const git = startGit(
      this.parts.program,
      this.#run(['ls-tree', '-r', '-z', '-l', '--full-tree', this.commit.oid, '--', ...below]),
    );
    const { maxEntries } = this.parts.limits;
    try {
      git.stdin.end();
      const reader = new ByteReader(git.stdout as AsyncIterable<Buffer>);
      let count = 0;
      for (let line = await reader.until(0); line !== undefined; line = reader.untilNow(0) ?? (await reader.until(0))) {
        if (++count > maxEntries) throw new GitError('GIT_REFUSED', `the repository has more than ${maxEntries} files`);
        yield entryOf(line);
      }
      await git.done;
    } catch (error) {
      await this.#doubt(error);
      throw error;
    } finally {
      git.kill();
    }
  }

  changes(since: string, directory: string, most: number): Promise<readonly RepositoryChange[] | undefined> {
    return readChanges(this.objects, { since, until: this.commit.oid, directory, most });
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
      await this.#doubt(error);
      throw error;
    }
  }

  dispose(): Promise<void> {
    this.end.abort(new GitError('GIT_PROGRAM', 'the snapshot of the repository was disposed of'));
    return (this.#disposed ??= this.parts.release());
  }

  /** Perhaps something is missing that no server will send again as long as it is thought to be here. */
  async #doubt(error: unknown): Promise<void> {
    if (error instanceof GitError && error.code === 'GIT_PROGRAM' && !this.end.signal.aborted) await this.parts.doubt();
  }

  #run(args: readonly string[]): GitRun {
    const { run, limits } = this.parts;
    const slow = AbortSignal.timeout(limits.timeoutMs);
    return { ...run, args, signal: AbortSignal.any([run.signal, timeoutReason(slow, limits.timeoutMs)]) };
  }
}

function timeoutReason(timeout: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController();
  timeout.addEventListener(
    'abort',
    () => controller.abort(new GitError('GIT_TIMEOUT', `reading the repository took longer than ${ms} ms`)),
    { once: true },
  );
  return controller.signal;
}

/** `<mode> SP <type> SP <oid> SP <size, padded> TAB <path>`; a submodule's size is `-`. */
function entryOf(line: Buffer): RepositoryEntry {
  const tab = line.indexOf(0x09);
  const [mode = '', , oid = '', size = ''] = line.subarray(0, tab).toString('latin1').split(/ +/);
  const raw = line.subarray(tab + 1);
  const path = raw.toString('utf8');
  const unsafe = findUnsafePathReason(path);
  return {
    path,
    ...(isUtf8(raw) ? {} : { rawPath: Uint8Array.from(raw) }),
    oid,
    kind: kindOf(mode),
    size: size === '-' ? 0 : Number(size),
    ...(unsafe === undefined ? {} : { unsafe }),
  };
}
