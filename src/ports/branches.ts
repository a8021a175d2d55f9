import type { ContentObject, Hash } from '../domain/content/objects.ts';
import type { Id } from '../domain/kernel/id.ts';
import type { Revision } from '../domain/content/revision.ts';

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

/** A new revision that a branch moves to, with every object that it adds. */
export interface Advance {
  readonly branchId: Id;
  /** The revision the branch stood at when it was locked. */
  readonly from: Id;
  readonly revision: Revision;
  readonly objects: readonly ContentObject[];
}

/** The heads of content. Lock order: organization, then branches by id. */
export interface Branches {
  /** Locks the branches for the rest of the unit of work, in the order of their ids, and says where they stand now. @throws NotFound */
  lock(spaceId: Id, ...branchIds: readonly Id[]): Promise<readonly Branch[]>;
  /** Starts a branch at an existing revision: a pointer, whatever the size of the content. */
  start(branch: Branch): Promise<void>;
  /** Starts a space's primary branch at its first revision. */
  begin(branchId: Id, revision: Revision, objects: readonly ContentObject[]): Promise<void>;
  /** Moves a locked branch to a new revision and stores its objects, in one statement. @throws StaleWrite when it does not stand at `from`. */
  advance(advance: Advance): Promise<void>;
}
