import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id, ChangeRequestId, SpaceId, TeamId, UserId } from '../kernel/id.ts';

export interface ReviewRequestState extends State {
  readonly spaceId: SpaceId;
  readonly changeRequestId: ChangeRequestId;
  /** Requested reviewer: a user or a team. */
  readonly userId: UserId | null;
  readonly teamId: TeamId | null;
  readonly requestedBy: Id;
  /** Head revision of the change request at the time of the request. */
  readonly revision: Id;
  readonly createdAt: string;
}

/** Request to review a change request; at most one per user and team, kept after the review. */
export class ReviewRequest extends Aggregate<ReviewRequestState> {
  static readonly kind = 'requested reviewer';
  static restore = (state: ReviewRequestState) => new ReviewRequest(state);

  static create(state: ReviewRequestState): ReviewRequest {
    const request = new ReviewRequest(state);
    request.record('review.requested', request.#eventData());
    return request;
  }

  withdraw(): void {
    this.record('review.request-withdrawn', this.#eventData());
  }

  #eventData(): Readonly<Record<string, Id>> {
    const { changeRequestId, userId, teamId } = this.state;
    return {
      changeRequest: changeRequestId,
      ...(userId !== null && { userId }),
      ...(teamId !== null && { team: teamId }),
    };
  }
}
