import { eventQuery } from '../domain/insights/event-query.ts';
import type { Page, PageRequest } from '../ports/kernel/repository.ts';
import { expiryOf } from './insights.ts';
import { inSite, type InSite } from './kernel/scope.ts';
import { query } from './kernel/use-case.ts';
import { paginate } from './sites/structure/structure-views.ts';

/** Visitors with the same characteristics, and how often they come. */
export interface VisitorSegment {
  readonly isAuthenticated: boolean;
  readonly events: number;
  readonly visitors: number;
  readonly sessions: number;
}

/**
 * Lists the segments of a site's visitors with their events, the largest first: those who came with a visitor token, and
 * the anonymous ones. Claims are not stored, so there are no segments by claims.
 */
export const listSiteVisitorSegments = query<InSite & { page: PageRequest }>()({
  name: 'listSiteVisitorSegments',
  requires: 'insights:view',
  scope: inSite,
  needs: ['siteEvents', 'insightsRetentionDays'],
  async run(context, { organizationId, siteId, page }): Promise<Page<VisitorSegment>> {
    const { read, now, siteEvents, insightsRetentionDays } = context;
    await read.sites.get({ id: siteId, organizationId });
    const query = eventQuery(
      siteId,
      {
        select: [{ column: 'eventsCount' }, { column: 'visitorsCount' }, { column: 'sessionsCount' }],
        groupBy: [{ column: 'visitorAuthenticated' }],
        where: [{ column: 'visitorAuthenticated', operator: 'in', values: [true, false] }],
        order: { by: { column: 'eventsCount' }, direction: 'desc' },
        range: { from: expiryOf(now, insightsRetentionDays), to: now },
        limit: 2,
      },
      now,
    );
    const rows = (await siteEvents.aggregate(query)) as readonly (readonly [number, number, number, boolean])[];
    const segments = rows.map(([events, visitors, sessions, isAuthenticated]): VisitorSegment => ({
      isAuthenticated,
      events,
      visitors,
      sessions,
    }));
    return paginate(segments, ({ isAuthenticated }) => String(isAuthenticated), page);
  },
});
