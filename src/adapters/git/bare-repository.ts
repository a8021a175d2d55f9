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

/** How to run git in a repository on this machine. */
export type RepositoryRun = Omit<GitRun, 'args'> & { readonly gitDir: string };

/** Files of our own in it: that it was made to its end; which commit is here with all that it names. */
const CREATED_FILE = 'quire-made';
const KNOWN_FILE = 'quire-known';
const TRUST_FILE = 'quire-trust';
/** Git's own: commits that are here without those before them. */
const SHALLOW_FILE = 'shallow';

/** What is told of a pipe to a program that reads no more. */
const CLOSED_PIPE_CODES: ReadonlySet<string | undefined> = new Set([
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ECONNRESET',
]);

/** A bare repository on this machine, into which commits of another one come. */
export class BareRepository {
  #pendingWrites: Promise<void> = Promise.resolve();

  constructor(
    private readonly program: string,
    readonly run: RepositoryRun,
  ) {}

  /** Makes it, where there is none. */
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

  /** Commits that are here with all of their files, and those that are here without the ones before them. */
  async readCommits(): Promise<{ readonly known: readonly string[]; readonly shallow: readonly string[] }> {
    const [known, shallow] = await Promise.all(
      [KNOWN_FILE, SHALLOW_FILE].map(async (name) =>
        (await fs.readFile(this.#pathOf(name), 'utf8').catch(() => '')).split('\n').filter(isOid),
      ),
    );
    return { known: known!, shallow: shallow! };
  }

  /**
   * Takes in a pack, of which git looks at each object.
   * @param commit what was asked for: it is here then, with all that it names
   * @param whileWaiting what can be done while the server thinks
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
        // It may have all that it needs before the answer ends; else it says itself why it ended.
      });
      await git.done;
      const remaining = [...new Set([...shallowBefore, ...shallow])].filter((oid) => !unshallow.includes(oid));
      this.#pendingWrites = this.#writeLines(SHALLOW_FILE, remaining).then(() => this.markComplete(commit));
      this.#pendingWrites.catch(() => {}); // whoever waits for it is told
    } catch (error) {
      git.kill();
      throw error;
    }
  }

  /** Resolves when it is written down what came; whoever reads need not wait for that. */
  flush(): Promise<void> {
    return this.#pendingWrites;
  }

  /** From now on what comes may leave out what a commit names: all of it is here. */
  markComplete(commit: string): Promise<void> {
    return this.#writeLines(KNOWN_FILE, [commit]);
  }

  /** Something that was thought to be here is not: the next time all of it comes again. */
  async markIncomplete(): Promise<void> {
    await this.#pendingWrites.catch(() => {});
    await fs.rm(this.#pathOf(KNOWN_FILE), { force: true });
  }

  /** The serving half of git runs on this machine too and asks who owns the folder; the operator has vouched for it. */
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
