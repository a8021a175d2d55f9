import type { Id } from '../kernel/id.ts';
import type { SyncReportEntry } from './sync-operation.ts';

/** A branch of a repository, and the project in it that a space is synced with. */
export interface Remote {
  /** Without credentials. */
  readonly url: string;
  readonly ref: string;
  /** `a/b`; empty for the root. */
  readonly directory: string;
}

/** How a project lies in its directory, as far as one file of it can be read by that alone. */
export interface ProjectLayout {
  /** The content root, relative to the project directory. */
  readonly root: string;
  /** Relative to the project directory; null where navigation follows the folders. */
  readonly summaryPath: string | null;
}

/** Where a space and its repository were last the same. */
export interface SyncPoint extends Remote {
  readonly commit: string;
  /** The revision that holds what the commit holds: what both sides changed since is told by it. */
  readonly revision: Id;
  /** Null where that is not known: then everything is read the next time. */
  readonly layout: ProjectLayout | null;
  /** What was told of the files as they are in the commit. */
  readonly report: readonly SyncReportEntry[];
}

/** What the repository brought that could not be merged: it waits in a change request. */
export interface PendingRemote extends SyncPoint {
  readonly changeRequest: Id;
  readonly number: number;
}

export const isSameRemote = (a: Remote, b: Remote): boolean =>
  a.url === b.url && a.ref === b.ref && a.directory === b.directory;
