import type { ChangeRequestState, ChangeRequestStatus } from '../../domain/change-requests/change-request.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import type { UserState } from '../../domain/users.ts';
import type { Head } from '../content/branches.ts';
import type { Page, PageRequest } from '../kernel/repository.ts';

/** Change request with the data that is shown with it. */
export interface ChangeRequestRow {
  readonly state: ChangeRequestState;
  readonly author: UserState;
  /** User who merged it; null before the merge. */
  readonly merger: UserState | null;
  readonly head: Head;
  /** Head revision of the space's primary content. */
  readonly primary: Id;
  /** Number of open comments. */
  readonly comments: number;
}

/** Change request read without a lock; `version` changes with every write. */
export interface VersionedChangeRequest extends ChangeRequestRow {
  readonly version: number;
}

export interface ChangeRequestFilter {
  readonly status?: ChangeRequestStatus;
  readonly creator?: Id;
  /** Change requests that this user created or edited. */
  readonly contributor?: Id;
  /** Change requests whose review was requested from this user or a team of the user. */
  readonly requestedReviewer?: Id;
}

/** Reads of the committed change requests of one space. */
export interface ChangeRequestReads {
  /**
   * Finds a change request.
   * @param key the id, or the number within the space
   */
  find(spaceId: SpaceId, key: string): Promise<ChangeRequestRow | undefined>;
  /** Finds the change requests of the space with these ids, in any order. */
  findMany(spaceId: SpaceId, ids: readonly Id[]): Promise<readonly ChangeRequestRow[]>;
  list(spaceId: SpaceId, filter: ChangeRequestFilter, page: PageRequest): Promise<Page<ChangeRequestRow>>;
}
