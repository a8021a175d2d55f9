import type { ChangeRequest, ChangeRequestState } from '../../domain/change-requests/change-request.ts';
import type { SpaceId } from '../../domain/kernel/id.ts';
import type { UserState } from '../../domain/users.ts';
import type { BranchAdvance, Branch, Head } from '../content/branches.ts';
import type { Repository } from '../kernel/repository.ts';
import type { VersionedChangeRequest } from './change-request-reads.ts';

/** Change request as loaded into a unit of work. */
export interface LoadedChangeRequest {
  readonly changeRequest: ChangeRequest;
  readonly author: UserState;
  readonly head: Branch;
  /** Head revision of the space's primary content. */
  readonly primary: Pick<Head, 'revisionId'>;
  /** Number of open comments. */
  readonly comments: number;
}

/** Change request that is locked until the unit of work ends, with its current state. */
export interface LockedChangeRequest extends LoadedChangeRequest {
  /** Primary content of the space; locked if requested, else as last committed. */
  readonly primary: Branch;
}

/**
 * Repository of change requests inside a unit of work, which are loaded under a lock or optimistically. Lock order is
 * that of all branches: the space's primary content, the change request's branch, the change request itself.
 */
export interface ChangeRequests extends Repository<ChangeRequest, ChangeRequestState> {
  /**
   * Locks a change request with its branch, and the space's primary content if `primary` is set.
   * @param key the id, or the number within the space
   * @throws NotFound
   */
  lock(spaceId: SpaceId, key: string, options?: { readonly primary?: boolean }): Promise<LockedChangeRequest>;
  /**
   * Returns a change request as it was read before, without a lock, to save a round trip when nobody else writes.
   * Returns undefined after a recent write conflict; then use `lock`.
   */
  loadOptimistically(seen: VersionedChangeRequest): LoadedChangeRequest | undefined;
  /**
   * Stores a change request and, in the same statement, advances a branch to a new revision.
   * @throws StaleWrite if it or the branch was changed since it was loaded, at the latest when the unit of work ends
   */
  save(changeRequest: ChangeRequest, advance?: BranchAdvance): Promise<void>;
}
