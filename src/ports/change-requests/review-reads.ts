import type { AccessFacts } from '../../domain/permissions/access-facts.ts';
import type { Id, ChangeRequestId, SpaceId } from '../../domain/kernel/id.ts';
import type { ReviewRequestState } from '../../domain/change-requests/review-request.ts';
import type { ReviewState } from '../../domain/change-requests/review.ts';
import type { TeamState } from '../../domain/teams/team.ts';
import type { UserState } from '../../domain/users.ts';
import type { Page, PageRequest } from '../kernel/repository.ts';

/** Review with the users that are shown with it. */
export interface ReviewRow {
  readonly review: ReviewState;
  readonly reviewer: UserState;
  readonly requestedBy: UserState | null;
}

export interface ReviewRequestRow {
  readonly request: ReviewRequestState;
  /** Requested reviewer: a user or a team. */
  readonly reviewer:
    { readonly kind: 'user'; readonly user: UserState } | { readonly kind: 'team'; readonly team: TeamState };
  readonly requestedBy: UserState;
}

/** User who made revisions of a change request. */
export interface Contributor {
  readonly user: UserState;
  /** Time of the user's latest revision. */
  readonly updatedAt: string;
  /** Number of the user's revisions. */
  readonly count: number;
}

/** Reads of reviews, requested reviewers and contributors of change requests, as committed. */
export interface ReviewReads {
  /** Lists reviews, newest first. */
  reviews(changeRequestId: ChangeRequestId, page: PageRequest): Promise<Page<ReviewRow>>;
  /** Lists review requests in the order in which they were made. */
  requests(changeRequestId: ChangeRequestId, page: PageRequest): Promise<Page<ReviewRequestRow>>;
  /** Lists users with revisions on the change request's own branch, latest first. */
  contributors(changeRequestId: ChangeRequestId, page: PageRequest): Promise<Page<Contributor>>;
  /** Reads the access of users to a space; omits unknown users and users who are not members of the organization. */
  accessFacts(
    spaceId: SpaceId,
    userIds: readonly Id[],
  ): Promise<readonly { readonly user: UserState; readonly access: AccessFacts }[]>;
}
