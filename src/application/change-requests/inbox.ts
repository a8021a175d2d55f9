import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import type { ChangeRequestStatus } from '../../domain/change-requests/change-request.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { InboxFilter, InboxOrder } from '../../ports/change-requests/change-request-inbox.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { query } from '../kernel/use-case.ts';
import { inOrganization, viewerOf } from '../kernel/scope.ts';
import { isPermittedOnSite } from '../permissions/is-permitted.ts';
import { changeRequestView } from './change-request-view.ts';

type Input = Omit<InboxFilter, 'statuses'> & {
  readonly organizationId: OrganizationId;
  readonly status: readonly ChangeRequestStatus[];
  readonly orderBy: InboxOrder;
  readonly page: PageRequest;
} & VendorFilters;

/** Filters by what agents of a vendor make change requests of; here no change request has any. */
export interface VendorFilters {
  readonly topic?: string;
  readonly styleguideRun?: string;
}

/** Tells whether filters match nothing. */
export const excludesEverything = ({ topic, styleguideRun }: VendorFilters): boolean =>
  topic !== undefined || styleguideRun !== undefined;

/**
 * Lists the change requests of all spaces that the caller can see. Filtering by site requires the permission to see
 * sites.
 */
export const listChangeRequestsForOrganization = query<Input>()({
  name: 'listChangeRequestsForOrganization',
  requires: 'organization:view',
  scope: inOrganization,
  async run({ read, scope }, { organizationId, status, orderBy, page, ...filter }) {
    const { userId } = scope.caller;
    const viewer = viewerOf(scope.caller, organizationId);
    if (filter.site !== undefined && !(await isPermittedOnSite(read, 'site:view', viewer, filter.site)))
      throw new PermissionRequired('site:view');
    if (excludesEverything(filter)) return { items: [], count: 0 };
    const { creator, contributor, requestedReviewer, site, space } = filter;
    const { items, ...rest } = await read.inbox.list(
      { organizationId, userId },
      { statuses: status, creator, contributor, requestedReviewer, site, space },
      orderBy,
      page,
    );
    return { items: items.map(changeRequestView), ...rest };
  },
});
