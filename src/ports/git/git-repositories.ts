import { DomainError } from '../../domain/kernel/errors.ts';
import type { ErrorCategory, Issue } from '../../domain/kernel/errors.ts';

export interface SnapshotRequest {
  /**
   * URL with the scheme http, https or file as the operator allows; may contain a user name and a password or token.
   */
  readonly url: string;
  /** Full name of the branch: `refs/heads/<branch>`. */
  readonly ref: string;
  /**
   * Name of the cache: objects fetched under the same name and URL are not fetched again. Must not be shared between
   * tenants; include the space's id.
   */
  readonly cacheId?: string;
}

export interface SnapshotCommit {
  readonly oid: string;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  /** ISO 8601 in UTC; undefined if the commit's date cannot be read. */
  readonly authoredAt: string | undefined;
}

/** Entry of the commit's tree. Nothing is checked out: a symlink is a blob with its target, and is never followed. */
export interface RepositoryEntry {
  /**
   * Path from the repository's root, with `/`. Bytes that are not UTF-8 appear as U+FFFD; then `rawPath` holds the
   * original.
   */
  readonly path: string;
  readonly rawPath?: Uint8Array;
  readonly oid: string;
  readonly kind: 'file' | 'executable' | 'symlink' | 'submodule';
  /** Size in bytes; 0 for a submodule, which has no content here. */
  readonly size: number;
  /** Reason why this path must not be written to a disk (`..`, `.git`, a control character); undefined if it may. */
  readonly unsafe?: string;
}

/** Path at which two commits differ; a rename is one removed and one added path. */
export interface RepositoryChange {
  readonly path: string;
  /** Undefined for an added path. */
  readonly before: Pick<RepositoryEntry, 'oid' | 'kind'> | undefined;
  /** Undefined for a removed path. */
  readonly after: Pick<RepositoryEntry, 'oid' | 'kind' | 'size'> | undefined;
  /** Reason why the path must not be written to a disk, as `RepositoryEntry.unsafe`. */
  readonly unsafe?: string;
}

export interface RepositoryBlob {
  readonly oid: string;
  readonly bytes: Buffer;
}

/** One commit of one branch, kept on this machine until disposed of. */
export interface RepositorySnapshot {
  /** URL as requested, without credentials. */
  readonly url: string;
  readonly ref: string;
  readonly commit: SnapshotCommit;
  /**
   * Lists everything below `directory` (default: the root) in Git's order. Throws GitError GIT_REFUSED above the limit
   * of entries.
   */
  list(directory?: string): AsyncIterable<RepositoryEntry>;
  /**
   * Lists the differences to an earlier commit below `directory`; undefined if that commit is no longer on this
   * machine, or if more than `limit` paths differ.
   */
  changes(since: string, directory: string, limit: number): Promise<readonly RepositoryChange[] | undefined>;
  /**
   * Reads blobs in the order of `oids`, lazily. Throws GitError: GIT_REFUSED for a blob above the limit, GIT_PROGRAM
   * for a missing one.
   */
  read(oids: Iterable<string>): AsyncIterable<RepositoryBlob>;
  /** Frees the disk; `list` and `read` stop working. May be called twice. */
  dispose(): Promise<void>;
}

/** New content of one file; null removes the file. */
export interface FileWrite {
  /** Path from the repository's root. */
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
  /** Object ids of the written files, by path. */
  readonly blobs: ReadonlyMap<string, string>;
  /** Written files that the attributes of the repository assign to Git LFS; the commit contains their bytes. */
  readonly lfsPaths: readonly string[];
  /** Tells whether the commit's files differ from those of the tip. */
  readonly differs: boolean;
}

/** Branch to write to, kept on this machine until disposed of. */
export interface RepositoryDraft {
  /** Current commit of the branch; undefined if the branch does not exist yet. */
  readonly tip: RepositorySnapshot | undefined;
  /**
   * Creates a commit on top of the tip that changes the given files only. Nothing is checked out; existing files keep
   * their mode. Throws GitError GIT_REFUSED for a path at which, or above which, the tip has anything else than a file
   * and its folders.
   */
  commit(files: AsyncIterable<FileWrite>, commit: CommitInput): Promise<CommitResult>;
  /** Pushes the commit to the branch, never by force. Throws GitError GIT_MOVED if the branch has moved. */
  push(oid: string): Promise<void>;
  /** Frees the disk; the tip stops working. */
  dispose(): Promise<void>;
}

/**
 * Access to remote Git repositories. Credentials never appear in a message, a log, a command line or on the disk.
 * Throws GitError.
 */
export interface GitRepositories {
  /**
   * Validates an address without contacting the repository; issues name `url` or `ref`. Returns an empty list if the
   * address may be used. A host that does not resolve now is no issue.
   */
  check(address: Pick<SnapshotRequest, 'url' | 'ref'>, signal?: AbortSignal): Promise<readonly Issue[]>;
  /** Returns the current commit of a branch without fetching it. */
  tip(address: Pick<SnapshotRequest, 'url' | 'ref'>, signal?: AbortSignal): Promise<string>;
  snapshot(request: SnapshotRequest, signal?: AbortSignal): Promise<RepositorySnapshot>;
  /** Opens a branch for writing; the branch need not exist yet. */
  draft(request: SnapshotRequest, signal?: AbortSignal): Promise<RepositoryDraft>;
}

/**
 * Reason for a failed Git operation.
 * - GIT_AUTH: the server requires (other) credentials.
 * - GIT_NOT_FOUND: the repository does not exist.
 * - GIT_REF_MISSING: the branch does not exist.
 * - GIT_MOVED: the branch has moved.
 * - GIT_REFUSED: forbidden by this instance or the server, or above a limit.
 * - GIT_TIMEOUT: too slow, or cancelled.
 * - GIT_NETWORK: the server is unreachable or the connection broke.
 * - GIT_PROGRAM: the git program is missing, too old, or failed otherwise.
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

/** Failure of a repository, of its server or of the git program, with a message for users. */
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
