import { DomainError } from '../../domain/kernel/errors.ts';
import type { ErrorCategory, Issue } from '../../domain/kernel/errors.ts';

export interface SnapshotRequest {
  /** http, https or file as the operator allows; may hold a user name and a password or token. */
  readonly url: string;
  /** `refs/heads/<branch>`. */
  readonly ref: string;
  /**
   * Objects already fetched under this name from this URL are not fetched again. Must not be shared between tenants: put
   * the space's id into it.
   */
  readonly cacheId?: string;
}

export interface SnapshotCommit {
  readonly oid: string;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  /** ISO 8601 in UTC; undefined when the commit's date cannot be read. */
  readonly authoredAt: string | undefined;
}

/** One thing in the commit's tree. Nothing is checked out: a symlink is a blob that holds its target, never followed. */
export interface RepositoryEntry {
  /** From the repository's root, with `/`. Bytes that are not UTF-8 appear as U+FFFD; `rawPath` has them then. */
  readonly path: string;
  readonly rawPath?: Uint8Array;
  readonly oid: string;
  readonly kind: 'file' | 'executable' | 'symlink' | 'submodule';
  /** In bytes; 0 for a submodule, which has no content here. */
  readonly size: number;
  /** Why this path must not be written anywhere (`..`, `.git`, a control character); undefined when it may. */
  readonly unsafe?: string;
}

/** One path at which two commits differ; a rename is one path less and another one more. */
export interface RepositoryChange {
  readonly path: string;
  /** Undefined where there was nothing. */
  readonly before: Pick<RepositoryEntry, 'oid' | 'kind'> | undefined;
  /** Undefined where there is nothing any more. */
  readonly after: Pick<RepositoryEntry, 'oid' | 'kind' | 'size'> | undefined;
  /** As of an entry. */
  readonly unsafe?: string;
}

export interface RepositoryBlob {
  readonly oid: string;
  readonly bytes: Buffer;
}

/** One commit of one branch, on this machine until disposed of. */
export interface RepositorySnapshot {
  /** Without credentials, as it was asked for. */
  readonly url: string;
  readonly ref: string;
  readonly commit: SnapshotCommit;
  /** Everything in the tree below `directory` (the root unless told), in Git's order. Throws GitError GIT_REFUSED over the limit of entries. */
  list(directory?: string): AsyncIterable<RepositoryEntry>;
  /**
   * Where the commit differs from an earlier one below `directory`, if that one is still on this machine and it differs at
   * no more than `most` paths; undefined otherwise.
   */
  changes(since: string, directory: string, limit: number): Promise<readonly RepositoryChange[] | undefined>;
  /** The blobs in the order asked for, read as they are taken. Throws GitError: GIT_REFUSED for one over the limit, GIT_PROGRAM for one that is not there. */
  read(oids: Iterable<string>): AsyncIterable<RepositoryBlob>;
  /** Frees the disk; `list` and `read` end with it. May be called twice. */
  dispose(): Promise<void>;
}

/** The new content of one file; null: there is none any more. */
export interface FileWrite {
  /** From the repository's root. */
  readonly path: string;
  readonly content: Uint8Array | null;
}

export interface CommitSignature {
  readonly name: string;
  readonly email: string;
}

export interface CommitInput {
  readonly message: string;
  readonly author: CommitSignature;
  readonly committer: CommitSignature;
  /** ISO 8601. */
  readonly at: string;
}

export interface CommitResult {
  readonly oid: string;
  /** What the files that were written are called by Git, by path. */
  readonly blobs: ReadonlyMap<string, string>;
  /** Whether its files are other ones than those of the tip. */
  readonly differs: boolean;
}

/** A branch that is written to, on this machine until disposed of. */
export interface RepositoryDraft {
  /** Where the branch stands; undefined where there is no such branch yet. */
  readonly tip: RepositorySnapshot | undefined;
  /** Makes a commit on top of the tip, whose files are the tip's but for those written. Nothing is checked out; a file keeps its mode. */
  commit(files: AsyncIterable<FileWrite>, commit: CommitInput): Promise<CommitResult>;
  /** Moves the branch to the commit. Throws GitError: GIT_MOVED when it stands elsewhere by now; it is never forced. */
  push(oid: string): Promise<void>;
  /** Frees the disk; the tip ends with it. */
  dispose(): Promise<void>;
}

/** Git repositories elsewhere. Credentials never reach a message, a log, a command line or the disk. Throws GitError. */
export interface GitRepositories {
  /**
   * What is wrong with an address, naming `url` or `ref`, as far as that can be told without asking the repository: empty
   * when it may be tried. A server that cannot be found now is no issue.
   */
  check(address: Pick<SnapshotRequest, 'url' | 'ref'>, signal?: AbortSignal): Promise<readonly Issue[]>;
  /** The commit that a branch has now; nothing of it is fetched. */
  tip(address: Pick<SnapshotRequest, 'url' | 'ref'>, signal?: AbortSignal): Promise<string>;
  snapshot(request: SnapshotRequest, signal?: AbortSignal): Promise<RepositorySnapshot>;
  /** A branch to write to, or one that does not exist yet. */
  draft(request: SnapshotRequest, signal?: AbortSignal): Promise<RepositoryDraft>;
}

/**
 * Why it did not work. GIT_AUTH: the server wants (other) credentials. GIT_NOT_FOUND: no repository there. GIT_REF_MISSING:
 * no such branch. GIT_MOVED: the branch is not where it was. GIT_REFUSED: not allowed here or there, or over a limit. GIT_TIMEOUT: too slow, or given up. GIT_NETWORK: the
 * server could not be reached or broke off. GIT_PROGRAM: the git program is missing, too old or failed otherwise.
 */
export type GitErrorCode =
  | 'GIT_AUTH'
  | 'GIT_NOT_FOUND'
  | 'GIT_REF_MISSING'
  | 'GIT_MOVED'
  | 'GIT_REFUSED'
  | 'GIT_TIMEOUT'
  | 'GIT_NETWORK'
  | 'GIT_PROGRAM';

const TRANSIENT_CODES: ReadonlySet<GitErrorCode> = new Set(['GIT_TIMEOUT', 'GIT_NETWORK', 'GIT_PROGRAM']);

export class GitError extends DomainError {
  readonly category: ErrorCategory;
  constructor(
    readonly code: GitErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.category = TRANSIENT_CODES.has(code) ? 'unavailable' : 'invalid';
  }
}
