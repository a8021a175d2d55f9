import type { Hash } from '../content/objects/content-object.ts';
import type { Id } from '../kernel/id.ts';

/** One thing about the repository that was not understood, repaired or left out. */
export interface SyncReportEntry {
  readonly level: 'warning' | 'info';
  readonly code: string;
  readonly path: string;
  readonly line?: number;
  readonly message: string;
  /** Where one entry speaks of many files: which. */
  readonly paths?: readonly string[];
}

/**
 * How an operation ended. `nothing`: there was nothing new. `judgeReplacement`: the space has what the repository has. `merged`: it
 * has the changes of both. `conflicts`: both changed the same; what the repository has waits in a change request.
 * `standalone`: a revision was made beside the content. `exported`: a commit was made.
 */
export const SYNC_OUTCOMES = ['nothing', 'replaced', 'merged', 'conflicts', 'standalone', 'exported'] as const;
export type SyncOutcome = (typeof SYNC_OUTCOMES)[number];

/** A commit that is made and may be pushed already: whoever finds it in the repository finishes what was begun. */
export interface PendingPush {
  readonly commit: string;
  /** The content as the commit holds it, and the revision that was written out. */
  readonly content: Hash;
  readonly revision: Id;
  readonly layout: { readonly root: string; readonly summaryPath: string | null };
  readonly pages: number;
  readonly files: number;
}

/** What the latest import or export did, or is doing. */
export interface SyncOperation {
  readonly id: Id;
  readonly kind: 'import' | 'export';
  /** The repository's address without credentials. */
  readonly url: string;
  readonly ref: string;
  readonly commit: string | null;
  /** The revision that an import made, or that an export wrote out. */
  readonly revision: Id | null;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly pages: number;
  readonly files: number;
  readonly outcome?: SyncOutcome;
  /** Where what could not be merged waits. */
  readonly changeRequest?: { readonly id: Id; readonly number: number };
  readonly pushing?: PendingPush;
  /** How often the repository could not be reached, in this operation. */
  readonly faults?: number;
  /** When it is asked again; with `error`, why it has to be. */
  readonly retryAt?: string;
  readonly error?: string;
  readonly report: readonly SyncReportEntry[];
}

/** What an operation that ended well did. */
export type SyncResult = Pick<SyncOperation, 'commit' | 'revision' | 'pages' | 'files' | 'report'> &
  Partial<Pick<SyncOperation, 'outcome' | 'changeRequest'>>;
