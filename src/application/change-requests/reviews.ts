import { Comment } from '../../domain/comments/comment.ts';
import { Conflict, NotFound } from '../../domain/kernel/errors.ts';
import { isVisibleText } from '../../domain/kernel/title.ts';
import type { Id, ChangeRequestId, UserId } from '../../domain/kernel/id.ts';
import { Review, type ReviewStatus } from '../../domain/change-requests/review.ts';
import type { UserState } from '../../domain/users.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import type { ChangeRequestRow } from '../../ports/change-requests/change-request-reads.ts';
import type { ReviewRow } from '../../ports/change-requests/review-reads.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { inChangeRequest, findChangeRequest, type InChangeRequest } from './find-change-request.ts';
import { requireMatch } from './require-match.ts';
import type { Context as CommentContext } from '../comments/comment-location.ts';
import { markdownOf } from '../comments/comment-body.ts';
import { commentViews, type CommentView } from '../comments/comment-views.ts';
import type { DocumentInput } from '../content/content-inputs.ts';
import type { PageFormat } from '../content/page-body.ts';
import { command, query } from '../kernel/use-case.ts';

type SubmitReviewInput = InChangeRequest & {
  readonly body: { readonly status: ReviewStatus; readonly comment?: DocumentInput };
  readonly ifMatch?: Id;
};

const MAX_REQUESTS = 1000;

/** Read model of a review. */
export interface ReviewView extends ReviewRow {
  /** True if the content of the change request has changed since the review. */
  readonly outdated: boolean;
  /** Comment submitted with the review; undefined without one or once it is deleted. */
  readonly comment: CommentView | undefined;
}

/**
 * Submits a review of the current content of a change request.
 *
 * A later review by the same user replaces this one; both stay listed. A comment starts a thread on the change request.
 * Fails with `Conflict` unless the change request is a draft or open, and when authors approve their own change
 * request.
 */
export const submitChangeRequestReview = command<SubmitReviewInput>()({
  name: 'submitChangeRequestReview',
  requires: 'space:review',
  scope: inChangeRequest,
  needs: ['ids', 'content', 'pageBlocks', 'blocks'],

  async prepare(
    { read, scope },
    { body: { comment = {} } },
  ): Promise<{ readonly reviewer: UserState; readonly text: string | undefined }> {
    const isBlank = comment.markdown !== undefined && !isVisibleText(comment.markdown);
    const text = isBlank ? undefined : markdownOf(comment, 'comment');
    return { reviewer: (await read.users.get({ id: scope.caller.userId })).snapshot(), text };
  },

  async run(context, { spaceId, changeRequestId, body: { status }, ifMatch }, { reviewer, text }): Promise<ReviewView> {
    const { work, ids, now } = context;
    const { changeRequest, head } = await work.changeRequests.lock(spaceId, changeRequestId);
    requireMatch(ifMatch, head);
    changeRequest.requireReviewable();
    if (status === 'approved' && changeRequest.snapshot().createdBy === reviewer.id)
      throw new Conflict('authors cannot approve their own change requests');

    const requestedBy = await findReviewRequest(work, changeRequest.id, reviewer.id);
    const place = { spaceId, changeRequestId: changeRequest.id };
    const [id, postedBy, revisionId] = [ids.next(), reviewer.id, head.revisionId];
    const comment =
      text === undefined
        ? undefined
        : Comment.post({ id: ids.next(), ...place, reviewId: id, revisionId, body: text, postedBy, at: now });
    const review = Review.create({
      id,
      ...place,
      revision: revisionId,
      reviewerId: postedBy,
      requestedBy,
      status,
      commentId: comment?.id ?? null,
      createdAt: now,
    });
    await work.reviews.save(review);
    if (comment !== undefined) await work.comments.save(comment);
    const [shown] = comment === undefined ? [] : await commentViews(context, { ...place, head }, [comment.snapshot()]);
    return {
      review: review.snapshot(),
      reviewer,
      requestedBy: requestedBy === null ? null : (await work.users.get({ id: requestedBy })).snapshot(),
      outdated: false,
      comment: shown,
    };
  },
});

/**
 * Finds the user who requested the review from the reviewer directly, or else from one of the reviewer's teams; null
 * without a request.
 */
async function findReviewRequest(work: Work, changeRequestId: ChangeRequestId, userId: UserId): Promise<Id | null> {
  const own = await work.reviewRequests.find({ changeRequestId, userId });
  if (own !== undefined) return own.snapshot().requestedBy;
  const { items } = await work.reviewRequests.list({ changeRequestId, userId: null }, { limit: MAX_REQUESTS });
  for (const request of items) {
    const { teamId, requestedBy } = request.snapshot();
    if ((await work.teamMembers.find({ teamId: teamId!, userId })) !== undefined) return requestedBy;
  }
  return null;
}

/** Lists the reviews of a change request, the newest first. */
export const getReviewsByChangeRequestId = query<InChangeRequest & { format?: PageFormat; page: PageRequest }>()({
  name: 'getReviewsByChangeRequestId',
  requires: 'space:view',
  scope: inChangeRequest,
  needs: ['content', 'pageBlocks', 'blocks'],
  async run(context, input) {
    const { state, head } = await findChangeRequest(context, input);
    const { items, ...rest } = await context.read.reviewsOf.reviews(state.id, input.page);
    return { items: await reviewViews(context, { state, head, format: input.format }, items), ...rest };
  },
});

/** Gets a review of a change request. */
export const getChangeRequestReviewById = query<
  InChangeRequest & { readonly reviewId: Id; readonly format?: PageFormat }
>()({
  name: 'getChangeRequestReviewById',
  requires: 'space:view',
  scope: inChangeRequest,
  needs: ['content', 'pageBlocks', 'blocks'],
  async run(context, input): Promise<ReviewView> {
    const { read } = context;
    const { state, head } = await findChangeRequest(context, input);
    const found = await read.reviews.find({ id: input.reviewId, changeRequestId: state.id });
    if (found === undefined) throw new NotFound('review');
    const review = found.snapshot();
    const [reviewer, requestedBy] = await Promise.all([
      read.users.get({ id: review.reviewerId }),
      review.requestedBy === null ? undefined : read.users.get({ id: review.requestedBy }),
    ]);
    const row = { review, reviewer: reviewer.snapshot(), requestedBy: requestedBy?.snapshot() ?? null };
    const [view] = await reviewViews(context, { state, head, format: input.format }, [row]);
    return view!;
  },
});

/** Adds to reviews whether they are outdated, and their comments. */
async function reviewViews(
  context: CommentContext,
  of: Pick<ChangeRequestRow, 'state' | 'head'> & { readonly format: PageFormat | undefined },
  reviews: readonly ReviewRow[],
): Promise<ReviewView[]> {
  const { state, head, format } = of;
  const place = { spaceId: state.spaceId, changeRequestId: state.id };
  const ids = reviews.flatMap(({ review }) => review.commentId ?? []);
  const found =
    ids.length === 0 ? [] : (await context.read.comments.list({ ...place, id: ids }, { limit: ids.length })).items;
  const comments = await commentViews(
    context,
    { ...place, head },
    found.map((comment) => comment.snapshot()),
    format,
  );
  const commentOf = new Map(comments.map((comment) => [comment.state.id, comment]));
  return reviews.map((row) => ({
    ...row,
    outdated: row.review.revision !== head.revisionId,
    comment: commentOf.get(row.review.commentId ?? ''),
  }));
}
