import type { ChangeRequestStatus } from '../../domain/change-requests/change-request.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { ChangeRequestRow } from './change-request-reads.ts';
import type { OrganizationUser } from '../kernel/viewer.ts';
import type { Page, PageRequest } from '../kernel/repository.ts';

export const INBOX_ORDERS = ['updatedAt', 'createdAt'] as const;
export type InboxOrder = (typeof INBOX_ORDERS)[number];

/** What is looked for; everything that is given holds. What names nothing finds nothing. */
export interface InboxFilter {
  /** One of these. */
  readonly statuses: readonly ChangeRequestStatus[];
  readonly creator?: Id | undefined;
  /** Who created or edited it. */
  readonly contributor?: Id | undefined;
  readonly requestedReviewer?: Id | undefined;
  /** Only those of spaces that are a part of the site. */
  readonly site?: Id | undefined;
  readonly space?: Id | undefined;
}

/** Change requests of a whole organization. */
export interface ChangeRequestInbox {
  /** Those in spaces that the viewer may see, and no others are counted; the latest first by `orderBy`. One statement. */
  list(
    viewer: OrganizationUser,
    filter: InboxFilter,
    orderBy: InboxOrder,
    page: PageRequest,
  ): Promise<Page<ChangeRequestRow>>;
}
