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
import { BareRepository, type RepositoryRun } from './bare-repository.ts';
import { credentialForms } from './git-errors.ts';
import { GitDraft } from './git-draft.ts';
import { runGit } from './git-program.ts';
import { GitSnapshot, type GitSnapshotOptions } from './git-snapshot.ts';
import { createFileSource, createHttpSource } from './git-source.ts';
import type { GitSource } from './git-source.ts';
import { readGitVersion } from './git-version.ts';
import type { GitVersion } from './git-version.ts';
import { packBytes, RepositoryDirectories } from './repository-directories.ts';
import type { RepositoryDirectory } from './repository-directories.ts';
import { GitServers, type ServedBranch } from './wire/git-servers.ts';
import type { ServedRepository } from './wire/served-repository.ts';

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
  /** Maximum size of a fetched repository; 2 GiB by default. */
  readonly maxBytes?: number;
  /** Maximum number of files; 200,000 by default. */
  readonly maxEntries?: number;
  /** Maximum size of a file; 100 MiB by default, the documented limit of Git-synced files. */
  readonly maxFileBytes?: number;
  readonly program?: string;
}

/** Ref under which the git program stores a fetched branch; no server can choose this name. */
const IMPORT_REF = 'refs/quire/import';
const SIZE_CHECK_MS = 200;

interface RemoteRequest {
  /** Session for requests before the repository is located; closed afterwards. */
  readonly web: GuardedFetch;
  readonly address: RepositoryUrlParts;
  readonly ref: string;
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
  /** Stops listening to the abort signal of the caller. */
  readonly detach: () => void;
}

/** Location of a repository. */
interface RemoteRepository extends Pick<ServedBranch, 'branch'> {
  /** Absent for a repository on this machine. */
  readonly served?: ServedRepository;
  /** Resolves the settings with which git reaches the repository. */
  readonly source: () => Promise<GitSource>;
}

/**
 * GitRepositories over the git program and, for servers that support version 2 of the protocol over HTTP, over a client
 * of its own. Fetches one branch, as shallow as the server allows, into a bare repository.
 */
export class ProgramGitRepositories implements GitRepositories {
  readonly #options: GitRepositoryOptions &
    Required<Pick<GitRepositoryOptions, 'timeoutMs' | 'maxBytes' | 'maxEntries' | 'maxFileBytes' | 'program'>>;
  readonly #directories: RepositoryDirectories;
  readonly #servers = new GitServers();
  #version: Promise<GitVersion> | undefined;

  private constructor(options: GitRepositoryOptions, places: RepositoryDirectories) {
    this.#options = {
      timeoutMs: 600_000,
      maxBytes: 2 * 1024 ** 3,
      maxEntries: 200_000,
      maxFileBytes: 100 * 1024 ** 2,
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
    const { protocols, web, fileRoots = [] } = this.#options;
    const issues = checkRepositoryAddress({ url, ref }, protocols);
    if (issues.some(({ path: field }) => field === 'url')) return issues;
    const address = splitRepositoryUrl(url, protocols);
    try {
      await (address.protocol === 'file'
        ? createFileSource(address, fileRoots)
        : web.assertAllowed(address.url, signal));
      return issues;
    } catch (error) {
      const refused = error instanceof FetchBlocked || (error instanceof GitError && error.code === 'GIT_REFUSED');
      return refused ? [...issues, { path: 'url', message: error.message }] : issues;
    }
  }

  tip(request: Pick<SnapshotRequest, 'url' | 'ref'>, signal?: AbortSignal): Promise<string> {
    return this.#withTimeout(request, signal, async (remoteRequest) => {
      const { branch, source } = await this.#locate(remoteRequest);
      const tip = branch === undefined ? await this.#listWithProgram(remoteRequest, await source()) : branch.tip;
      remoteRequest.detach();
      if (tip === undefined) throw noSuchBranch();
      return tip;
    });
  }

  snapshot(request: SnapshotRequest, signal?: AbortSignal): Promise<RepositorySnapshot> {
    return this.#withRepository(request, signal, async (directory, remoteRequest, pendingRemote) => {
      const repository = this.#repository(directory, remoteRequest);
      return GitSnapshot.open(
        (begin) => this.#fetch(repository, remoteRequest, pendingRemote, begin),
        await this.#snapshotOptions(directory, repository, remoteRequest),
      );
    });
  }

  draft(request: SnapshotRequest, signal?: AbortSignal): Promise<RepositoryDraft> {
    return this.#withRepository(request, signal, async (directory, remoteRequest, pendingRemote) => {
      const repository = this.#repository(directory, remoteRequest);
      const found = await pendingRemote;
      const fetched = await this.#fetch(repository, remoteRequest, pendingRemote, () => {}).catch(
        async (error: unknown) => {
          if (!(error instanceof GitError) || error.code !== 'GIT_REF_MISSING') throw error;
          await repository.ensureCreated(found.served?.version2?.objectFormat);
          return undefined;
        },
      );
      await repository.flush();
      const options = await this.#snapshotOptions(directory, repository, remoteRequest);
      const tip = fetched === undefined ? undefined : await GitSnapshot.open(async () => fetched, options);
      const remote = async () => {
        const source = await found.source();
        return { run: await this.#remoteRun(repository, source), url: source.url };
      };
      const { program, timeoutMs } = this.#options;
      const { markIncomplete, release } = options;
      return new GitDraft({
        program,
        timeoutMs,
        tip,
        local: repository.run,
        remote,
        ref: remoteRequest.ref,
        onPushed: (oid) => repository.markComplete(oid),
        markIncomplete,
        release: tip === undefined ? release : () => tip.dispose(),
      });
    });
  }

  /** Runs `use` with a repository on this machine, cached or temporary. */
  #withRepository<T>(
    request: SnapshotRequest,
    signal: AbortSignal | undefined,
    use: (
      directory: RepositoryDirectory,
      request: RemoteRequest,
      pendingRemote: Promise<RemoteRepository>,
    ) => Promise<T>,
  ): Promise<T> {
    return this.#withTimeout(request, signal, async (remoteRequest) => {
      const pendingRemote = this.#locate(remoteRequest);
      pendingRemote.catch(() => {}); // Callers that await the promise receive the error.
      const isCorrupt = (error: unknown) => error instanceof GitError && error.code === 'GIT_PROGRAM';
      if (request.cacheId !== undefined)
        return this.#directories.withCache(
          `${request.cacheId}\0${remoteRequest.address.url}`,
          (directory) => use(directory, remoteRequest, pendingRemote),
          isCorrupt,
        );
      const directory = this.#directories.createTemporary();
      return use(directory, remoteRequest, pendingRemote).catch(async (error: unknown) => {
        await directory.release();
        throw error;
      });
    });
  }

  /** Runs a task on a branch within the time limit. */
  async #withTimeout<T>(
    { url, ref }: Pick<SnapshotRequest, 'url' | 'ref'>,
    signal: AbortSignal | undefined,
    task: (remoteRequest: RemoteRequest) => Promise<T>,
  ): Promise<T> {
    const { timeoutMs, protocols } = this.#options;
    const issues = checkRef(ref);
    if (issues.length > 0) throw new Invalid(issues);
    const address = splitRepositoryUrl(url, protocols);
    const stop = new AbortController();
    const cancel = () => stop.abort(new GitError('GIT_TIMEOUT', 'reading the repository was cancelled'));
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    const detach = () => signal?.removeEventListener('abort', cancel);
    const timer = setTimeout(
      () => stop.abort(new GitError('GIT_TIMEOUT', `fetching the repository took longer than ${timeoutMs} ms`)),
      timeoutMs,
    );
    const web = this.#options.web.session();
    try {
      stop.signal.throwIfAborted();
      return await task({ web, address, ref, secrets: credentialForms(address), signal: stop.signal, detach });
    } catch (error) {
      detach();
      throw error;
    } finally {
      clearTimeout(timer);
      web.end();
    }
  }

  /** Locates the repository and resolves the branch if the server supports it. */
  async #locate({ web, address, ref, secrets, signal }: RemoteRequest): Promise<RemoteRepository> {
    if (address.protocol === 'file') return { source: () => createFileSource(address, this.#options.fileRoots ?? []) };
    const { served, branch } = await this.#servers.findBranch(web, address, ref, {
      secrets,
      signal,
      maxBytes: this.#options.maxBytes,
    });
    return { served, ...(branch && { branch }), source: () => this.#pinnedSource(served, signal) };
  }

  /** Creates the source of a served repository, restricted to the checked address. */
  async #pinnedSource(served: ServedRepository, signal: AbortSignal): Promise<GitSource> {
    const source = await createHttpSource(served, this.#options.web, signal);
    if (!source.isPinned) return source;
    const { version, canPinAddresses } = await this.#gitVersion();
    if (!canPinAddresses)
      throw new GitError(
        'GIT_PROGRAM',
        `Git 2.37 or later is needed to reach this repository (this is ${version}): older versions cannot be restricted to the checked address`,
      );
    return source;
  }

  #gitVersion(): Promise<GitVersion> {
    return (this.#version ??= readGitVersion(this.#options.program).catch((error: unknown) => {
      this.#version = undefined;
      throw error;
    }));
  }

  /**
   * Fetches a branch and returns the name of its commit in the local repository.
   *
   * @param begin starts the programs that read the commit
   * @throws GitError GIT_REF_MISSING when the branch does not exist
   */
  async #fetch(
    repository: BareRepository,
    request: RemoteRequest,
    pendingRemote: Promise<RemoteRepository>,
    begin: () => void,
  ): Promise<string> {
    const [present, { served, branch, source }] = await Promise.all([repository.readCommits(), pendingRemote]);
    if (branch === undefined) return this.#fetchWithProgram(repository, request, await source());
    const { tip, from } = branch;
    if (tip === undefined) throw noSuchBranch();
    await repository.ensureCreated(served?.version2?.objectFormat);
    if (!present.known.includes(tip))
      await repository.receive(tip, from.fetch({ commit: tip, ...present }), present.shallow, begin);
    return tip;
  }

  async #fetchWithProgram(
    repository: BareRepository,
    { ref, signal }: RemoteRequest,
    from: GitSource,
  ): Promise<string> {
    const { program } = this.#options;
    await repository.ensureCreated();
    const run = await this.#remoteRun(repository, from);
    const fetch = (depth: readonly string[]) =>
      this.#withSizeLimit(repository, signal, (watched) =>
        runGit(program, {
          ...run,
          signal: watched,
          args: [
            'fetch',
            '--quiet',
            '--force',
            '--no-tags',
            '--no-recurse-submodules',
            '--no-write-fetch-head',
            '--no-auto-maintenance',
            ...depth,
            '--',
            from.url,
            `+${ref}:${IMPORT_REF}`,
          ],
        }),
      );
    try {
      await fetch(['--depth=1']);
    } catch (error) {
      if (!(error instanceof GitError) || !/does not support shallow/i.test(error.message)) throw error;
      await fetch([]);
    }
    return IMPORT_REF;
  }

  /** Resolves a branch with the git program; undefined if it does not exist. */
  async #listWithProgram(request: RemoteRequest, source: GitSource): Promise<string | undefined> {
    const directory = this.#directories.createTemporary();
    try {
      const repository = this.#repository(directory, request);
      await repository.ensureCreated();
      const output = await runGit(this.#options.program, {
        ...(await this.#remoteRun(repository, source)),
        args: ['ls-remote', '--quiet', '--', source.url, request.ref],
      });
      return output
        .toString('utf8')
        .split('\n')
        .map((each) => each.split('\t'))
        .find(([, name]) => name === request.ref)?.[0];
    } finally {
      await directory.release();
    }
  }

  #repository({ gitDir }: RepositoryDirectory, { signal, secrets }: RemoteRequest): BareRepository {
    return new BareRepository(this.#options.program, { home: this.#directories.home, signal, secrets, gitDir });
  }

  /** Settings for running git in the repository with access to a remote one. */
  async #remoteRun(repository: BareRepository, { protocol, settings }: GitSource): Promise<RepositoryRun> {
    return {
      ...repository.run,
      protocol,
      settings,
      ...(protocol === 'file' ? { globalConfig: await repository.writeTrustConfig() } : {}),
    };
  }

  /** Aborts the work when the repository on disk exceeds the size limit. */
  async #withSizeLimit<T>(
    repository: BareRepository,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { maxBytes } = this.#options;
    const tooLarge = new GitError('GIT_REFUSED', `the repository is larger than ${maxBytes} bytes`);
    const stop = new AbortController();
    const { gitDir } = repository.run;
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

  async #snapshotOptions(
    directory: RepositoryDirectory,
    repository: BareRepository,
    { address: { url }, ref, detach }: RemoteRequest,
  ): Promise<GitSnapshotOptions> {
    const { program } = this.#options;
    const { hasBatchCommand } = await this.#gitVersion();
    const release = async (): Promise<void> => {
      detach();
      await repository.flush().catch(() => {}); // The commit is fetched again next time.
      await directory.release();
    };
    return {
      url,
      ref,
      program,
      hasBatchCommand,
      run: repository.run,
      limits: this.#options,
      markIncomplete: () => repository.markIncomplete(),
      release,
    };
  }
}

const noSuchBranch = (): GitError => new GitError('GIT_REF_MISSING', 'the repository has no such branch');
