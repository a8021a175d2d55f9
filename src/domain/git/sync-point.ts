import type { Id } from '../kernel/id.ts';
import type { SyncReportEntry } from './sync-operation.ts';

/** Branch of a repository, with the project directory that a space is synced with. */
export interface Remote {
  /** URL without credentials. */
  readonly url: string;
  readonly ref: string;
  /** Directory as `a/b`; empty for the root. */
  readonly directory: string;
}

/** Layout of a project that is needed to read one of its files alone. */
export interface ProjectLayout {
  /** Content root relative to the project directory. */
  readonly root: string;
  /** Path relative to the project directory; null if navigation follows the folders. */
  readonly summaryPath: string | null;
}

/** Point at which a space and its repository were last in sync. */
export interface SyncPoint extends Remote {
  readonly commit: string;
  /** Revision with the commit's content; base for the changes of both sides since then. */
  readonly revision: Id;
  /** Null if unknown: then the next import reads everything. */
  readonly layout: ProjectLayout | null;
  /** Report on the files of the commit. */
  readonly report: readonly SyncReportEntry[];
}

/** Remote changes that could not be merged and wait in a change request. */
export interface PendingRemote extends SyncPoint {
  readonly changeRequest: Id;
  readonly number: number;
}

export const isSameRemote = (a: Remote, b: Remote): boolean =>
  a.url === b.url && a.ref === b.ref && a.directory === b.directory;
