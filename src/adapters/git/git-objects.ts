import { GitError } from '../../ports/git/git-repositories.ts';
import { ByteReader } from './byte-reader.ts';
import { startGit } from './git-program.ts';
import type { GitRun, RunningGit } from './git-program.ts';

export interface GitObject {
  readonly oid: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface ObjectLimits {
  /** A larger object is refused before it is read. */
  readonly maxFileBytes: number;
  /** For one reading. */
  readonly timeoutMs: number;
}

/** The git that is asked. */
export interface ObjectProgram {
  readonly program: string;
  /** Whether one of them can be asked for everything. */
  readonly takesCommands: boolean;
}

/** What is asked for: objects, or what they are. */
type Asked = 'contents' | 'info';
/** For gits before 2.36, which do not have `--batch-command` for both. */
const ARGUMENTS: Readonly<Record<Asked, string>> = { contents: '--batch', info: '--batch-check' };

/** What is told of an object before its bytes. */
interface Head {
  readonly oid: string;
  readonly type: string;
  readonly size: number;
}

/** A git that waits to be asked for objects. */
interface Waiting {
  readonly git: RunningGit;
  readonly reader: ByteReader;
}

/**
 * The objects of a repository by their names, read by one git for as long as anybody asks: starting a program costs more
 * than a few hundred objects. Whoever reads while another one does has a git of its own. Throws GitError.
 */
export class GitObjects {
  readonly #idle: Record<Asked, Waiting[]> = { contents: [], info: [] };

  /** @param run how to run git in the repository; its signal ends all that is read */
  constructor(
    private readonly git: ObjectProgram,
    private readonly run: Omit<GitRun, 'args'>,
    private readonly limits: ObjectLimits,
  ) {}

  /** Starts the programs that will be asked, so that nobody waits for that later. What comes to lie in the repository meanwhile they find. */
  begin(): void {
    for (const what of this.git.takesCommands ? (['contents'] as const) : (['contents', 'info'] as const))
      this.#waitingFor(what).push(this.#start(what));
  }

  /** What is called so, in the order asked for; undefined for what is not there. A name is an object's, a ref's or `<commit>:<path>`, without line ends. */
  contents(names: readonly string[]): AsyncGenerator<GitObject | undefined> {
    const answer = ({ oid, type }: Head, bytes: Buffer): GitObject => ({ oid, type, bytes: bytes.subarray(0, -1) });
    return this.#asked('contents', names, ({ reader }, head) => {
      if (head.size > this.limits.maxFileBytes)
        throw new GitError('GIT_REFUSED', `a file of the repository is larger than ${this.limits.maxFileBytes} bytes`);
      // With the line end behind it.
      const atHand = reader.takeNow(head.size + 1);
      return atHand === undefined
        ? reader.take(head.size + 1).then((bytes) => bytes && answer(head, bytes))
        : answer(head, atHand);
    });
  }

  /** The bytes of each object, without reading it; what is not there is left out. */
  async sizes(oids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>();
    for await (const found of this.#asked('info', oids, (_git, head) => head))
      if (found) sizes.set(found.oid, found.size);
    return sizes;
  }

  async *#asked<T extends object>(
    what: Asked,
    names: readonly string[],
    answer: (git: Waiting, head: Head) => T | Promise<T | undefined>,
  ): AsyncGenerator<T | undefined> {
    if (names.length === 0) return;
    const waiting = this.#waitingFor(what).pop() ?? this.#start(what);
    const { git, reader } = waiting;
    const { timeoutMs } = this.limits;
    let isLate = false;
    let isThrough = false;
    const timer = setTimeout(() => {
      isLate = true;
      git.kill();
    }, timeoutMs).unref();
    const brokeOff = async (): Promise<never> => {
      if (isLate) throw new GitError('GIT_TIMEOUT', `reading the repository took longer than ${timeoutMs} ms`);
      await git.done;
      throw new GitError('GIT_PROGRAM', 'git ended unexpectedly');
    };
    try {
      const command = this.git.takesCommands ? `${what} ` : '';
      git.stdin.write(names.map((name) => `${command}${name}\n`).join(''));
      for (let asked = 0; asked < names.length; asked++) {
        const line = (reader.untilNow(0x0a) ?? (await reader.until(0x0a)))?.toString('utf8') ?? (await brokeOff());
        let found: T | undefined;
        if (!/ (?:missing|ambiguous)$/.test(line)) {
          const [oid = '', type = '', size = ''] = line.split(' ');
          const answered = answer(waiting, { oid, type, size: Number(size) });
          found = (answered instanceof Promise ? await answered : answered) ?? (await brokeOff());
        }
        isThrough = asked === names.length - 1;
        yield found;
      }
    } finally {
      clearTimeout(timer);
      // Whoever stopped half-way left answers in the pipe.
      if (isThrough) this.#waitingFor(what).push(waiting);
      else git.kill();
    }
  }

  /** Those that can be asked for it now. */
  #waitingFor(what: Asked): Waiting[] {
    return this.#idle[this.git.takesCommands ? 'contents' : what];
  }

  #start(what: Asked): Waiting {
    const git = startGit(this.git.program, {
      ...this.run,
      args: ['cat-file', this.git.takesCommands ? '--batch-command' : ARGUMENTS[what]],
    });
    return { git, reader: new ByteReader(git.stdout as AsyncIterable<Buffer>) };
  }
}
