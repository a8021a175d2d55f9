import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { runGit, SENT_MS, startGit, type GitRun } from './git-program.ts';
import { isOid } from './git-tree.ts';
import type { ObjectFormat } from './wire/served-repository.ts';
import type { GivenPack } from './wire/upload-pack.ts';

/** How to run git in a repository on this machine. */
export type LocalRun = Omit<GitRun, 'args'> & { readonly gitDir: string };

/** Files of our own in it: that it was made to its end; which commit is here with all that it names. */
const MADE = 'quire-made';
const KNOWN = 'quire-known';
const TRUST = 'quire-trust';
/** Git's own: commits that are here without those before them. */
const SHALLOW = 'shallow';

/** What is told of a pipe to a program that reads no more. */
const HAS_ENDED: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET']);

/** A bare repository on this machine, into which commits of another one come. */
export class BareRepository {
  #noted: Promise<void> = Promise.resolve();

  constructor(
    private readonly program: string,
    readonly run: LocalRun,
  ) {}

  /** Makes it, where there is none. */
  async make(objectFormat: ObjectFormat = 'sha1'): Promise<void> {
    if (
      await fs.stat(this.#file(MADE)).then(
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
    await fs.writeFile(this.#file(MADE), '', { mode: 0o600 });
  }

  /** Commits that are here with all of their files, and those that are here without the ones before them. */
  async present(): Promise<{ readonly known: readonly string[]; readonly shallow: readonly string[] }> {
    const [known, shallow] = await Promise.all(
      [KNOWN, SHALLOW].map(async (name) =>
        (await fs.readFile(this.#file(name), 'utf8').catch(() => '')).split('\n').filter(isOid),
      ),
    );
    return { known: known!, shallow: shallow! };
  }

  /**
   * Takes in a pack, of which git looks at each object.
   * @param commit what was asked for: it is here then, with all that it names
   * @param meanwhile what can be done while the server thinks
   * @throws GitError
   */
  async receive(
    commit: string,
    given: Promise<GivenPack>,
    shallowBefore: readonly string[],
    meanwhile: () => void,
  ): Promise<void> {
    await Promise.race([given, pause(SENT_MS)]);
    const git = startGit(this.program, { ...this.run, args: ['index-pack', '--stdin', '--fix-thin'] });
    git.stdout.resume();
    try {
      meanwhile();
      const { shallow, unshallow, bytes } = await given;
      await pipeline(Readable.from(bytes), git.stdin).catch((error: unknown) => {
        if (!HAS_ENDED.has((error as NodeJS.ErrnoException).code)) throw error;
        // It may have all that it needs before the answer ends; else it says itself why it ended.
      });
      await git.done;
      const without = [...new Set([...shallowBefore, ...shallow])].filter((oid) => !unshallow.includes(oid));
      this.#noted = this.#write(SHALLOW, without).then(() => this.know(commit));
      this.#noted.catch(() => {}); // whoever waits for it is told
    } catch (error) {
      git.kill();
      throw error;
    }
  }

  /** Resolves when it is written down what came; whoever reads need not wait for that. */
  noted(): Promise<void> {
    return this.#noted;
  }

  /** From now on what comes may leave out what a commit names: all of it is here. */
  know(commit: string): Promise<void> {
    return this.#write(KNOWN, [commit]);
  }

  /** Something that was thought to be here is not: the next time all of it comes again. */
  async doubt(): Promise<void> {
    await this.#noted.catch(() => {});
    await fs.rm(this.#file(KNOWN), { force: true });
  }

  /** The serving half of git runs on this machine too and asks who owns the folder; the operator has vouched for it. */
  async trust(): Promise<string> {
    const file = this.#file(TRUST);
    await fs.writeFile(file, '[safe]\n\tdirectory = *\n', { mode: 0o600 });
    return file;
  }

  async #write(name: string, lines: readonly string[]): Promise<void> {
    const written = this.#file(`${name}.${randomBytes(8).toString('hex')}`);
    await fs.writeFile(written, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    await fs.rename(written, this.#file(name));
  }

  #file(name: string): string {
    return path.join(this.run.gitDir, name);
  }
}
