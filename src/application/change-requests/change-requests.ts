import {
  ChangeRequest,
  type ChangeRequestLink,
  type ChangeRequestStatus,
  type InitialStatus,
  type SettableStatus,
} from '../../domain/change-requests/change-request.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { InboxOrder } from '../../ports/change-requests/change-request-inbox.ts';
import type { Ids } from '../../ports/kernel/ids.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { command, query } from '../kernel/use-case.ts';
import { type InSpace, inSpace, viewerOf } from '../kernel/scope.ts';
import { changeRequestView, lockedChangeRequestView, type ChangeRequestView } from './change-request-view.ts';
import { parseDescription, type DescriptionInput } from './description.ts';
import { inChangeRequest, findChangeRequest, type InChangeRequest } from './find-change-request.ts';
import { excludesEverything, type VendorFilters } from './inbox.ts';
import { requireMatch } from './require-match.ts';

/** Link that a change request is given; without an id, a new one. */
interface LinkInput {
  readonly id?: Id;
  readonly ref: { readonly url: string };
  readonly title?: string;
}

/**
 * Builds the links of a change request; given links are updated, those without an id are new.
 * @throws Invalid when an id is not one of `present`, or is given twice
 */
function linksFrom(
  input: readonly LinkInput[],
  present: readonly ChangeRequestLink[],
  ids: Ids,
): readonly ChangeRequestLink[] {
  const unused = new Set(present.map(({ id }) => id));
  return input.map(({ id, ref: { url }, title }, i) => {
    if (id !== undefined && !unused.delete(id))
      throw Invalid.field(`links.${i}.id`, 'is not the id of a link of the change request, or is given twice');
    return { id: id ?? ids.next(), url, ...(title !== undefined && { title }) };
  });
}

export interface ChangeRequestInput {
  readonly subject?: string;
  readonly description?: DescriptionInput;
  readonly links?: readonly Omit<LinkInput, 'id'>[];
  readonly agentTaskId?: string;
  /** Status to start with; open by default. */
  readonly status?: InitialStatus;
}

/**
 * Creates a change request on the current content of a space, in the same time whatever its size. It is open, or a draft
 * until its status is set to `open`.
 */
export const createChangeRequest = command<InSpace & { body: ChangeRequestInput }>()({
  name: 'createChangeRequest',
  requires: 'space:edit',
  scope: inSpace,
  needs: ['ids', 'blocks'],
  async run(
    context,
    { spaceId, body: { subject = '', links = [], agentTaskId, status, ...body } },
  ): Promise<ChangeRequestView> {
    const { work, read, ids, now, scope, blocks } = context;
    const { head } = scope.space;
    const description =
      (await parseDescription({ blocks, organizationId: scope.organizationId }, body.description)) ?? null;
    const author = (await read.users.get({ id: scope.caller.userId })).snapshot();
    const number = await work.counters.next(spaceId, 'change-requests');
    const changeRequest = ChangeRequest.open({
      id: ids.next(),
      spaceId,
      number,
      subject,
      description,
      links: linksFrom(links, [], ids),
      agentTaskId,
      status,
      createdBy: author.id,
      from: head.revisionId,
      at: now,
    });
    await work.changeRequests.save(changeRequest);
    await work.branches.createAt({ ...head, id: changeRequest.id, spaceId });
    return changeRequestView({
      state: changeRequest.snapshot(),
      author,
      merger: null,
      head,
      primary: head.revisionId,
      comments: 0,
    });
  },
});

/** Lists the change requests of a space, the newest first. */
export const listChangeRequestsForSpace = query<
  InSpace & {
    status: ChangeRequestStatus;
    creator?: Id;
    contributor?: Id;
    requestedReviewer?: Id;
    orderBy: InboxOrder;
    page: PageRequest;
  } & VendorFilters
>()({
  name: 'listChangeRequestsForSpace',
  requires: 'space:view',
  scope: inSpace,
  async run({ read, scope }, { spaceId, status, creator, contributor, requestedReviewer, orderBy, page, ...more }) {
    if (excludesEverything(more)) return { items: [], count: 0 };
    if (orderBy === 'updatedAt') {
      const filter = { statuses: [status], creator, contributor, requestedReviewer, space: spaceId };
      const { items, ...rest } = await read.inbox.list(
        viewerOf(scope.caller, scope.organizationId),
        filter,
        orderBy,
        page,
      );
      return { items: items.map(changeRequestView), ...rest };
    }
    const filter = {
      status,
      ...(creator !== undefined && { creator }),
      ...(contributor !== undefined && { contributor }),
      ...(requestedReviewer !== undefined && { requestedReviewer }),
    };
    const { items, ...rest } = await read.changeRequestsOf.list(spaceId, filter, { ...page, order: 'desc' });
    return { items: items.map(changeRequestView), ...rest };
  },
});

/** Gets a change request, by its ID or its number. */
export const getChangeRequestById = query<InChangeRequest>()({
  name: 'getChangeRequestById',
  requires: 'space:view',
  scope: inChangeRequest,
  run: async (context, input): Promise<ChangeRequestView> => changeRequestView(await findChangeRequest(context, input)),
});

/**
 * Changes the subject, description, links or status of a change request. Fails with `Conflict` when it is merged, and
 * with `Invalid` when a link has an id that the change request does not have.
 */
export const updateChangeRequestById = command<
  InChangeRequest & {
    body: {
      subject?: string;
      description?: DescriptionInput;
      links?: readonly LinkInput[];
      status?: SettableStatus;
    };
    ifMatch?: Id;
  }
>()({
  name: 'updateChangeRequestById',
  requires: 'space:edit',
  scope: inChangeRequest,
  needs: ['blocks', 'ids'],
  async run(
    { work, now, blocks, ids, scope },
    { spaceId, changeRequestId, body, ifMatch },
  ): Promise<ChangeRequestView> {
    const { description: input, links, ...rest } = body;
    const description = await parseDescription({ blocks, organizationId: scope.organizationId }, input);
    const locked = await work.changeRequests.lock(spaceId, changeRequestId);
    requireMatch(ifMatch, locked.head);
    const { changeRequest } = locked;
    changeRequest.change(
      {
        ...rest,
        ...(description !== undefined && { description }),
        ...(links && { links: linksFrom(links, changeRequest.snapshot().links, ids) }),
      },
      now,
    );
    await work.changeRequests.save(locked.changeRequest);
    return lockedChangeRequestView(locked);
  },
});

/** Lists the users who have edited a change request, the latest first. */
export const getContributorsByChangeRequestId = query<InChangeRequest & { page: PageRequest }>()({
  name: 'getContributorsByChangeRequestId',
  requires: 'space:view',
  scope: inChangeRequest,
  async run(context, input) {
    const { state } = await findChangeRequest(context, input);
    return context.read.reviewsOf.contributors(state.id, input.page);
  },
});
