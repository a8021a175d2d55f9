import { GitError } from '../../ports/git/git-repositories.ts';
import { ByteReader } from './byte-reader.ts';
import { startGit } from './git-program.ts';
import type { GitRun, RunningGit } from './git-program.ts';

export interface GitObject {
  readonly oid: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface GitObjectLimits {
  /** A larger object is refused before it is read. */
  readonly maxFileBytes: number;
  /** For one reading. */
  readonly timeoutMs: number;
}

/** The git that is asked. */
export interface GitObjectProgram {
  readonly program: string;
  /** Whether one of them can be asked for everything. */
  readonly hasBatchCommand: boolean;
}

/** What is asked for: objects, or what they are. */
type ObjectQuery = 'contents' | 'info';
/** For gits before 2.36, which do not have `--batch-command` for both. */
const ARGUMENTS: Readonly<Record<ObjectQuery, string>> = { contents: '--batch', info: '--batch-check' };

/** What is told of an object before its bytes. */
interface ObjectHeader {
  readonly oid: string;
  readonly type: string;
  readonly size: number;
}

/** A git that waits to be asked for objects. */
interface CatFileProcess {
  readonly git: RunningGit;
  readonly reader: ByteReader;
}

/**
 * The objects of a repository by their names, read by one git for as long as anybody asks: starting a program costs more
 * than a few hundred objects. Whoever reads while another one does has a git of its own. Throws GitError.
 */
export class GitObjects {
  readonly #idle: Record<ObjectQuery, CatFileProcess[]> = { contents: [], info: [] };

  /** @param run how to run git in the repository; its signal ends all that is read */
  constructor(
    private readonly git: GitObjectProgram,
    private readonly run: Omit<GitRun, 'args'>,
    private readonly limits: GitObjectLimits,
  ) {}

  /** Starts the programs that will be asked, so that nobody waits for that later. What comes to lie in the repository meanwhile they find. */
  prestart(): void {
    for (const what of this.git.hasBatchCommand ? (['contents'] as const) : (['contents', 'info'] as const))
      this.#idleProcesses(what).push(this.#start(what));
  }

  /** What is called so, in the order asked for; undefined for what is not there. A name is an object's, a ref's or `<commit>:<path>`, without line ends. */
  contents(names: readonly string[]): AsyncGenerator<GitObject | undefined> {
    const toObject = ({ oid, type }: ObjectHeader, bytes: Buffer): GitObject => ({
      oid,
      type,
      bytes: bytes.subarray(0, -1),
    });
    return this.#query('contents', names, ({ reader }, head) => {
      if (head.size > this.limits.maxFileBytes)
        throw new GitError('GIT_REFUSED', `a file of the repository is larger than ${this.limits.maxFileBytes} bytes`);
      // With the line end behind it.
      const buffered = reader.takeBuffered(head.size + 1);
      return buffered === undefined
        ? reader.take(head.size + 1).then((bytes) => bytes && toObject(head, bytes))
        : toObject(head, buffered);
    });
  }

  /** The bytes of each object, without reading it; what is not there is left out. */
  async sizes(oids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>();
    for await (const found of this.#query('info', oids, (_git, head) => head))
      if (found) sizes.set(found.oid, found.size);
    return sizes;
  }

  async *#query<T extends object>(
    query: ObjectQuery,
    names: readonly string[],
    read: (git: CatFileProcess, head: ObjectHeader) => T | Promise<T | undefined>,
  ): AsyncGenerator<T | undefined> {
    if (names.length === 0) return;
    const process = this.#idleProcesses(query).pop() ?? this.#start(query);
    const { git, reader } = process;
    const { timeoutMs } = this.limits;
    let isLate = false;
    let isComplete = false;
    const timer = setTimeout(() => {
      isLate = true;
      git.kill();
    }, timeoutMs).unref();
    const failAtEnd = async (): Promise<never> => {
      if (isLate) throw new GitError('GIT_TIMEOUT', `reading the repository took longer than ${timeoutMs} ms`);
      await git.done;
      throw new GitError('GIT_PROGRAM', 'git ended unexpectedly');
    };
    try {
      const command = this.git.hasBatchCommand ? `${query} ` : '';
      git.stdin.write(names.map((name) => `${command}${name}\n`).join(''));
      for (let index = 0; index < names.length; index++) {
        const line =
          (reader.untilBuffered(0x0a) ?? (await reader.until(0x0a)))?.toString('utf8') ?? (await failAtEnd());
        let found: T | undefined;
        if (!/ (?:missing|ambiguous)$/.test(line)) {
          const [oid = '', type = '', size = ''] = line.split(' ');
          const answered = read(process, { oid, type, size: Number(size) });
          found = (answered instanceof Promise ? await answered : answered) ?? (await failAtEnd());
        }
        isComplete = index === names.length - 1;
        yield found;
      }
    } finally {
      clearTimeout(timer);
      // Whoever stopped half-way left answers in the pipe.
      if (isComplete) this.#idleProcesses(query).push(process);
      else git.kill();
    }
  }

  /** Those that can be asked for it now. */
  #idleProcesses(query: ObjectQuery): CatFileProcess[] {
    return this.#idle[this.git.hasBatchCommand ? 'contents' : query];
  }

  #start(query: ObjectQuery): CatFileProcess {
    const git = startGit(this.git.program, {
      ...this.run,
      args: ['cat-file', this.git.hasBatchCommand ? '--batch-command' : ARGUMENTS[query]],
    });
    return { git, reader: new ByteReader(git.stdout as AsyncIterable<Buffer>) };
  }
}
