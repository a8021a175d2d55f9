import type { AccessFacts } from '../../domain/permissions/access-facts.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { ReviewRequestState } from '../../domain/change-requests/review-request.ts';
import type { ReviewState } from '../../domain/change-requests/review.ts';
import type { TeamState } from '../../domain/teams/team.ts';
import type { UserState } from '../../domain/users.ts';
import type { Page, PageRequest } from '../kernel/repository.ts';

/** A review with who is shown beside it. */
export interface ReviewRow {
  readonly review: ReviewState;
  readonly reviewer: UserState;
  readonly requestedBy: UserState | null;
}

export interface ReviewRequestRow {
  readonly request: ReviewRequestState;
  /** Who is asked: a person, or else a team. */
  readonly reviewer:
    { readonly kind: 'user'; readonly user: UserState } | { readonly kind: 'team'; readonly team: TeamState };
  readonly requestedBy: UserState;
}

/** Somebody who made revisions of a change request. */
export interface Contributor {
  readonly user: UserState;
  /** When the last of them was made. */
  readonly updatedAt: string;
  /** How many there are. */
  readonly count: number;
}

/** Reads of who works on change requests and judges them, as it is committed. */
export interface ReviewReads {
  /** The newest first. */
  reviews(changeRequestId: Id, page: PageRequest): Promise<Page<ReviewRow>>;
  /** In the order in which they were asked. */
  requests(changeRequestId: Id, page: PageRequest): Promise<Page<ReviewRequestRow>>;
  /** Who made revisions on the change request's own branch, the latest first. */
  contributors(changeRequestId: Id, page: PageRequest): Promise<Page<Contributor>>;
  /** How users stand towards a space; those that are unknown or no members of its organization are left out. */
  accessFacts(
    spaceId: Id,
    userIds: readonly Id[],
  ): Promise<readonly { readonly user: UserState; readonly access: AccessFacts }[]>;
}
