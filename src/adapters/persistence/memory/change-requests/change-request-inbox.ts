import { effectiveLevel } from '../../../../domain/permissions/access-facts.ts';
import type {
  ChangeRequestInbox,
  InboxFilter,
  InboxOrder,
} from '../../../../ports/change-requests/change-request-inbox.ts';
import type { ChangeRequestRow } from '../../../../ports/change-requests/change-request-reads.ts';
import type { OrganizationUser } from '../../../../ports/kernel/viewer.ts';
import type { Page, PageRequest } from '../../../../ports/kernel/repository.ts';
import { instantKey } from '../../list-keys.ts';
import { paged } from '../kernel/pages.ts';
import type { MemoryReads } from '../reads.ts';
import type { MemoryChangeRequestReads } from './change-request-reads.ts';
import type { MemoryStore } from '../store.ts';

/** Change requests of an organization over the maps. */
export class MemoryChangeRequestInbox implements ChangeRequestInbox {
  constructor(
    private readonly store: MemoryStore,
    private readonly reads: MemoryReads,
    private readonly changeRequests: MemoryChangeRequestReads,
  ) {}

  async list(
    { organizationId, userId }: OrganizationUser,
    filter: InboxFilter,
    orderBy: InboxOrder,
    page: PageRequest,
  ): Promise<Page<ChangeRequestRow>> {
    const { statuses, creator, contributor, requestedReviewer, site, space } = filter;
    const sitesSpaces = this.store
      .all('siteSpaces')
      .filter((part) => part.siteId === site && part.organizationId === organizationId);
    const visible = new Set<string>();
    for (const { id, organizationId: owner } of this.store.all('spaces')) {
      if (owner !== organizationId || (space !== undefined && id !== space)) continue;
      if (site !== undefined && !sitesSpaces.some(({ spaceId }) => spaceId === id)) continue;
      const access = this.reads.accessFactsOn(id, userId);
      if (access !== undefined && effectiveLevel(access) !== undefined) visible.add(id);
    }
    const people = { creator, contributor, requestedReviewer };
    const all = this.changeRequests.matching(
      people,
      (state) => visible.has(state.spaceId) && statuses.includes(state.status),
    );
    return paged(
      all.map((state) => this.changeRequests.rowOf(state)),
      ({ state }) => instantKey(state[orderBy], state.id),
      { ...page, order: 'desc' },
    );
  }
}
