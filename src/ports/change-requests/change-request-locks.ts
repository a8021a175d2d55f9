import type { ChangeRequest } from '../../domain/change-requests/change-request.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { UserState } from '../../domain/users.ts';
import type { BranchAdvance, Branch, Head } from '../content/branches.ts';
import type { VersionedChangeRequest } from './change-request-reads.ts';

/** A change request that a unit of work goes on from. */
export interface LoadedChangeRequest {
  readonly changeRequest: ChangeRequest;
  readonly author: UserState;
  readonly head: Branch;
  /** The revision at which the space's primary content stands. */
  readonly primary: Pick<Head, 'revisionId'>;
  /** How many open comments it has. */
  readonly comments: number;
}

/** One that nobody else changes until the unit of work ends, as it stands now. */
export interface LockedChangeRequest extends LoadedChangeRequest {
  /** The space's primary content; locked where that was asked for, else as it was committed last. */
  readonly primary: Branch;
}

/**
 * Change requests under their lock, or assumed to be as they were seen. The order of locks is that of all branches: the
 * space's primary content, the change request's branch, then the change request itself.
 */
export interface ChangeRequestLocks {
  /**
   * Locks a change request together with its branch, and the space's primary content where `primary` says so.
   * @param key the id, or the number within the space
   * @throws NotFound
   */
  lock(spaceId: Id, key: string, options?: { readonly primary?: boolean }): Promise<LockedChangeRequest>;
  /**
   * Goes on from a change request as it was seen a moment ago, without a lock: saves the round trip where nobody else writes.
   * Undefined where somebody has just been in the way, or it is not known better: lock it then.
   */
  loadOptimistically(seen: VersionedChangeRequest): LoadedChangeRequest | undefined;
  /**
   * Stores a change request that was locked or assumed and, in the same statement, moves a branch to a new revision.
   * @throws StaleWrite, for one that was assumed where it or its branch has moved since: at the latest when the unit of work ends
   */
  save(changeRequest: ChangeRequest, advance?: BranchAdvance): Promise<void>;
}
