import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';

export const REVIEW_STATUSES = ['approved', 'changes-requested'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export interface ReviewState extends State {
  readonly spaceId: Id;
  readonly changeRequestId: Id;
  /** Where the change request stood when it was reviewed. */
  readonly revision: Id;
  readonly reviewerId: Id;
  /** Who had asked the reviewer; null when nobody had. */
  readonly requestedBy: Id | null;
  readonly status: ReviewStatus;
  /** The comment that was made with it, if it is still there. */
  readonly commentId: Id | null;
  readonly createdAt: string;
}

/** What somebody thought of a change request as it then was. Never changed: who thinks again reviews again, and the latest counts. */
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
