import { Conflict } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { Review, type ReviewStatus } from '../../domain/reviews/review.ts';
import type { UserState } from '../../domain/users/user.ts';
import type { PageRequest } from '../../ports/repository.ts';
import type { ReviewFacts } from '../../ports/review-reads.ts';
import { atSpaceOf, findChangeRequest, type InChangeRequest } from '../change-requests/find-change-request.ts';
import { requireMatch } from '../change-requests/require-match.ts';
import { command, query } from '../kernel/use-case.ts';

type Submitting = InChangeRequest & { readonly body: { readonly status: ReviewStatus }; readonly ifMatch?: Id };

/** A review as it is shown. */
export interface ReviewView extends ReviewFacts {
  /** Whether the content of the change request has moved on since. */
  readonly outdated: boolean;
}

/**
 * Judges a change request as it stands. A later review by the same person takes the place of this one; both are kept.
 * @throws Conflict unless it is a draft or open, and when authors approve their own; PreconditionFailed
 */
export const submitReview = command({
  name: 'submitChangeRequestReview',
  requires: 'space:review',
  within: atSpaceOf as (input: Submitting) => { space: Id },

  async prepare({ read, at }): Promise<UserState> {
    return (await read.users.get({ id: at.caller.userId })).snapshot();
  },

  async run({ work, ids, now }, { spaceId, changeRequestId, body: { status }, ifMatch }, reviewer): Promise<ReviewView> {
    const { changeRequest, head } = await work.changeRequestLocks.lock(spaceId, changeRequestId);
    requireMatch(ifMatch, head);
    changeRequest.requireReviewable();
    if (status === 'approved' && changeRequest.snapshot().createdBy === reviewer.id) throw new Conflict('authors cannot approve their own change requests');

    const request = await work.reviewRequests.find({ changeRequestId: changeRequest.id, userId: reviewer.id });
    const requestedBy = request?.snapshot().requestedBy ?? null;
    const review = Review.submit({ id: ids.next(), spaceId, changeRequestId: changeRequest.id, revision: head.revisionId, reviewerId: reviewer.id, requestedBy, status, commentId: null, createdAt: now });
    await work.reviews.save(review);
    return { review: review.snapshot(), reviewer, requestedBy: requestedBy === null ? null : (await work.users.get({ id: requestedBy })).snapshot(), outdated: false };
  },
});

/** The newest first. */
export const listReviews = query({
  name: 'getReviewsByChangeRequestId',
  requires: 'space:view',
  within: atSpaceOf as (input: InChangeRequest & { page: PageRequest }) => { space: Id },
  async run(context, input) {
    const { state, head } = await findChangeRequest(context, input);
    const { items, ...rest } = await context.read.reviewsOf.reviews(state.id, input.page);
    return { items: items.map((facts): ReviewView => ({ ...facts, outdated: facts.review.revision !== head.revisionId })), ...rest };
  },
});
