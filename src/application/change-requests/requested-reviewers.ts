import type { JsonObject } from '../../domain/content/objects/json.ts';
import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import { Invalid, NotFound } from '../../domain/kernel/errors.ts';
import type { Id, SpaceId, TeamId, UserId } from '../../domain/kernel/id.ts';
import { isAllowed } from '../../domain/permissions/policy.ts';
import { ReviewRequest } from '../../domain/change-requests/review-request.ts';
import type { UserState } from '../../domain/users.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import type { ReviewRequestRow } from '../../ports/change-requests/review-reads.ts';
import { parseDescription, type DescriptionInput } from './description.ts';
import { inChangeRequest, findChangeRequest, type InChangeRequest } from './find-change-request.ts';
import { command, query, type QueryContext } from '../kernel/use-case.ts';

type RequestReviewersInput = InChangeRequest & {
  readonly body: {
    readonly users?: readonly Id[];
    readonly teams?: readonly Id[];
    readonly subject?: string;
    readonly description?: DescriptionInput;
  };
};
type Reviewer = ReviewRequestRow['reviewer'];

interface PreparedRequest {
  readonly description: JsonObject | null | undefined;
  readonly caller: UserState;
}

const reviewerIds = (reviewer: Reviewer): { readonly userId: UserId | null; readonly teamId: TeamId | null } =>
  reviewer.kind === 'user' ? { userId: reviewer.user.id, teamId: null } : { userId: null, teamId: reviewer.team.id };

/**
 * Finds the users and teams of a request, in its order, users before teams.
 * @throws NotFound, Invalid for a user who cannot review in the space
 */
async function findReviewers(
  { read, scope }: QueryContext<{ readonly space: Id }>,
  spaceId: SpaceId,
  { users = [], teams = [] }: Pick<RequestReviewersInput['body'], 'users' | 'teams'>,
): Promise<readonly Reviewer[]> {
  const userIds = [...new Set(users)];
  const found = await read.reviewsOf.accessFacts(spaceId, userIds);
  const people = userIds.map((id): Reviewer => {
    const one = found.find(({ user }) => user.id === id);
    const level = one && effectiveLevel(one.access);
    if (one === undefined || level === undefined) throw new NotFound('user', id);
    if (!isAllowed('space:review', { level, member: true, operator: false }))
      throw Invalid.field(`users.${users.indexOf(id)}`, 'names a user who cannot review in this space');
    return { kind: 'user', user: one.user };
  });
  const teamIds = [...new Set(teams)];
  const known =
    teamIds.length === 0
      ? []
      : (await read.teams.list({ id: teamIds, organizationId: scope.organizationId }, { limit: teamIds.length })).items;
  const teamReviewers = teamIds.map((id): Reviewer => {
    const team = known.find((one) => one.id === id);
    if (team === undefined) throw new NotFound('team', id);
    return { kind: 'team', team: team.snapshot() };
  });
  return [...people, ...teamReviewers];
}

/**
 * Requests reviews of a change request from users and teams, and optionally changes its subject and description.
 *
 * Grants no access: members of a team can review if they have the level `review` on the space. Earlier requests stay as
 * they are. Fails with `NotFound` for a user who cannot see the space or a team of another organization, with `Invalid`
 * for a user without the level `review`, and with `Conflict` unless the change request is a draft or open.
 */
export const requestReviewersForChangeRequest = command<RequestReviewersInput>()({
  name: 'requestReviewersForChangeRequest',
  requires: 'space:edit',
  scope: inChangeRequest,
  needs: ['ids', 'blocks'],

  async prepare({ read, scope, blocks }, { body }): Promise<PreparedRequest> {
    return {
      description: await parseDescription({ blocks, organizationId: scope.organizationId }, body.description),
      caller: (await read.users.get({ id: scope.caller.userId })).snapshot(),
    };
  },

  async run(
    context,
    { spaceId, changeRequestId, body: { subject, ...of } },
    { description, caller },
  ): Promise<readonly ReviewRequestRow[]> {
    const { work, ids, now, scope } = context;
    // A user who leaves concurrently, or a team that is deleted, is either not found or takes the request along.
    await work.lock('organizations', scope.organizationId);
    const reviewers = await findReviewers(context, spaceId, of);
    const { changeRequest, head } = await work.changeRequests.lock(spaceId, changeRequestId);
    changeRequest.requireReviewable();
    if (subject !== undefined || description !== undefined) {
      const change = { ...(subject !== undefined && { subject }), ...(description !== undefined && { description }) };
      changeRequest.change(change, now);
      await work.changeRequests.save(changeRequest);
    }
    const requests: ReviewRequestRow[] = [];
    for (const one of reviewers) {
      const who = reviewerIds(one);
      const before = await work.reviewRequests.find({ changeRequestId: changeRequest.id, ...who });
      const request =
        before ??
        ReviewRequest.create({
          id: ids.next(),
          spaceId,
          changeRequestId: changeRequest.id,
          ...who,
          requestedBy: caller.id,
          revision: head.revisionId,
          createdAt: now,
        });
      if (before === undefined) await work.reviewRequests.save(request);
      const { requestedBy } = request.snapshot();
      requests.push({
        request: request.snapshot(),
        reviewer: one,
        requestedBy: requestedBy === caller.id ? caller : (await work.users.get({ id: requestedBy })).snapshot(),
      });
    }
    return requests;
  },
});

/** Lists the users and teams from whom a review of a change request was requested, in the order of the requests. */
export const getRequestedReviewersByChangeRequestId = query<InChangeRequest & { page: PageRequest }>()({
  name: 'getRequestedReviewersByChangeRequestId',
  requires: 'space:view',
  scope: inChangeRequest,
  async run(context, input) {
    const { state } = await findChangeRequest(context, input);
    return context.read.reviewsOf.requests(state.id, input.page);
  },
});

/** Withdraws the request for a review from a user, or from a team given in place of the user. */
export const removeRequestedReviewerFromChangeRequest = command<InChangeRequest & { userId: Id }>()({
  name: 'removeRequestedReviewerFromChangeRequest',
  requires: 'space:edit',
  scope: inChangeRequest,
  async run({ work }, { spaceId, changeRequestId, userId }): Promise<boolean> {
    const { changeRequest } = await work.changeRequests.lock(spaceId, changeRequestId);
    const filter = { changeRequestId: changeRequest.id };
    const request =
      (await work.reviewRequests.find({ ...filter, userId })) ??
      (await work.reviewRequests.find({ ...filter, teamId: userId }));
    if (request === undefined) return false;
    request.withdraw();
    await work.reviewRequests.delete(request);
    return true;
  },
});
