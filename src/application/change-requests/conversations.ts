import type { Page, PageRequest } from '../../ports/kernel/repository.ts';
import { query } from '../kernel/use-case.ts';
import { findChangeRequest, inChangeRequest, type InChangeRequest } from './find-change-request.ts';

/**
 * Lists the conversations with agents that belong to a change request. Quire runs no agents, so the list is empty:
 * clients that show conversations learn that there are none.
 */
export const listChangeRequestConversations = query<InChangeRequest & { page: PageRequest }>()({
  name: 'listChangeRequestConversations',
  requires: 'space:view',
  scope: inChangeRequest,
  async run(context, of): Promise<Page<never>> {
    await findChangeRequest(context, of);
    return { items: [], count: 0 };
  },
});
