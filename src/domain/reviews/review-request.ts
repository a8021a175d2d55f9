import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';

export interface ReviewRequestState extends State {
  readonly spaceId: Id;
  readonly changeRequestId: Id;
  /** Who is asked. */
  readonly userId: Id;
  readonly requestedBy: Id;
  /** Where the change request stood when the user was asked. */
  readonly revision: Id;
  readonly createdAt: string;
}

/** Somebody is asked to review a change request; one of each person, which stays after the review. */
export class ReviewRequest extends Aggregate<ReviewRequestState> {
  static readonly kind = 'requested reviewer';
  static restore = (state: ReviewRequestState) => new ReviewRequest(state);

  static send(state: ReviewRequestState): ReviewRequest {
    const request = new ReviewRequest(state);
    request.record('review.requested', { changeRequest: state.changeRequestId, userId: state.userId });
    return request;
  }

  withdraw(): void {
    this.record('review.request-withdrawn', { changeRequest: this.state.changeRequestId, userId: this.state.userId });
  }
}
