import type { Hash } from './objects/content-object.ts';
import type { Id } from '../kernel/id.ts';

/** How a revision came to be (contract: Revision.type). */
export const REVISION_TYPES = ['edits', 'merge', 'rollback', 'update', 'computed'] as const;
export type RevisionType = (typeof REVISION_TYPES)[number];

/** The commit of a Git repository that a revision was made from (contract: GitCommit). */
export interface GitCommit {
  readonly oid: string;
  readonly message: string;
  readonly createdByService: boolean;
  readonly url?: string;
  readonly ref?: string;
}

/** A commit: immutable content, what it came from, who made it and when. */
export interface Revision {
  readonly id: Id;
  readonly spaceId: Id;
  /** The first is the one it replaced on its branch; a merge, an update or a rollback has a second, what came in. */
  readonly parents: readonly Id[];
  readonly content: Hash;
  readonly type: RevisionType;
  readonly createdAt: string;
  readonly createdBy: Id | null;
  /** The change request that a merge took in. */
  readonly mergedFrom?: Id;
  readonly git?: GitCommit;
}
