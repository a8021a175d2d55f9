import type { ChangeRequestState, ChangeRequestStatus } from '../../domain/change-requests/change-request.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { UserState } from '../../domain/users.ts';
import type { Head } from '../content/branches.ts';
import type { Page, PageRequest } from '../kernel/repository.ts';

/** A change request with what is shown beside it. */
export interface ChangeRequestRow {
  readonly state: ChangeRequestState;
  readonly author: UserState;
  readonly head: Head;
  /** The revision at which the space's primary content stands. */
  readonly primary: Id;
  /** How many open comments it has. */
  readonly comments: number;
}

/** A change request as it was seen without a lock: `version` tells whether it is still the same. */
export interface VersionedChangeRequest extends ChangeRequestRow {
  readonly version: number;
}

export interface ChangeRequestFilter {
  readonly status?: ChangeRequestStatus;
  readonly creator?: Id;
  /** Only those that this user created or edited. */
  readonly contributor?: Id;
}

/** Reads of committed change requests of one space. */
export interface ChangeRequestReads {
  /** @param key the id, or the number within the space */
  find(spaceId: Id, key: string): Promise<ChangeRequestRow | undefined>;
  /** Those of the space that have one of these ids, in no order. */
  findMany(spaceId: Id, ids: readonly Id[]): Promise<readonly ChangeRequestRow[]>;
  list(spaceId: Id, filter: ChangeRequestFilter, page: PageRequest): Promise<Page<ChangeRequestRow>>;
}
