import fs from 'node:fs/promises';
import path from 'node:path';
import { checkRef, checkRepositoryAddress, splitRepositoryUrl } from '../../domain/git-sync/repository-address.ts';
import type { GitProtocol } from '../../domain/git-sync/repository-address.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import type { Issue } from '../../domain/kernel/errors.ts';
import { FetchRefused } from '../../ports/outside/guarded-fetch.ts';
import { GitFailed } from '../../ports/git/git-repositories.ts';
import type { GitRepositories, RepositoryDraft, RepositorySnapshot, SnapshotRequest } from '../../ports/git/git-repositories.ts';
import type { GuardedFetch } from '../../ports/outside/guarded-fetch.ts';
import { secretsOf } from './git-failures.ts';
import { GitDraft } from './git-draft.ts';
import { runGit } from './git-program.ts';
import type { GitRun } from './git-program.ts';
import { GitSnapshot, type SnapshotParts } from './git-snapshot.ts';
import { fileSource, httpSource } from './git-source.ts';
import type { GitSource } from './git-source.ts';
import { gitVersion } from './git-version.ts';
import type { GitVersion } from './git-version.ts';
import { RepositoryPlaces } from './repository-places.ts';
import type { RepositoryPlace } from './repository-places.ts';

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

/** Where a fetched branch is kept: a name that no server chooses. */
const FETCHED = 'refs/quire/import';
const WATCH_MS = 200;

interface Fetch {
  readonly source: GitSource;
  /** As it was asked for, without credentials. */
  readonly url: string;
  readonly ref: string;
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
}

/** A repository on this machine, how git is run in it, and how it may reach the other one. */
interface Fetched {
  readonly local: Omit<GitRun, 'args'>;
  readonly remote: Omit<GitRun, 'args'>;
  readonly found: boolean;
}

/** GitRepositories over the git program: one branch, as shallow as the server can, into a bare repository. */
export class ProgramGitRepositories implements GitRepositories {
  readonly #options: GitOptions & Required<Pick<GitOptions, 'timeoutMs' | 'maxBytes' | 'maxEntries' | 'maxFileBytes' | 'program'>>;
  readonly #places: RepositoryPlaces;
  #version: Promise<GitVersion> | undefined;

  private constructor(options: GitOptions, places: RepositoryPlaces) {
    this.#options = { timeoutMs: 600_000, maxBytes: 2 * 1024 ** 3, maxEntries: 200_000, maxFileBytes: 100 * 1024 ** 2, program: 'git', ...options };
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
      const refused = error instanceof FetchRefused || (error instanceof GitFailed && error.code === 'GIT_REFUSED');
      return refused ? [...issues, { path: 'url', message: error.message }] : issues;
    }
  }

  tip({ url, ref }: Pick<SnapshotRequest, 'url' | 'ref'>, signal?: AbortSignal): Promise<string> {
    return this.#taken({ url, ref }, signal, async (place, { source, secrets, signal: stop }, forget) => {
      const { program } = this.#options;
      const trust = source.protocol === 'file' ? { globalConfig: await this.#trust(place) } : {};
      const run = { home: this.#places.home, gitDir: place.gitDir, signal: stop, secrets, protocol: source.protocol, settings: source.settings, ...trust };
      const said = await runGit(program, { ...run, args: ['ls-remote', '--quiet', '--', source.url, ref] });
      forget();
      await place.release();
      const line = said.toString('utf8').split('\n').map((each) => each.split('\t')).find(([, name]) => name === ref);
      if (line === undefined) throw new GitFailed('GIT_REF_MISSING', 'the repository has no such branch');
      return line[0]!;
    });
  }

  snapshot(request: SnapshotRequest, signal?: AbortSignal): Promise<RepositorySnapshot> {
    return this.#taken(request, signal, async (place, from, forget) => {
      // Where a commit was fetched before, this one is compared with it.
      const isKnown = await this.#begun(place, from);
      return GitSnapshot.after(() => this.#fetch(place, from), FETCHED, this.#parts(place, this.#local(place, from), from, forget), isKnown);
    });
  }

  draft(request: SnapshotRequest, signal?: AbortSignal): Promise<RepositoryDraft> {
    return this.#taken(request, signal, async (place, from, forget) => {
      const { local, remote, found } = await this.#fetch(place, from, true);
      const { program, timeoutMs } = this.#options;
      const into = { program, timeoutMs, local, remote, url: from.source.url, ref: from.ref };
      if (!found) return new GitDraft({ ...into, tip: undefined, release: () => (forget(), place.release()) });
      const tip = await GitSnapshot.of(FETCHED, this.#parts(place, local, from, forget));
      return new GitDraft({ ...into, tip, release: () => tip.dispose() });
    });
  }

  /** Takes something out of a repository, in the time there is for it. */
  async #taken<T>(request: SnapshotRequest, signal: AbortSignal | undefined, take: (place: RepositoryPlace, from: Fetch, forget: () => void) => Promise<T>): Promise<T> {
    const { timeoutMs, protocols } = this.#options;
    const issues = checkRef(request.ref);
    if (issues.length > 0) throw new Invalid(issues);
    const address = splitRepositoryUrl(request.url, protocols);
    const secrets = secretsOf(address);
    const stop = new AbortController();
    const giveUp = () => stop.abort(new GitFailed('GIT_TIMEOUT', 'reading the repository was given up'));
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    const forget = () => signal?.removeEventListener('abort', giveUp);
    const timer = setTimeout(() => stop.abort(new GitFailed('GIT_TIMEOUT', `fetching the repository took longer than ${timeoutMs} ms`)), timeoutMs);
    try {
      stop.signal.throwIfAborted();
      const source = await this.#source(address, stop.signal);
      const from: Fetch = { source, url: address.url, ref: request.ref, secrets, signal: stop.signal };
      const broken = (error: unknown) => error instanceof GitFailed && error.code === 'GIT_PROGRAM';
      if (request.cacheId !== undefined) return await this.#places.cached(`${request.cacheId}\0${address.url}`, (place) => take(place, from, forget), broken);
      const place = await this.#places.once();
      return await take(place, from, forget).catch(async (error: unknown) => {
        await place.release();
        throw error;
      });
    } catch (error) {
      forget();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #source(address: ReturnType<typeof splitRepositoryUrl>, signal: AbortSignal): Promise<GitSource> {
    if (address.protocol === 'file') return fileSource(address, this.#options.fileRoots ?? []);
    const source = await httpSource(address, this.#options.web, signal);
    if (!source.pinned) return source;
    this.#version ??= gitVersion(this.#options.program);
    const { version, pins } = await this.#version.catch((error: unknown) => {
      this.#version = undefined;
      throw error;
    });
    if (!pins) throw new GitFailed('GIT_PROGRAM', `Git 2.37 or later is needed to read repositories over http (this is ${version}): older ones cannot be held to the address that was checked`);
    return source;
  }

  /** @param mayBeMissing whether a branch that is not there is an answer */
  async #fetch(place: RepositoryPlace, { source, ref, secrets, signal }: Fetch, mayBeMissing = false): Promise<Fetched> {
    const { program } = this.#options;
    const local = this.#local(place, { signal, secrets });
    await this.#begun(place, { signal, secrets });
    const run = { ...local, protocol: source.protocol, settings: source.settings, ...(source.protocol === 'file' ? { globalConfig: await this.#trust(place) } : {}) };
    const fetch = (depth: readonly string[]) =>
      this.#watched(place, signal, (watched) =>
        runGit(program, {
          ...run,
          signal: watched,
          args: ['fetch', '--quiet', '--force', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--no-auto-maintenance', ...depth, '--', source.url, `+${ref}:${FETCHED}`],
        }),
      );
    try {
      await fetch(['--depth=1']);
    } catch (error) {
      if (mayBeMissing && error instanceof GitFailed && error.code === 'GIT_REF_MISSING') return { local, remote: run, found: false };
      if (!(error instanceof GitFailed) || !/does not support shallow/i.test(error.message)) throw error;
      await fetch([]);
    }
    return { local, remote: run, found: true };
  }

  /** How to run git in the repository on this machine. */
  #local({ gitDir }: RepositoryPlace, { signal, secrets }: Pick<Fetch, 'signal' | 'secrets'>): Omit<GitRun, 'args'> & { readonly gitDir: string } {
    return { home: this.#places.home, signal, secrets, gitDir };
  }

  /** Makes a repository of the directory; true where it is one. */
  async #begun({ gitDir }: RepositoryPlace, { signal, secrets }: Pick<Fetch, 'signal' | 'secrets'>): Promise<boolean> {
    const made = path.join(gitDir, 'quire-made');
    if (await fs.stat(made).then(() => true, () => false)) return true;
    await runGit(this.#options.program, { home: this.#places.home, signal, secrets, args: ['init', '--bare', '--quiet', '--template=', '--', gitDir] });
    await fs.writeFile(made, '', { mode: 0o600 });
    return false;
  }

  /** The serving half of git runs on this machine too and asks who owns the folder; the operator has vouched for it. */
  async #trust(place: RepositoryPlace): Promise<string> {
    const file = path.join(place.gitDir, 'quire-trust');
    await fs.writeFile(file, '[safe]\n\tdirectory = *\n', { mode: 0o600 });
    return file;
  }

  /** Stops what runs when the repository on disk grows beyond the limit. */
  async #watched<T>(place: RepositoryPlace, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { maxBytes } = this.#options;
    const tooLarge = new GitFailed('GIT_REFUSED', `the repository is larger than ${maxBytes} bytes`);
    const stop = new AbortController();
    const packs = path.join(place.gitDir, 'objects', 'pack');
    const before = await sizeOf(packs);
    const look = async () => {
      if ((await sizeOf(packs)) - before > maxBytes) stop.abort(tooLarge);
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

  #parts(place: RepositoryPlace, run: Omit<GitRun, 'args'>, { url, ref }: Fetch, forget: () => void): SnapshotParts {
    return { url, ref, program: this.#options.program, run, limits: this.#options, release: () => (forget(), place.release()) };
  }
}

async function sizeOf(dir: string): Promise<number> {
  const names = await fs.readdir(dir).catch(() => []);
  const sizes = await Promise.all(names.map((name) => fs.stat(path.join(dir, name)).then(({ size }) => size, () => 0)));
  return sizes.reduce((sum, size) => sum + size, 0);
}
