import type { PageRequest } from '../../ports/kernel/repository.ts';
import { query } from '../kernel/use-case.ts';
import { inChangeRequest, findChangeRequest, type InChangeRequest } from './find-change-request.ts';

/** Lists the users who have edited a change request, the latest first. */
export const getContributorsByChangeRequestId = query({
  name: 'getContributorsByChangeRequestId',
  requires: 'space:view',
  within: inChangeRequest as (input: InChangeRequest & { page: PageRequest }) => { space: string },
  async run(context, input) {
    const { state } = await findChangeRequest(context, input);
    return context.read.reviewsOf.contributors(state.id, input.page);
  },
});
