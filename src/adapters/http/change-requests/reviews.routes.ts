import * as z from 'zod';
import {
  getRequestedReviewersByChangeRequestId,
  removeRequestedReviewerFromChangeRequest,
  requestReviewersForChangeRequest,
} from '../../../application/change-requests/requested-reviewers.ts';
import {
  getChangeRequestReviewById,
  getReviewsByChangeRequestId,
  submitChangeRequestReview,
  type ReviewView,
} from '../../../application/change-requests/reviews.ts';
import { REVIEW_STATUSES } from '../../../domain/change-requests/review.ts';
import type { ReviewRequestRow } from '../../../ports/change-requests/review-reads.ts';
import { descriptionInput } from './change-request-resource.ts';
import { CommentResource } from '../comments.resources.ts';
import { document, format } from '../comments.routes.ts';
import { idField, instant, uri } from '../kernel/fields.ts';
import { created, list, ok, present, removed, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';
import { UserResource } from '../users.routes.ts';

const ReviewResource = resource(
  'Review',
  z.object({
    object: z.literal('change-request-review'),
    id: z.string(),
    revision: z.string().meta({ description: 'Revision of the change request at the time of the review.' }),
    reviewer: UserResource.schema,
    requestedBy: UserResource.schema.optional(),
    status: z.enum(REVIEW_STATUSES),
    outdated: z.boolean().meta({ description: 'Whether the content of the change request has changed since.' }),
    comment: CommentResource.schema.optional(),
    createdAt: instant,
    updatedAt: instant,
    urls: z.object({ location: uri }),
  }),
  ({ review, reviewer, requestedBy, outdated, comment }: ReviewView, links) => {
    const { id, spaceId, changeRequestId, revision, status, createdAt } = review;
    return {
      ...present({
        requestedBy: requestedBy && UserResource.present(requestedBy, links),
        comment: comment && CommentResource.present(comment, links),
      }),
      object: 'change-request-review' as const,
      id,
      revision,
      reviewer: UserResource.present(reviewer, links),
      status,
      outdated,
      createdAt,
      updatedAt: createdAt,
      urls: { location: links.api('spaces', spaceId, 'change-requests', changeRequestId, 'reviews', id) },
    };
  },
);

const request = {
  object: z.literal('change-request-requested-reviewer'),
  requestedBy: UserResource.schema,
  revision: z.string().meta({ description: 'Revision of the change request at the time of the review request.' }),
  createdAt: instant,
};
const requestedTeam = z.object({ object: z.literal('team'), id: z.string(), title: z.string() });

const RequestedReviewerResource = resource(
  'RequestedReviewer',
  z.discriminatedUnion('kind', [
    z.object({ ...request, kind: z.literal('user'), user: UserResource.schema }),
    z.object({ ...request, kind: z.literal('team'), team: requestedTeam }),
  ]),
  ({ request: { revision, createdAt }, reviewer, requestedBy }: ReviewRequestRow, links) => {
    const common = {
      object: 'change-request-requested-reviewer' as const,
      requestedBy: UserResource.present(requestedBy, links),
      revision,
      createdAt,
    };
    if (reviewer.kind === 'user')
      return { ...common, kind: 'user' as const, user: UserResource.present(reviewer.user, links) };
    return {
      ...common,
      kind: 'team' as const,
      team: { object: 'team' as const, id: reviewer.team.id, title: reviewer.team.title },
    };
  },
);

const RequestsResource = resource(
  'RequestedReviewers',
  z.object({ users: z.array(RequestedReviewerResource.schema).meta({ description: 'Requested users and teams.' }) }),
  (requests: readonly ReviewRequestRow[], links) => ({
    users: requests.map((request) => RequestedReviewerResource.present(request, links)),
  }),
);

const reviewers = z.array(idField).min(1).max(100);

export const reviewRoutes = tagged('Reviews', [
  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/reviews', getReviewsByChangeRequestId, {
    summary: 'List the reviews of a change request',
    query: format,
    paged: true,
    returns: list(ReviewResource),
  }),
  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/reviews/:reviewId', getChangeRequestReviewById, {
    summary: 'Get a review of a change request',
    query: format,
    returns: ok(ReviewResource),
  }),
  route('POST /v1/spaces/:spaceId/change-requests/:changeRequestId/reviews', submitChangeRequestReview, {
    summary: 'Submit a review of a change request',
    body: z.object({ status: z.enum(REVIEW_STATUSES), comment: document.optional() }),
    conditional: true,
    returns: created(ReviewResource),
  }),
  route(
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers',
    getRequestedReviewersByChangeRequestId,
    {
      summary: 'List the requested reviewers of a change request',
      paged: true,
      returns: list(RequestedReviewerResource),
    },
  ),
  route(
    'POST /v1/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers',
    requestReviewersForChangeRequest,
    {
      summary: 'Request reviewers for a change request',
      body: z
        .object({
          users: reviewers.optional(),
          teams: reviewers.optional(),
          subject: z.string().max(100).optional(),
          description: descriptionInput.optional(),
        })
        .refine(({ users, teams }) => users !== undefined || teams !== undefined, {
          path: ['users'],
          message: 'must name at least one user or team',
        }),
      returns: ok(RequestsResource),
    },
  ),
  route(
    'DELETE /v1/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers/:userId',
    removeRequestedReviewerFromChangeRequest,
    {
      summary: 'Remove a requested reviewer from a change request',
      returns: removed,
    },
  ),
]);
