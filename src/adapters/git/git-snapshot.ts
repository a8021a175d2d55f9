import { isUtf8 } from 'node:buffer';
import { unsafePath } from '../../domain/git-sync/repository-address.ts';
import { GitFailed } from '../../ports/git-repositories.ts';
import type { RepositoryBlob, RepositoryChange, RepositoryEntry, RepositorySnapshot, SnapshotCommit } from '../../ports/git-repositories.ts';
import { ByteReader } from './byte-reader.ts';
import { kindOf, readChanges } from './git-changes.ts';
import { runGit, startGit } from './git-program.ts';
import type { GitRun } from './git-program.ts';

export interface SnapshotLimits {
  readonly maxEntries: number;
  readonly maxFileBytes: number;
  /** For one listing or one reading. */
  readonly timeoutMs: number;
}

export interface SnapshotParts {
  readonly url: string;
  readonly ref: string;
  readonly commit: SnapshotCommit;
  readonly program: string;
  /** How to run git in the repository; its signal ends the snapshot. */
  readonly run: Omit<GitRun, 'args'>;
  readonly limits: SnapshotLimits;
  /** Frees the repository. */
  readonly release: () => Promise<void>;
}

/** The parts that `git log` is asked for, and what they mean. */
export async function readCommit(program: string, run: Omit<GitRun, 'args'>, revision: string): Promise<SnapshotCommit> {
  const said = await runGit(program, { ...run, args: ['log', '-1', '--no-color', '--no-show-signature', '--format=%H%x00%an%x00%ae%x00%at%x00%B', '--end-of-options', revision, '--'] });
  const [oid = '', name = '', email = '', seconds = '', ...message] = said.toString('utf8').split('\0');
  const authored = new Date(seconds === '' ? Number.NaN : Number(seconds) * 1000);
  return { oid, author: { name, email }, authoredAt: Number.isNaN(authored.getTime()) ? undefined : authored.toISOString(), message: message.join('\0').replace(/\n+$/, '') };
}

/** A fetched commit, read with `git ls-tree` and `git cat-file`: nothing is ever checked out. */
export class GitSnapshot implements RepositorySnapshot {
  readonly #parts: SnapshotParts;
  readonly #end = new AbortController();
  #disposed: Promise<void> | undefined;

  constructor(parts: SnapshotParts) {
    this.#parts = parts;
  }
  get url(): string {
    return this.#parts.url;
  }
  get ref(): string {
    return this.#parts.ref;
  }
  get commit(): SnapshotCommit {
    return this.#parts.commit;
  }

  async *list(directory = ''): AsyncGenerator<RepositoryEntry> {
    const below = directory === '' ? [] : [`${directory.replace(/\/+$/, '')}/`];
    const git = startGit(this.#parts.program, this.#run(['ls-tree', '-r', '-z', '-l', '--full-tree', this.commit.oid, '--', ...below]));
    const { maxEntries } = this.#parts.limits;
    try {
      git.stdin.end();
      const reader = new ByteReader(git.stdout as AsyncIterable<Buffer>);
      let count = 0;
      for (let line = await reader.until(0); line !== undefined; line = await reader.until(0)) {
        if (++count > maxEntries) throw new GitFailed('GIT_REFUSED', `the repository has more than ${maxEntries} files`);
        yield entryOf(line);
      }
      await git.done;
    } finally {
      git.kill();
    }
  }

  changes(since: string, directory: string, most: number): Promise<readonly RepositoryChange[] | undefined> {
    return readChanges(this.#parts.program, this.#run([]), { since, until: this.commit.oid, directory, most });
  }

  async *read(oids: Iterable<string>): AsyncGenerator<RepositoryBlob> {
    const wanted = [...oids];
    if (!wanted.every((oid) => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(oid))) throw new GitFailed('GIT_PROGRAM', 'not the name of a Git object');
    if (wanted.length === 0) return;
    const git = startGit(this.#parts.program, this.#run(['cat-file', '--batch', '--buffer']));
    const { maxFileBytes } = this.#parts.limits;
    try {
      git.stdin.end(wanted.map((oid) => `${oid}\n`).join(''));
      const reader = new ByteReader(git.stdout as AsyncIterable<Buffer>);
      for (const oid of wanted) {
        const head = (await reader.until(0x0a))?.toString('latin1').split(' ');
        if (head === undefined) break;
        if (head[0] !== oid || head[1] !== 'blob') throw new GitFailed('GIT_PROGRAM', `the repository has no file content ${oid}`);
        const size = Number(head[2]);
        if (size > maxFileBytes) throw new GitFailed('GIT_REFUSED', `a file of the repository is larger than ${maxFileBytes} bytes`);
        const bytes = await reader.take(size);
        if (bytes === undefined || (await reader.take(1)) === undefined) break;
        yield { oid, bytes };
      }
      await git.done;
    } finally {
      git.kill();
    }
  }

  dispose(): Promise<void> {
    this.#end.abort(new GitFailed('GIT_PROGRAM', 'the snapshot of the repository was disposed of'));
    return (this.#disposed ??= this.#parts.release());
  }

  #run(args: readonly string[]): GitRun {
    const { run, limits } = this.#parts;
    const slow = AbortSignal.timeout(limits.timeoutMs);
    const signal = AbortSignal.any([run.signal, this.#end.signal, timeoutReason(slow, limits.timeoutMs)]);
    return { ...run, args, signal };
  }
}

function timeoutReason(timeout: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController();
  timeout.addEventListener('abort', () => controller.abort(new GitFailed('GIT_TIMEOUT', `reading the repository took longer than ${ms} ms`)), { once: true });
  return controller.signal;
}

/** `<mode> SP <type> SP <oid> SP <size, padded> TAB <path>`; a submodule's size is `-`. */
function entryOf(line: Buffer): RepositoryEntry {
  const tab = line.indexOf(0x09);
  const [mode = '', , oid = '', size = ''] = line.subarray(0, tab).toString('latin1').split(/ +/);
  const raw = line.subarray(tab + 1);
  const path = raw.toString('utf8');
  const unsafe = unsafePath(path);
  return {
    path,
    ...(isUtf8(raw) ? {} : { rawPath: Uint8Array.from(raw) }),
    oid,
    kind: kindOf(mode),
    size: size === '-' ? 0 : Number(size),
    ...(unsafe === undefined ? {} : { unsafe }),
  };
}
