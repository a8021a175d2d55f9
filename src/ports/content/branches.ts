import type { ContentObject, Hash } from '../../domain/content/objects/content-object.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Revision } from '../../domain/content/revision.ts';
import type { Projections } from './projections.ts';

/** Where a branch stands: its newest revision and that revision's content. */
export interface Head {
  readonly revisionId: Id;
  readonly content: Hash;
}

/** A branch with its id: a space's primary content has the space's id, a change request's branch the change request's. */
export interface Branch extends Head {
  readonly id: Id;
  readonly spaceId: Id;
}

/** Which branch: one beside the primary content, or the primary content itself, together with what follows from it. */
export type BranchTarget =
  { readonly branchId: Id; readonly primary?: never } | { readonly branchId?: never; readonly primary: Projections };

/** A branch's first revision, with every object that it needs. */
export type BranchStart = BranchTarget & {
  readonly revision: Revision;
  readonly objects: readonly ContentObject[];
};

/** A new revision that a branch moves to, with every object that it adds. */
export type BranchAdvance = BranchStart & {
  /** The revision the branch stood at when it was locked. */
  readonly from: Id;
};

/** The branch that is meant. @throws Error for projections of another content, or a primary content without any */
export function targetBranchId({ branchId, primary, revision }: BranchStart): Id {
  if (primary === undefined ? branchId === revision.spaceId : primary.content !== revision.content)
    throw new Error('primary content moves together with its own projections');
  return branchId ?? revision.spaceId;
}

/** The heads of content. Lock order: organization, then branches by id. */
export interface Branches {
  /** Locks the branches for the rest of the unit of work, in the order of their ids, and says where they stand now. @throws NotFound */
  lock(spaceId: Id, ...branchIds: readonly Id[]): Promise<readonly Branch[]>;
  /** Starts a branch at an existing revision: a pointer, whatever the size of the content. */
  createAt(branch: Branch): Promise<void>;
  /** Starts a branch at a first revision. */
  create(start: BranchStart): Promise<void>;
  /** Moves a locked branch to a new revision and stores its objects and what follows from it, in one statement where that is not much. @throws StaleWrite when it does not stand at `from`: at the latest when the unit of work ends. */
  advance(advance: BranchAdvance): Promise<void>;
}
