import { loadOnce } from '../../application/kernel/load-once.ts';
import { checkRef, checkRepositoryAddress, splitRepositoryUrl } from '../../domain/git/repository-address.ts';
import type { GitProtocol, RepositoryUrlParts } from '../../domain/git/repository-address.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import type { Issue } from '../../domain/kernel/errors.ts';
import { FetchBlocked } from '../../ports/kernel/guarded-fetch.ts';
import { GitError } from '../../ports/git/git-repositories.ts';
import type {
  GitRepositories,
  RepositoryDraft,
  RepositorySnapshot,
  SnapshotRequest,
} from '../../ports/git/git-repositories.ts';
import type { GuardedFetch } from '../../ports/kernel/guarded-fetch.ts';
import { credentialForms } from './git-errors.ts';
import { GitDraft } from './git-draft.ts';
import type { GitRunSettings } from './git-program.ts';
import {
  isEmptyRepository,
  listBranch,
  openFileRemote,
  openHttpRemote,
  resolveFile,
  type GitRemote,
} from './git-remote.ts';
import { GitSnapshot } from './git-snapshot.ts';
import { readGitVersion } from './git-version.ts';
import { LocalRepository } from './local-repository.ts';
import { RepositoryDirectories } from './repository-directories.ts';
import type { RepositoryDirectory } from './repository-directories.ts';

export interface GitRepositoryOptions {
  /** DATA_DIR/git. */
  readonly dir: string;
  readonly web: GuardedFetch;
  /** GIT_PROTOCOLS. */
  readonly protocols: readonly GitProtocol[];
  /** GIT_FILE_ROOTS. */
  readonly fileRoots?: readonly string[];
  /** Time limit for fetching, and for each listing and read; 10 minutes by default. */
  readonly timeoutMs?: number;
  /** Maximum time in which a server sends nothing; 1 minute by default. */
  readonly idleTimeoutMs?: number;
  /** Maximum size of a fetched repository; 2 GiB by default. */
  readonly maxBytes?: number;
  /** Maximum number of files; 200,000 by default. */
  readonly maxEntries?: number;
  /** Maximum size of a file; 100 MiB by default, the documented limit of Git-synced files. */
  readonly maxFileBytes?: number;
  readonly program?: string;
}

/** Branch of a remote repository that one operation reads. */
interface RemoteBranch {
  readonly remote: GitRemote;
  readonly address: RepositoryUrlParts;
  readonly ref: string;
  /** Settings for running git; the signal ends the operation. */
  readonly run: GitRunSettings;
  /** Ends the operation and what it started. */
  readonly end: (reason: unknown) => void;
}

/**
 * GitRepositories over the git program. Fetches one commit, as shallow as the server allows, into a bare repository.
 */
export class ProgramGitRepositories implements GitRepositories {
  readonly #options: Required<GitRepositoryOptions>;
  readonly #directories: RepositoryDirectories;
  readonly #gitVersion = loadOnce(() => readGitVersion(this.#options.program));

  private constructor(options: GitRepositoryOptions, places: RepositoryDirectories) {
    this.#options = {
      timeoutMs: 600_000,
      idleTimeoutMs: 60_000,
      maxBytes: 2 * 1024 ** 3,
      maxEntries: 200_000,
      maxFileBytes: 100 * 1024 ** 2,
      fileRoots: [],
      program: 'git',
      ...options,
    };
    this.#directories = places;
  }

  /** Prepares the directory and deletes leftovers of a killed process; only one object may use a directory. */
  static async open(options: GitRepositoryOptions): Promise<ProgramGitRepositories> {
    return new ProgramGitRepositories(options, await RepositoryDirectories.open(options.dir));
  }

  async check({ url, ref }: Pick<SnapshotRequest, 'url' | 'ref'>, signal?: AbortSignal): Promise<readonly Issue[]> {
    const { protocols, web, fileRoots } = this.#options;
    const issues = checkRepositoryAddress({ url, ref }, protocols);
    if (issues.some(({ path: field }) => field === 'url')) return issues;
    const address = splitRepositoryUrl(url, protocols);
    try {
      await (address.protocol === 'file' ? resolveFile(address, fileRoots) : web.assertAllowed(address.url, signal));
      return issues;
    } catch (error) {
      const refused = error instanceof FetchBlocked || (error instanceof GitError && error.code === 'GIT_REFUSED');
      return refused ? [...issues, { path: 'url', message: error.message }] : issues;
    }
  }

  tip(request: Pick<SnapshotRequest, 'url' | 'ref'>, signal?: AbortSignal): Promise<string> {
    return this.#withBranch(request, signal, async ({ remote, ref, run, end }) => {
      const tip = (await listBranch(remote, ref, run)) ?? (await throwNoSuchBranch(remote, run));
      end(new GitError('GIT_PROGRAM', 'the branch was read'));
      return tip;
    });
  }

  snapshot(request: SnapshotRequest, signal?: AbortSignal): Promise<RepositorySnapshot> {
    return this.#withRepository(request, signal, async (repository, { remote, ref, address, run }, pendingTip) => {
      const oid = (await repository.fetch(remote, pendingTip)) ?? (await throwNoSuchBranch(remote, run));
      return GitSnapshot.open(repository, { url: address.url, ref, oid, limits: this.#options });
    });
  }

  draft(request: SnapshotRequest, signal?: AbortSignal): Promise<RepositoryDraft> {
    return this.#withRepository(request, signal, async (repository, { remote, ref, address }, pendingTip) => {
      const { timeoutMs, maxBytes } = this.#options;
      const oid = await repository.fetch(remote, pendingTip);
      const tip =
        oid === undefined
          ? undefined
          : await GitSnapshot.open(repository, { url: address.url, ref, oid, limits: this.#options });
      const openRemote = () => this.#openRemote(address);
      return new GitDraft({ repository, tip, ref, timeoutMs, maxBytes, openRemote });
    });
  }

  /** Runs `use` with a repository on this machine, cached or temporary, while the branch is looked up. */
  #withRepository<T>(
    request: SnapshotRequest,
    signal: AbortSignal | undefined,
    use: (repository: LocalRepository, branch: RemoteBranch, pendingTip: Promise<string | undefined>) => Promise<T>,
  ): Promise<T> {
    return this.#withBranch(request, signal, async (branch) => {
      const pendingTip = listBranch(branch.remote, branch.ref, branch.run);
      pendingTip.catch(() => {}); // Callers that await the promise receive the error.
      const useDirectory = async (directory: RepositoryDirectory) => {
        const { run, end } = branch;
        const { maxBytes, maxFileBytes, timeoutMs } = this.#options;
        const { hasBatchCommand } = await this.#gitVersion();
        const limits = { maxBytes, maxFileBytes, timeoutMs };
        return use(new LocalRepository({ directory, run, end, hasBatchCommand, ...limits }), branch, pendingTip);
      };
      const isCorrupt = (error: unknown) => error instanceof GitError && error.code === 'GIT_PROGRAM';
      if (request.cacheId !== undefined)
        return this.#directories.withCache(`${request.cacheId}\0${branch.address.url}`, useDirectory, isCorrupt);
      const directory = this.#directories.createTemporary();
      return useDirectory(directory).catch(async (error: unknown) => {
        await directory.release();
        throw error;
      });
    });
  }

  /** Runs a task on a branch of a remote repository within the time limit. */
  async #withBranch<T>(
    { url, ref }: Pick<SnapshotRequest, 'url' | 'ref'>,
    signal: AbortSignal | undefined,
    task: (branch: RemoteBranch) => Promise<T>,
  ): Promise<T> {
    const { timeoutMs, protocols, program } = this.#options;
    const issues = checkRef(ref);
    if (issues.length > 0) throw new Invalid(issues);
    const address = splitRepositoryUrl(url, protocols);
    const stop = new AbortController();
    const end = (reason: unknown) => stop.abort(reason);
    const cancel = () => end(new GitError('GIT_TIMEOUT', 'reading the repository was cancelled'));
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true, signal: stop.signal });
    const timer = setTimeout(
      () => end(new GitError('GIT_TIMEOUT', `fetching the repository took longer than ${timeoutMs} ms`)),
      timeoutMs,
    );
    const run = { program, home: this.#directories.home, secrets: credentialForms(address), signal: stop.signal };
    let remote: GitRemote | undefined;
    try {
      stop.signal.throwIfAborted();
      remote = await this.#openRemote(address);
      return await task({ remote, address, ref, run, end });
    } catch (error) {
      end(error);
      throw error;
    } finally {
      clearTimeout(timer);
      remote?.close();
    }
  }

  #openRemote(address: RepositoryUrlParts): Promise<GitRemote> {
    const { web, idleTimeoutMs, fileRoots } = this.#options;
    return address.protocol === 'file'
      ? openFileRemote(address, { roots: fileRoots, globalConfig: this.#directories.trustConfig })
      : openHttpRemote({ web, address, idleTimeoutMs });
  }
}

/** Throws the error of a branch that does not exist. @throws GitError */
async function throwNoSuchBranch(remote: GitRemote, run: GitRunSettings): Promise<never> {
  throw new GitError(
    'GIT_REF_MISSING',
    (await isEmptyRepository(remote, run))
      ? 'the repository is empty and has no such branch'
      : 'the repository has no such branch',
  );
}
