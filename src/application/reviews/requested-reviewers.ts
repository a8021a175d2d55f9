import { levelOf } from '../../domain/access/standing.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { ReviewRequest } from '../../domain/reviews/review-request.ts';
import type { UserState } from '../../domain/users/user.ts';
import type { PageRequest } from '../../ports/repository.ts';
import type { ReviewRequestFacts } from '../../ports/review-reads.ts';
import { atSpaceOf, findChangeRequest, type InChangeRequest } from '../change-requests/find-change-request.ts';
import { command, query } from '../kernel/use-case.ts';

type Asking = InChangeRequest & { readonly body: { readonly users: readonly Id[]; readonly subject?: string } };

/** Who is asked, in the order of the question, and who asks. */
interface Involved {
  readonly users: readonly UserState[];
  readonly caller: UserState;
}

/**
 * Asks people for a review, and changes the subject where one is given. Who was asked already stays asked as before.
 * @throws NotFound for somebody who cannot see the space, whoever that is; Conflict unless it is a draft or open
 */
export const requestReviewers = command({
  name: 'requestReviewersForChangeRequest',
  requires: 'space:edit',
  within: atSpaceOf as (input: Asking) => { space: Id },

  async prepare({ read, at }, { spaceId, body }): Promise<Involved> {
    const wanted = [...new Set(body.users)];
    const found = await read.reviewsOf.standings(spaceId, wanted);
    const users = wanted.map((id) => {
      const one = found.find(({ user }) => user.id === id);
      if (one === undefined || levelOf(one.standing) === undefined) throw new NotFound('user');
      return one.user;
    });
    return { users, caller: (await read.users.get({ id: at.caller.userId })).snapshot() };
  },

  async run({ work, ids, now }, { spaceId, changeRequestId, body: { subject } }, { users, caller }): Promise<readonly ReviewRequestFacts[]> {
    const { changeRequest, head } = await work.changeRequestLocks.lock(spaceId, changeRequestId);
    changeRequest.requireReviewable();
    if (subject !== undefined) {
      changeRequest.change({ subject }, now);
      await work.changeRequestLocks.save(changeRequest);
    }
    const { id } = changeRequest;
    const known = new Map((await work.reviewRequests.list({ changeRequestId: id, userId: users.map((user) => user.id) }, { limit: users.length })).items.map((request) => [request.snapshot().userId!, request]));
    const asked: ReviewRequestFacts[] = [];
    for (const user of users) {
      const before = known.get(user.id);
      const request = before ?? ReviewRequest.send({ id: ids.next(), spaceId, changeRequestId: id, userId: user.id, teamId: null, requestedBy: caller.id, revision: head.revisionId, createdAt: now });
      if (before === undefined) await work.reviewRequests.save(request);
      const { requestedBy } = request.snapshot();
      asked.push({ request: request.snapshot(), user, requestedBy: requestedBy === caller.id ? caller : (await work.users.get({ id: requestedBy })).snapshot() });
    }
    return asked;
  },
});

/** In the order in which they were asked. */
export const listRequestedReviewers = query({
  name: 'getRequestedReviewersByChangeRequestId',
  requires: 'space:view',
  within: atSpaceOf as (input: InChangeRequest & { page: PageRequest }) => { space: Id },
  async run(context, input) {
    const { state } = await findChangeRequest(context, input);
    return context.read.reviewsOf.requests(state.id, input.page);
  },
});

/** @returns whether the user was asked */
export const removeRequestedReviewer = command({
  name: 'removeRequestedReviewerFromChangeRequest',
  requires: 'space:edit',
  within: atSpaceOf as (input: InChangeRequest & { userId: Id }) => { space: Id },
  async run({ work }, { spaceId, changeRequestId, userId }): Promise<boolean> {
    const { changeRequest } = await work.changeRequestLocks.lock(spaceId, changeRequestId);
    const request = await work.reviewRequests.find({ changeRequestId: changeRequest.id, userId });
    if (request === undefined) return false;
    request.withdraw();
    await work.reviewRequests.delete(request);
    return true;
  },
});
