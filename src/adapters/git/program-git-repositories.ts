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
import { BareRepository, type LocalRun } from './bare-repository.ts';
import { secretsOf } from './git-failures.ts';
import { GitDraft } from './git-draft.ts';
import { runGit } from './git-program.ts';
import { GitSnapshot, type SnapshotParts } from './git-snapshot.ts';
import { fileSource, httpSource } from './git-source.ts';
import type { GitSource } from './git-source.ts';
import { gitVersion } from './git-version.ts';
import type { GitVersion } from './git-version.ts';
import { bytesOf, RepositoryPlaces } from './repository-places.ts';
import type { RepositoryPlace } from './repository-places.ts';
import { GitServers, type ServedBranch } from './wire/git-servers.ts';
import type { ServedRepository } from './wire/served-repository.ts';

export interface GitOptions {
  /** DATA_DIR/git. */
  readonly dir: string;
  readonly web: GuardedFetch;
  /** GIT_PROTOCOLS. */
  readonly protocols: readonly GitProtocol[];
  /** GIT_FILE_ROOTS. */
  readonly fileRoots?: readonly string[];
  /** For fetching, and again for each listing and reading; 10 minutes unless told. */
  readonly timeoutMs?: number;
  /** Of what is fetched; 2 GiB unless told. */
  readonly maxBytes?: number;
  /** 200,000 unless told. */
  readonly maxEntries?: number;
  /** 100 MiB unless told, the documented limit of Git-synced files. */
  readonly maxFileBytes?: number;
  readonly program?: string;
}

/** Where the program keeps a branch that it fetched: a name that no server chooses. */
const FETCHED = 'refs/quire/import';
const WATCH_MS = 200;

interface Asked {
  /** For what is asked before the answer; then it is over. */
  readonly web: GuardedFetch;
  readonly address: RepositoryUrlParts;
  readonly ref: string;
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
  /** Nobody gives up on it any more. */
  readonly forget: () => void;
}

/** Where a repository is. */
interface Found extends Pick<ServedBranch, 'asked'> {
  /** Absent for one on this machine. */
  readonly served?: ServedRepository;
  /** How git reaches it. */
  readonly source: () => Promise<GitSource>;
}

/** GitRepositories over the git program and, where servers speak version 2 of its protocol over HTTP, over that: one branch, as shallow as the server can, into a bare repository. */
export class ProgramGitRepositories implements GitRepositories {
  readonly #options: GitOptions &
    Required<Pick<GitOptions, 'timeoutMs' | 'maxBytes' | 'maxEntries' | 'maxFileBytes' | 'program'>>;
  readonly #places: RepositoryPlaces;
  readonly #servers = new GitServers();
  #version: Promise<GitVersion> | undefined;

  private constructor(options: GitOptions, places: RepositoryPlaces) {
    this.#options = {
      timeoutMs: 600_000,
      maxBytes: 2 * 1024 ** 3,
      maxEntries: 200_000,
      maxFileBytes: 100 * 1024 ** 2,
      program: 'git',
      ...options,
    };
    this.#places = places;
  }

  /** Prepares the directory, clearing away what a killed process left there; so there is one such object per directory. */
  static async open(options: GitOptions): Promise<ProgramGitRepositories> {
    return new ProgramGitRepositories(options, await RepositoryPlaces.open(options.dir));
  }

  async check({ url, ref }: Pick<SnapshotRequest, 'url' | 'ref'>, signal?: AbortSignal): Promise<readonly Issue[]> {
    const { protocols, web, fileRoots = [] } = this.#options;
    const issues = checkRepositoryAddress({ url, ref }, protocols);
    if (issues.some(({ path: field }) => field === 'url')) return issues;
    const address = splitRepositoryUrl(url, protocols);
    try {
      await (address.protocol === 'file' ? fileSource(address, fileRoots) : web.assertAllowed(address.url, signal));
      return issues;
    } catch (error) {
      const refused = error instanceof FetchBlocked || (error instanceof GitError && error.code === 'GIT_REFUSED');
      return refused ? [...issues, { path: 'url', message: error.message }] : issues;
    }
  }

  tip(request: Pick<SnapshotRequest, 'url' | 'ref'>, signal?: AbortSignal): Promise<string> {
    return this.#within(request, signal, async (asked) => {
      const { asked: answered, source } = await this.#find(asked);
      const tip = answered === undefined ? await this.#listed(asked, await source()) : answered.tip;
      asked.forget();
      if (tip === undefined) throw noSuchBranch();
      return tip;
    });
  }

  snapshot(request: SnapshotRequest, signal?: AbortSignal): Promise<RepositorySnapshot> {
    return this.#taken(request, signal, async (place, asked, finding) => {
      const repository = this.#repository(place, asked);
      return GitSnapshot.of(
        (begin) => this.#fetch(repository, asked, finding, begin),
        await this.#parts(place, repository, asked),
      );
    });
  }

  draft(request: SnapshotRequest, signal?: AbortSignal): Promise<RepositoryDraft> {
    return this.#taken(request, signal, async (place, asked, finding) => {
      const repository = this.#repository(place, asked);
      const found = await finding;
      const fetched = await this.#fetch(repository, asked, finding, () => {}).catch(async (error: unknown) => {
        if (!(error instanceof GitError) || error.code !== 'GIT_REF_MISSING') throw error;
        await repository.make(found.served?.version2?.objectFormat);
        return undefined;
      });
      await repository.noted();
      const parts = await this.#parts(place, repository, asked);
      const tip = fetched === undefined ? undefined : await GitSnapshot.of(async () => fetched, parts);
      const remote = async () => {
        const there = await found.source();
        return { run: await this.#remote(repository, there), url: there.url };
      };
      const { program, timeoutMs } = this.#options;
      const { doubt, release } = parts;
      return new GitDraft({
        program,
        timeoutMs,
        tip,
        local: repository.run,
        remote,
        ref: asked.ref,
        pushed: (oid) => repository.know(oid),
        doubt,
        release: tip === undefined ? release : () => tip.dispose(),
      });
    });
  }

  /** Takes something out of a repository that is brought to this machine. */
  #taken<T>(
    request: SnapshotRequest,
    signal: AbortSignal | undefined,
    take: (place: RepositoryPlace, asked: Asked, finding: Promise<Found>) => Promise<T>,
  ): Promise<T> {
    return this.#within(request, signal, async (asked) => {
      const finding = this.#find(asked);
      finding.catch(() => {}); // whoever waits for it is told
      const broken = (error: unknown) => error instanceof GitError && error.code === 'GIT_PROGRAM';
      if (request.cacheId !== undefined)
        return this.#places.cached(
          `${request.cacheId}\0${asked.address.url}`,
          (place) => take(place, asked, finding),
          broken,
        );
      const place = this.#places.once();
      return take(place, asked, finding).catch(async (error: unknown) => {
        await place.release();
        throw error;
      });
    });
  }

  /** Asks for a branch, in the time there is for it. */
  async #within<T>(
    { url, ref }: Pick<SnapshotRequest, 'url' | 'ref'>,
    signal: AbortSignal | undefined,
    task: (asked: Asked) => Promise<T>,
  ): Promise<T> {
    const { timeoutMs, protocols } = this.#options;
    const issues = checkRef(ref);
    if (issues.length > 0) throw new Invalid(issues);
    const address = splitRepositoryUrl(url, protocols);
    const stop = new AbortController();
    const giveUp = () => stop.abort(new GitError('GIT_TIMEOUT', 'reading the repository was cancelled'));
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    const forget = () => signal?.removeEventListener('abort', giveUp);
    const timer = setTimeout(
      () => stop.abort(new GitError('GIT_TIMEOUT', `fetching the repository took longer than ${timeoutMs} ms`)),
      timeoutMs,
    );
    const web = this.#options.web.session();
    try {
      stop.signal.throwIfAborted();
      return await task({ web, address, ref, secrets: secretsOf(address), signal: stop.signal, forget });
    } catch (error) {
      forget();
      throw error;
    } finally {
      clearTimeout(timer);
      web.end();
    }
  }

  /** Finds the repository, and asks its server for the branch if it is one that we can ask. */
  async #find({ web, address, ref, secrets, signal }: Asked): Promise<Found> {
    if (address.protocol === 'file') return { source: () => fileSource(address, this.#options.fileRoots ?? []) };
    const { served, asked } = await this.#servers.branch(web, address, ref, {
      secrets,
      signal,
      maxBytes: this.#options.maxBytes,
    });
    return { served, ...(asked && { asked }), source: () => this.#reached(served, signal) };
  }

  /** How git reaches a server, and no other one. */
  async #reached(served: ServedRepository, signal: AbortSignal): Promise<GitSource> {
    const source = await httpSource(served, this.#options.web, signal);
    if (!source.pinned) return source;
    const { version, pins } = await this.#gitVersion();
    if (!pins)
      throw new GitError(
        'GIT_PROGRAM',
        `Git 2.37 or later is needed to reach this repository (this is ${version}): older versions cannot be restricted to the checked address`,
      );
    return source;
  }

  #gitVersion(): Promise<GitVersion> {
    return (this.#version ??= gitVersion(this.#options.program).catch((error: unknown) => {
      this.#version = undefined;
      throw error;
    }));
  }

  /** Brings a branch to this machine; answers what its commit is called here. @param begin starts what reads it. @throws GitError GIT_REF_MISSING where there is no such branch */
  async #fetch(repository: BareRepository, wanted: Asked, finding: Promise<Found>, begin: () => void): Promise<string> {
    const [present, { served, asked, source }] = await Promise.all([repository.present(), finding]);
    if (asked === undefined) return this.#fetchedByProgram(repository, wanted, await source());
    const { tip, from } = asked;
    if (tip === undefined) throw noSuchBranch();
    await repository.make(served?.version2?.objectFormat);
    if (!present.known.includes(tip))
      await repository.receive(tip, from.fetch({ commit: tip, ...present }), present.shallow, begin);
    return tip;
  }

  async #fetchedByProgram(repository: BareRepository, { ref, signal }: Asked, from: GitSource): Promise<string> {
    const { program } = this.#options;
    await repository.make();
    const run = await this.#remote(repository, from);
    const fetch = (depth: readonly string[]) =>
      this.#watched(repository, signal, (watched) =>
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
            `+${ref}:${FETCHED}`,
          ],
        }),
      );
    try {
      await fetch(['--depth=1']);
    } catch (error) {
      if (!(error instanceof GitError) || !/does not support shallow/i.test(error.message)) throw error;
      await fetch([]);
    }
    return FETCHED;
  }

  /** What the program is told of the branch; undefined where there is no such one. */
  async #listed(asked: Asked, source: GitSource): Promise<string | undefined> {
    const place = this.#places.once();
    try {
      const repository = this.#repository(place, asked);
      await repository.make();
      const said = await runGit(this.#options.program, {
        ...(await this.#remote(repository, source)),
        args: ['ls-remote', '--quiet', '--', source.url, asked.ref],
      });
      return said
        .toString('utf8')
        .split('\n')
        .map((each) => each.split('\t'))
        .find(([, name]) => name === asked.ref)?.[0];
    } finally {
      await place.release();
    }
  }

  #repository({ gitDir }: RepositoryPlace, { signal, secrets }: Asked): BareRepository {
    return new BareRepository(this.#options.program, { home: this.#places.home, signal, secrets, gitDir });
  }

  /** How to run git in a repository so that it reaches another one. */
  async #remote(repository: BareRepository, { protocol, settings }: GitSource): Promise<LocalRun> {
    return {
      ...repository.run,
      protocol,
      settings,
      ...(protocol === 'file' ? { globalConfig: await repository.trust() } : {}),
    };
  }

  /** Stops what runs when the repository on disk grows beyond the limit. */
  async #watched<T>(
    repository: BareRepository,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { maxBytes } = this.#options;
    const tooLarge = new GitError('GIT_REFUSED', `the repository is larger than ${maxBytes} bytes`);
    const stop = new AbortController();
    const { gitDir } = repository.run;
    const before = await bytesOf(gitDir);
    const look = async () => {
      if ((await bytesOf(gitDir)) - before > maxBytes) stop.abort(tooLarge);
    };
    const timer = setInterval(() => void look(), WATCH_MS);
    try {
      const result = await work(AbortSignal.any([signal, stop.signal]));
      await look();
      stop.signal.throwIfAborted();
      return result;
    } finally {
      clearInterval(timer);
    }
  }

  async #parts(
    place: RepositoryPlace,
    repository: BareRepository,
    { address: { url }, ref, forget }: Asked,
  ): Promise<SnapshotParts> {
    const { program } = this.#options;
    const { takesCommands } = await this.#gitVersion();
    const release = async (): Promise<void> => {
      forget();
      await repository.noted().catch(() => {}); // then it comes again
      await place.release();
    };
    return {
      url,
      ref,
      program,
      takesCommands,
      run: repository.run,
      limits: this.#options,
      doubt: () => repository.doubt(),
      release,
    };
  }
}

const noSuchBranch = (): GitError => new GitError('GIT_REF_MISSING', 'the repository has no such branch');
