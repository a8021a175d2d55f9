import type { PageRequest } from '../../ports/kernel/repository.ts';
import { query } from '../kernel/use-case.ts';
import { inChangeRequest, findChangeRequest, type InChangeRequest } from './find-change-request.ts';

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
