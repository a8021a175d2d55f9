import type { ChangeRequest } from '../domain/change-requests/change-request.ts';
import type { Id } from '../domain/kernel/id.ts';
import type { UserState } from '../domain/users/user.ts';
import type { Advance, Branch } from './branches.ts';

/** A change request that nobody else changes until the unit of work ends, as it stands now. */
export interface LockedChangeRequest {
  readonly changeRequest: ChangeRequest;
  readonly author: UserState;
  readonly head: Branch;
  /** The space's primary content; locked where that was asked for, else as it was committed last. */
  readonly primary: Branch;
  /** How many open comments it has. */
  readonly comments: number;
}

/**
 * Change requests under their lock. Whatever changes a change request or its content takes the lock first; the order is
 * that of all branches: the space's primary content, the change request's branch, then the change request itself.
 */
export interface ChangeRequestLocks {
  /**
   * Locks a change request together with its branch, and the space's primary content where `primary` says so.
   * @param key the id, or the number within the space
   * @throws NotFound
   */
  lock(spaceId: Id, key: string, options?: { readonly primary?: boolean }): Promise<LockedChangeRequest>;
  /** Stores a locked change request and, in the same statement, moves a branch to a new revision. @throws StaleWrite */
  save(changeRequest: ChangeRequest, advance?: Advance): Promise<void>;
}
