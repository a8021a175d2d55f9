import type { ChangeRequest, ChangeRequestState } from '../../domain/change-requests/change-request.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { UserState } from '../../domain/users.ts';
import type { BranchAdvance, Branch, Head } from '../content/branches.ts';
import type { Repository } from '../kernel/repository.ts';
import type { VersionedChangeRequest } from './change-request-reads.ts';

/** A change request that a unit of work goes on from. */
export interface LoadedChangeRequest {
  readonly changeRequest: ChangeRequest;
  readonly author: UserState;
  readonly head: Branch;
  /** The revision at which the space's primary content stands. */
  readonly primary: Pick<Head, 'revisionId'>;
  /** Number of open comments. */
  readonly comments: number;
}

/** A change request that nobody else changes until the unit of work ends, as it stands now. */
export interface LockedChangeRequest extends LoadedChangeRequest {
  /** The space's primary content; locked where that was asked for, else as it was committed last. */
  readonly primary: Branch;
}

/**
 * Change requests inside a unit of work. Besides what every repository does, they are locked together with their branch,
 * or loaded from what was read before. The order of locks is that of all branches: the space's primary content, the
 * change request's branch, then the change request itself.
 */
export interface ChangeRequests extends Repository<ChangeRequest, ChangeRequestState> {
  /**
   * Locks a change request together with its branch, and the space's primary content where `primary` says so.
   * @param key the id, or the number within the space
   * @throws NotFound
   */
  lock(spaceId: Id, key: string, options?: { readonly primary?: boolean }): Promise<LockedChangeRequest>;
  /**
   * Loads a change request from what was read a moment ago, without a lock: saves the round trip where nobody else
   * writes. Undefined where another writer was met lately: lock it then.
   */
  loadOptimistically(seen: VersionedChangeRequest): LoadedChangeRequest | undefined;
  /**
   * Stores a change request and, in the same statement, moves a branch to a new revision.
   * @throws StaleWrite where it or the branch was changed since it was loaded: at the latest when the unit of work ends
   */
  save(changeRequest: ChangeRequest, advance?: BranchAdvance): Promise<void>;
}
