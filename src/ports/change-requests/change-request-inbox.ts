import type { ChangeRequestStatus } from '../../domain/change-requests/change-request.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { ChangeRequestRow } from './change-request-reads.ts';
import type { OrganizationUser } from '../kernel/viewer.ts';
import type { Page, PageRequest } from '../kernel/repository.ts';

export const INBOX_ORDERS = ['updatedAt', 'createdAt'] as const;
export type InboxOrder = (typeof INBOX_ORDERS)[number];

/** Filter of the inbox; all given conditions must hold. An unknown id matches nothing. */
export interface InboxFilter {
  /** Change requests with any of these statuses. */
  readonly statuses: readonly ChangeRequestStatus[];
  readonly creator?: Id | undefined;
  /** User who created or edited the change request. */
  readonly contributor?: Id | undefined;
  readonly requestedReviewer?: Id | undefined;
  /** Change requests of spaces that are part of this site. */
  readonly site?: Id | undefined;
  readonly space?: Id | undefined;
}

/** Reads of the change requests of a whole organization. */
export interface ChangeRequestInbox {
  /**
   * Lists the change requests of spaces that the viewer may see, latest first by `orderBy`; `count` includes no others.
   * Runs one statement.
   */
  list(
    viewer: OrganizationUser,
    filter: InboxFilter,
    orderBy: InboxOrder,
    page: PageRequest,
  ): Promise<Page<ChangeRequestRow>>;
}
