import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { runGit, REQUEST_HEAD_START_MS, startGit, type GitRun } from './git-program.ts';
import { isOid } from './git-tree.ts';
import type { ObjectFormat } from './wire/served-repository.ts';
import type { ReceivedPack } from './wire/upload-pack.ts';

/** Settings for running git in a repository on this machine. */
export type RepositoryRun = Omit<GitRun, 'args'> & { readonly gitDir: string };

/**
 * Files added to the repository: a mark that its creation was completed, the commit that is stored with all its
 * objects, and a configuration file.
 */
const CREATED_FILE = 'quire-made';
const KNOWN_FILE = 'quire-known';
const TRUST_FILE = 'quire-trust';
/** Git's own list of commits that are stored without their parents. */
const SHALLOW_FILE = 'shallow';

/** Error codes of a pipe whose reader has ended. */
const CLOSED_PIPE_CODES: ReadonlySet<string | undefined> = new Set([
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ECONNRESET',
]);

/** Bare repository on this machine that receives commits of a remote one. */
export class BareRepository {
  #pendingWrites: Promise<void> = Promise.resolve();

  constructor(
    private readonly program: string,
    readonly run: RepositoryRun,
  ) {}

  /** Creates the repository if it does not exist. */
  async ensureCreated(objectFormat: ObjectFormat = 'sha1'): Promise<void> {
    if (
      await fs.stat(this.#pathOf(CREATED_FILE)).then(
        () => true,
        () => false,
      )
    )
      return;
    const { gitDir, ...run } = this.run;
    await fs.mkdir(gitDir, { recursive: true, mode: 0o700 });
    await runGit(this.program, {
      ...run,
      args: ['init', '--bare', '--quiet', '--template=', `--object-format=${objectFormat}`, '--', gitDir],
    });
    await fs.writeFile(this.#pathOf(CREATED_FILE), '', { mode: 0o600 });
  }

  /** Lists the commits that are stored with all their files, and those that are stored without their parents. */
  async readCommits(): Promise<{ readonly known: readonly string[]; readonly shallow: readonly string[] }> {
    const [known, shallow] = await Promise.all(
      [KNOWN_FILE, SHALLOW_FILE].map(async (name) =>
        (await fs.readFile(this.#pathOf(name), 'utf8').catch(() => '')).split('\n').filter(isOid),
      ),
    );
    return { known: known!, shallow: shallow! };
  }

  /**
   * Stores a pack, whose objects git verifies.
   *
   * @param commit requested commit, which is complete afterwards
   * @param pack response of the server, which may still be pending
   * @param whileWaiting runs while the server prepares the pack
   * @throws GitError
   */
  async receive(
    commit: string,
    pack: Promise<ReceivedPack>,
    shallowBefore: readonly string[],
    whileWaiting: () => void,
  ): Promise<void> {
    await Promise.race([pack, pause(REQUEST_HEAD_START_MS)]);
    const git = startGit(this.program, { ...this.run, args: ['index-pack', '--stdin', '--fix-thin'] });
    git.stdout.resume();
    try {
      whileWaiting();
      const { shallow, unshallow, bytes } = await pack;
      await pipeline(Readable.from(bytes), git.stdin).catch((error: unknown) => {
        if (!CLOSED_PIPE_CODES.has((error as NodeJS.ErrnoException).code)) throw error;
        // Git may have all it needs before the response ends; otherwise its exit status explains the failure.
      });
      await git.done;
      const remaining = [...new Set([...shallowBefore, ...shallow])].filter((oid) => !unshallow.includes(oid));
      this.#pendingWrites = this.#writeLines(SHALLOW_FILE, remaining).then(() => this.markComplete(commit));
      this.#pendingWrites.catch(() => {}); // Callers of `flush` receive the error.
    } catch (error) {
      git.kill();
      throw error;
    }
  }

  /** Resolves when the received commit is recorded; readers need not wait for this. */
  flush(): Promise<void> {
    return this.#pendingWrites;
  }

  /** Records that a commit is stored with all its objects, so that later fetches may omit them. */
  markComplete(commit: string): Promise<void> {
    return this.#writeLines(KNOWN_FILE, [commit]);
  }

  /** Forgets the complete commits after an object was missing, so that the next fetch gets all objects. */
  async markIncomplete(): Promise<void> {
    await this.#pendingWrites.catch(() => {});
    await fs.rm(this.#pathOf(KNOWN_FILE), { force: true });
  }

  /**
   * Writes a configuration that trusts any owner. The server side of git also runs on this machine and checks who owns
   * the folder, which the operator has allowed.
   */
  async writeTrustConfig(): Promise<string> {
    const file = this.#pathOf(TRUST_FILE);
    await fs.writeFile(file, '[safe]\n\tdirectory = *\n', { mode: 0o600 });
    return file;
  }

  async #writeLines(name: string, lines: readonly string[]): Promise<void> {
    const draft = this.#pathOf(`${name}.${randomBytes(8).toString('hex')}`);
    await fs.writeFile(draft, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    await fs.rename(draft, this.#pathOf(name));
  }

  #pathOf(name: string): string {
    return path.join(this.run.gitDir, name);
  }
}
