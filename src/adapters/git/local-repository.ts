import fs from 'node:fs/promises';
import path from 'node:path';
import { GitError } from '../../ports/git/git-repositories.ts';
import { GitObjects, type GitObjectsOptions } from './git-objects.ts';
import { runGit, type GitRunSettings } from './git-program.ts';
import type { ObjectFormat } from './git-relay.ts';
import type { GitRemote } from './git-remote.ts';
import { packBytes, type RepositoryDirectory } from './repository-directories.ts';

export interface LocalRepositoryOptions extends GitObjectsOptions {
  readonly directory: RepositoryDirectory;
  /** Settings for running git; the signal ends everything that the repository is used for. */
  readonly run: GitRunSettings;
  /** Maximum size of what one fetch adds. */
  readonly maxBytes: number;
  /** Ends the use of the repository. */
  readonly end: (reason: GitError) => void;
}

/** Ref of the commit that was fetched or pushed last, stored with all its objects; no server can choose this name. */
const TIP_REF = 'refs/quire/tip';
/** File that marks a repository whose creation was completed. */
const CREATED_FILE = 'quire-made';
const SIZE_CHECK_MS = 200;
const SHA256_LENGTH = 64;

/** Bare repository on this machine with commits of a remote one, in use by one operation until it is disposed of. */
export class LocalRepository {
  readonly run: GitRunSettings & { readonly gitDir: string };
  readonly objects: GitObjects;
  #disposed: Promise<void> | undefined;

  constructor(private readonly options: LocalRepositoryOptions) {
    this.run = { ...options.run, gitDir: options.directory.gitDir };
    this.objects = new GitObjects(this.run, options);
  }

  /**
   * Fetches a commit without its history, unless the repository has it; creates the repository if it does not exist.
   *
   * @param pendingTip the commit of the branch; undefined if the branch does not exist
   * @returns the commit
   * @throws GitError
   */
  async fetch(remote: GitRemote, pendingTip: Promise<string | undefined>): Promise<string | undefined> {
    const isCreated = await this.#isCreated();
    const [present, tip] = await Promise.all([isCreated ? this.#readTip() : undefined, pendingTip]);
    if (!isCreated) await this.#create(tip === undefined ? remote.objectFormat : formatOf(tip));
    if (tip !== undefined && tip !== present) await this.#fetchCommit(remote, tip);
    return tip;
  }

  /** Records that the branch is at a commit of this repository, so that it need not be fetched. */
  async recordPush(commit: string): Promise<void> {
    await runGit({ ...this.run, args: ['update-ref', TIP_REF, commit] });
  }

  /** Abandons the repository if an error means that an object is missing, which the server would never send again. */
  async reportError(error: unknown): Promise<void> {
    if (error instanceof GitError && error.code === 'GIT_PROGRAM' && !this.run.signal.aborted)
      await this.options.directory.abandon();
  }

  /** Ends all reads and frees the disk. May be called twice. */
  dispose(): Promise<void> {
    this.options.end(new GitError('GIT_PROGRAM', 'the snapshot of the repository was disposed of'));
    return (this.#disposed ??= this.options.directory.release());
  }

  async #readTip(): Promise<string | undefined> {
    let tip: string | undefined;
    for await (const commit of this.objects.contents([TIP_REF])) tip = commit?.oid;
    return tip;
  }

  async #fetchCommit(remote: GitRemote, commit: string): Promise<void> {
    const { maxBytes } = this.options;
    const fetch = (depth: readonly string[]) =>
      this.#withSizeLimit((signal) =>
        remote.run(
          [
            'fetch',
            '--quiet',
            '--no-tags',
            '--no-recurse-submodules',
            '--no-write-fetch-head',
            '--no-auto-maintenance',
            ...depth,
            '--',
            remote.url,
            `+${commit}:${TIP_REF}`,
          ],
          { ...this.run, signal },
          maxBytes,
        ),
      );
    try {
      await fetch(['--depth=1']);
    } catch (error) {
      if (!(error instanceof GitError) || !/does not support shallow/i.test(error.message)) throw error;
      await fetch([]);
    }
  }

  async #isCreated(): Promise<boolean> {
    return fs.access(path.join(this.run.gitDir, CREATED_FILE)).then(
      () => true,
      () => false,
    );
  }

  async #create(format: ObjectFormat = 'sha1'): Promise<void> {
    const { gitDir, ...run } = this.run;
    await fs.mkdir(gitDir, { recursive: true, mode: 0o700 });
    const args = ['init', '--bare', '--quiet', '--template=', `--object-format=${format}`, '--', gitDir];
    await runGit({ ...run, args });
    await fs.writeFile(path.join(gitDir, CREATED_FILE), '', { mode: 0o600 });
  }

  /** Aborts the work when it adds more to the repository than the size limit. */
  async #withSizeLimit<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { maxBytes } = this.options;
    const { gitDir, signal } = this.run;
    const tooLarge = new GitError('GIT_REFUSED', `the repository is larger than ${maxBytes} bytes`);
    const stop = new AbortController();
    const before = await packBytes(gitDir);
    const checkSize = async () => {
      if ((await packBytes(gitDir)) - before > maxBytes) stop.abort(tooLarge);
    };
    const timer = setInterval(() => void checkSize(), SIZE_CHECK_MS);
    try {
      const result = await work(AbortSignal.any([signal, stop.signal]));
      await checkSize();
      stop.signal.throwIfAborted();
      return result;
    } finally {
      clearInterval(timer);
    }
  }
}

const formatOf = (oid: string): ObjectFormat => (oid.length === SHA256_LENGTH ? 'sha256' : 'sha1');
