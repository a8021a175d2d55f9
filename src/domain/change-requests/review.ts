import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id, ChangeRequestId, CommentId, SpaceId, UserId, ReviewId } from '../kernel/id.ts';

export const REVIEW_STATUSES = ['approved', 'changes-requested'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export interface ReviewState extends State {
  readonly id: ReviewId;
  readonly spaceId: SpaceId;
  readonly changeRequestId: ChangeRequestId;
  /** Head revision of the change request at the time of the review. */
  readonly revision: Id;
  readonly reviewerId: UserId;
  /** User who requested the review; null if nobody did. */
  readonly requestedBy: Id | null;
  readonly status: ReviewStatus;
  /** Comment posted with the review, if it still exists. */
  readonly commentId: CommentId | null;
  readonly createdAt: string;
}

/**
 * Review of one revision of a change request. Never changed: a reviewer reviews again, and the latest review counts.
 */
export class Review extends Aggregate<ReviewState> {
  static readonly kind = 'review';
  static restore = (state: ReviewState) => new Review(state);

  static create(state: ReviewState): Review {
    const review = new Review(state);
    review.record('review.submitted', {
      changeRequest: state.changeRequestId,
      status: state.status,
      revision: state.revision,
    });
    return review;
  }
}
