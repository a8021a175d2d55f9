import type { Hash } from './objects/content-object.ts';
import type { Id, SpaceId, UserId, RevisionId } from '../kernel/id.ts';

/** Origin of a revision (`Revision.type` in the API). */
export const REVISION_TYPES = ['edits', 'merge', 'rollback', 'update', 'computed'] as const;
export type RevisionType = (typeof REVISION_TYPES)[number];

/** Commit of a Git repository that a revision was created from (`GitCommit` in the API). */
export interface GitCommit {
  readonly oid: string;
  readonly message: string;
  readonly createdByService: boolean;
  readonly url?: string;
  readonly ref?: string;
}

/** Revision: immutable content with its origin, author and time. */
export interface Revision {
  readonly id: RevisionId;
  readonly spaceId: SpaceId;
  /**
   * Parents: the previous revision of the branch, and for a merge, an update or a rollback the revision that was
   * brought in.
   */
  readonly parents: readonly Id[];
  readonly content: Hash;
  readonly type: RevisionType;
  readonly createdAt: string;
  readonly createdBy: UserId | null;
  /** Change request that was merged. */
  readonly mergedFrom?: Id;
  readonly git?: GitCommit;
}
