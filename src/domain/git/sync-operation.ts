import type { Hash } from '../content/objects/content-object.ts';
import type { Id } from '../kernel/id.ts';

/** Report about something in the repository that was not understood, was repaired or was omitted. */
export interface SyncReportEntry {
  readonly level: 'warning' | 'info';
  readonly code: string;
  readonly path: string;
  readonly line?: number;
  readonly message: string;
  /** Affected paths, if one entry is about many files. */
  readonly paths?: readonly string[];
}

/**
 * Outcome of an operation. `nothing`: there were no changes. `replaced`: the space has the repository's content.
 * `merged`: it has the changes of both. `conflicts`: both changed the same items; the repository's changes wait in a
 * change request. `standalone`: a revision was created apart from the primary content. `exported`: a commit was
 * created. `cancelled`: somebody ended the operation before it had an effect.
 */
export const SYNC_OUTCOMES = [
  'nothing',
  'replaced',
  'merged',
  'conflicts',
  'standalone',
  'exported',
  'cancelled',
] as const;
export type SyncOutcome = (typeof SYNC_OUTCOMES)[number];

/**
 * Commit that was created and may have been pushed: the next operation that finds it in the repository completes the
 * export.
 */
export interface PendingPush {
  readonly commit: string;
  /** Content as the commit contains it, and the exported revision. */
  readonly content: Hash;
  readonly revision: Id;
  readonly layout: { readonly root: string; readonly summaryPath: string | null };
  readonly pages: number;
  readonly files: number;
  /** Entries of the report about the commit; absent from pushes that an earlier version began. */
  readonly report?: readonly SyncReportEntry[];
}

/** Latest import or export, running or finished. */
export interface SyncOperation {
  readonly id: Id;
  readonly kind: 'import' | 'export';
  /** URL of the repository without credentials. */
  readonly url: string;
  readonly ref: string;
  readonly commit: string | null;
  /** Revision that an import created or an export wrote. */
  readonly revision: Id | null;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly pages: number;
  readonly files: number;
  readonly outcome?: SyncOutcome;
  /** Change request with the changes that could not be merged. */
  readonly changeRequest?: { readonly id: Id; readonly number: number };
  readonly pushing?: PendingPush;
  /** Number of failed attempts to reach the repository in this operation. */
  readonly faults?: number;
  /** Time of the next attempt; `error` then holds the reason. */
  readonly retryAt?: string;
  readonly error?: string;
  readonly report: readonly SyncReportEntry[];
}

/** Result of a successful operation. */
export type SyncResult = Pick<SyncOperation, 'commit' | 'revision' | 'pages' | 'files' | 'report'> &
  Partial<Pick<SyncOperation, 'outcome' | 'changeRequest'>>;
