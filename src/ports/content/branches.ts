import type { ContentObject, Hash } from '../../domain/content/objects/content-object.ts';
import type { Id, RevisionId, SpaceId } from '../../domain/kernel/id.ts';
import type { Revision } from '../../domain/content/revision.ts';
import type { Projections } from './projections.ts';

/** Head of a branch: its newest revision and that revision's content. */
export interface Head {
  readonly revisionId: RevisionId;
  readonly content: Hash;
}

/** Branch with its id: the primary content has the space's id, a change request's branch the change request's id. */
export interface Branch extends Head {
  readonly id: Id;
  readonly spaceId: SpaceId;
}

/** Branch to write: one beside the primary content, or the primary content together with its projections. */
export type BranchTarget =
  { readonly branchId: Id; readonly primary?: never } | { readonly branchId?: never; readonly primary: Projections };

/** First revision of a branch, with every object that it needs. */
export type BranchStart = BranchTarget & {
  readonly revision: Revision;
  readonly objects: readonly ContentObject[];
};

/** New revision of a branch, with every object that it adds. */
export type BranchAdvance = BranchStart & {
  /** Revision at which the branch stood when it was locked. */
  readonly from: Id;
};

/**
 * Returns the id of the branch to write.
 * @throws Error for projections of another content, or for primary content without projections
 */
export function targetBranchId({ branchId, primary, revision }: BranchStart): Id {
  if (primary === undefined ? branchId === revision.spaceId : primary.content !== revision.content)
    throw new Error('primary content moves together with its own projections');
  return branchId ?? revision.spaceId;
}

/** Heads of content. Lock order: organization, then branches by id. */
export interface Branches {
  /**
   * Locks branches until the unit of work ends, in the order of their ids, and returns their current heads.
   * @throws NotFound
   */
  lock(spaceId: SpaceId, ...branchIds: readonly Id[]): Promise<readonly Branch[]>;
  /** Creates a branch at an existing revision; the cost does not depend on the size of the content. */
  createAt(branch: Branch): Promise<void>;
  /** Creates a branch with a first revision. */
  create(start: BranchStart): Promise<void>;
  /**
   * Moves a locked branch to a new revision and stores its objects, its projections and the events recorded so far, in
   * one statement if they are small.
   * @throws StaleWrite if the branch is not at `from`, at the latest when the unit of work ends
   */
  advance(advance: BranchAdvance): Promise<void>;
}
