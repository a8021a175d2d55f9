import type { SiteId } from '../domain/kernel/id.ts';
import type { EventQuery } from '../domain/insights/event-query.ts';
import type { Page, PageRequest } from './kernel/repository.ts';
import type { SiteEvent } from '../domain/insights/site-event.ts';

/** Events of visitors of sites. They are no part of units of work: losing some at a crash does no harm. */
export interface SiteEvents {
  /**
   * Stores events of a site; those of a site that was deleted, or is being deleted, are dropped. Also deletes some events
   * of any site that happened before `expiredBefore`, more than it stores.
   * @returns the number of stored events
   */
  append(siteId: SiteId, events: readonly SiteEvent[], expiredBefore: string): Promise<number>;
  /**
   * Groups events by the dimensions among the columns. Returns one row per group; one row without a dimension. Rows are
   * sorted as the query says, then by their dimensions; a null is smaller than other values.
   */
  aggregate(query: EventQuery): Promise<readonly (readonly unknown[])[]>;
  /**
   * Lists the feedback of agents to a site since an instant, the latest first. Events of this type without feedback are
   * left out.
   */
  listFeedback(siteId: SiteId, since: string, page: PageRequest): Promise<Page<SiteEvent>>;
  /** Deletes events that happened before an instant. @returns whether some may be left */
  purge(before: string): Promise<boolean>;
}
