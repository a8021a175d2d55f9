import { GitError } from '../../ports/git/git-repositories.ts';
import { ByteReader } from './byte-reader.ts';
import { startGit } from './git-program.ts';
import type { GitRunSettings, RunningGit } from './git-program.ts';

export interface GitObject {
  readonly oid: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface GitObjectsOptions {
  /** The program supports `--batch-command` (Git 2.36), so that one process answers both queries. */
  readonly hasBatchCommand: boolean;
  /** Maximum size of an object; a larger one is rejected before it is read. */
  readonly maxFileBytes: number;
  /** Time limit for one read. */
  readonly timeoutMs: number;
}

/** Kind of query: the content of objects, or their type and size. */
type ObjectQuery = 'contents' | 'info';
/** Arguments for versions of Git before 2.36. */
const ARGUMENTS: Readonly<Record<ObjectQuery, string>> = { contents: '--batch', info: '--batch-check' };

/** Line that precedes the bytes of an object. */
interface ObjectHeader {
  readonly oid: string;
  readonly type: string;
  readonly size: number;
}

/** Running `git cat-file` process that waits for queries. */
interface CatFileProcess {
  readonly git: RunningGit;
  readonly reader: ByteReader;
}

/**
 * Reads the objects of a repository by name. Processes are reused for later reads, because starting one costs more than
 * reading a few hundred objects; concurrent reads use separate processes. Methods throw GitError.
 */
export class GitObjects {
  readonly #idle: Record<ObjectQuery, CatFileProcess[]> = { contents: [], info: [] };

  /** @param run settings for running git in the repository; the signal ends all reads */
  constructor(
    private readonly run: GitRunSettings,
    private readonly options: GitObjectsOptions,
  ) {}

  /**
   * Yields the objects of the names in order; undefined for a missing object. A name is an object id, a ref or
   * `<commit>:<path>`, without line breaks.
   */
  contents(names: readonly string[]): AsyncGenerator<GitObject | undefined> {
    const toObject = ({ oid, type }: ObjectHeader, bytes: Buffer): GitObject => ({
      oid,
      type,
      bytes: bytes.subarray(0, -1),
    });
    return this.#query('contents', names, ({ reader }, head) => {
      if (head.size > this.options.maxFileBytes)
        throw new GitError('GIT_REFUSED', `a file of the repository is larger than ${this.options.maxFileBytes} bytes`);
      // Includes the line break after the content.
      const buffered = reader.takeBuffered(head.size + 1);
      return buffered === undefined
        ? reader.take(head.size + 1).then((bytes) => bytes && toObject(head, bytes))
        : toObject(head, buffered);
    });
  }

  /** Returns the sizes of objects without reading their content; missing objects are left out. */
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
    const { timeoutMs } = this.options;
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
      const command = this.options.hasBatchCommand ? `${query} ` : '';
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
      // A reader that stopped early leaves responses in the pipe.
      if (isComplete) this.#idleProcesses(query).push(process);
      else git.kill();
    }
  }

  /** Idle processes that can answer the query. */
  #idleProcesses(query: ObjectQuery): CatFileProcess[] {
    return this.#idle[this.options.hasBatchCommand ? 'contents' : query];
  }

  #start(query: ObjectQuery): CatFileProcess {
    const args = ['cat-file', this.options.hasBatchCommand ? '--batch-command' : ARGUMENTS[query]];
    const git = startGit({ ...this.run, args });
    return { git, reader: new ByteReader(git.stdout as AsyncIterable<Buffer>) };
  }
}
