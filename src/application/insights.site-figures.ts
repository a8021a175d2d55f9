import {
  eventQuery,
  requireOrder,
  type EventColumn,
  type EventFilter,
  type EventQueryInput,
  type Interval,
} from '../domain/insights/event-query.ts';
import { expiryOf } from './insights.ts';
import { inSite, type InSite } from './kernel/scope.ts';
import type { Reads, Services } from './kernel/services.ts';
import { query } from './kernel/use-case.ts';

/** Range and grain of figures. */
interface FiguresInput {
  /** Instants, ISO 8601; the last 30 days by default. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly interval: Interval;
  readonly limit: number;
}
type OfFigures = InSite & FiguresInput;

/** A page as figures name it; an id is null for a path that is none of a page. */
export interface FiguresPage {
  readonly path: string;
  readonly space: string | null;
  readonly page: string | null;
}

export interface PageViewFigures extends FiguresPage {
  /** Beginning of the interval. */
  readonly at: string;
  readonly views: number;
  /** Visitors, counted anew each day. */
  readonly visitors: number;
}
export interface SearchFigures {
  readonly at: string;
  readonly query: string;
  readonly searches: number;
}
export interface PageFeedbackFigures extends FiguresPage {
  readonly at: string;
  readonly good: number;
  readonly ok: number;
  readonly bad: number;
}
export interface PageComment extends FiguresPage {
  readonly at: string;
  readonly rating: 'good' | 'ok' | 'bad';
  readonly comment: string;
}
export interface BrokenLinkFigures {
  readonly at: string;
  /** Path that readers did not find. */
  readonly path: string;
  /** URL of the page that links to it. */
  readonly from: string;
  readonly count: number;
}

const DEFAULT_DAYS = 30;
const ofType = (...types: readonly string[]): EventFilter => ({ column: 'eventType', operator: 'in', values: types });
const PAGE: readonly EventColumn[] = [{ column: 'urlPath' }, { column: 'page' }];

/** Reads the rows of the figures of a site. */
async function readRows(
  context: Pick<Services, 'siteEvents' | 'insightsRetentionDays'> & { readonly read: Reads; readonly now: string },
  { organizationId, siteId, from, to, interval, limit }: OfFigures,
  { groupBy, ...input }: Pick<EventQueryInput, 'select' | 'where' | 'order'> & { groupBy: readonly EventColumn[] },
): Promise<readonly (readonly unknown[])[]> {
  const { read, now, siteEvents, insightsRetentionDays } = context;
  await read.sites.get({ id: siteId, organizationId });
  const end = to ?? now;
  const range = { from: from ?? expiryOf(end, DEFAULT_DAYS), to: end };
  requireOrder(range, 'to');
  const query = eventQuery(
    siteId,
    { ...input, groupBy: [{ column: 'datetime', interval }, ...groupBy], range, limit },
    now,
  );
  const expired = expiryOf(now, insightsRetentionDays);
  return siteEvents.aggregate({ ...query, from: query.from < expired ? expired : query.from });
}

const pageOf = (path: unknown, page: unknown): FiguresPage => {
  const { space = null, page: id = null } = (page ?? {}) as { space?: string | null; page?: string | null };
  return { path: path as string, space, page: id };
};

/**
 * Gets the number of views and visitors of each page of a site in each interval, the most viewed first. Robots are not
 * counted. Fails with `Invalid` when the range ends before it begins.
 */
export const getSitePageViews = query<OfFigures>()({
  name: 'getSitePageViews',
  requires: 'insights:view',
  scope: inSite,
  needs: ['siteEvents', 'insightsRetentionDays'],
  async run(context, input): Promise<readonly PageViewFigures[]> {
    const rows = await readRows(context, input, {
      select: [{ column: 'eventsCount' }, { column: 'visitorsCount' }],
      where: [ofType('page_view')],
      groupBy: PAGE,
      order: { by: { column: 'eventsCount' }, direction: 'desc' },
    });
    return rows.map(([views, visitors, at, path, page]) => ({
      at: at as string,
      ...pageOf(path, page),
      views: views as number,
      visitors: visitors as number,
    }));
  },
});

/**
 * Gets the searches of readers of a site in each interval, the most frequent first; with `withoutResults`, only those
 * that found nothing. Fails with `Invalid` when the range ends before it begins.
 */
export const getSiteSearches = query<OfFigures & { readonly withoutResults: boolean }>()({
  name: 'getSiteSearches',
  requires: 'insights:view',
  scope: inSite,
  needs: ['siteEvents', 'insightsRetentionDays'],
  async run(context, { withoutResults, ...input }): Promise<readonly SearchFigures[]> {
    const rows = await readRows(context, input, {
      select: [{ column: 'eventsCount' }],
      where: [
        ofType('search_type_query'),
        ...(withoutResults ? [{ column: 'eventSearchResults', operator: 'in', values: [0] } as const] : []),
      ],
      groupBy: [{ column: 'eventSearchQuery' }],
      order: { by: { column: 'eventsCount' }, direction: 'desc' },
    });
    return rows.map(([searches, at, text]) => ({
      at: at as string,
      query: text as string,
      searches: searches as number,
    }));
  },
});

/**
 * Gets the ratings of each page of a site in each interval, the most rated first. Fails with `Invalid` when the range
 * ends before it begins.
 */
export const getSitePageFeedback = query<OfFigures>()({
  name: 'getSitePageFeedback',
  requires: 'insights:view',
  scope: inSite,
  needs: ['siteEvents', 'insightsRetentionDays'],
  async run(context, input): Promise<readonly PageFeedbackFigures[]> {
    const rows = await readRows(context, input, {
      select: [{ column: 'pageFeedbackRating' }, { column: 'eventsCount' }],
      where: [ofType('page_post_feedback')],
      groupBy: PAGE,
      order: { by: { column: 'eventsCount' }, direction: 'desc' },
    });
    return rows.map(([ratings, , at, path, page]) => {
      const { good, ok, bad } = ratings as Record<'good' | 'ok' | 'bad', number>;
      return { at: at as string, ...pageOf(path, page), good, ok, bad };
    });
  },
});

/**
 * Gets the comments of readers on pages of a site, the newest interval first. Fails with `Invalid` when the range ends
 * before it begins.
 */
export const getSitePageComments = query<OfFigures>()({
  name: 'getSitePageComments',
  requires: 'insights:view',
  scope: inSite,
  needs: ['siteEvents', 'insightsRetentionDays'],
  async run(context, input): Promise<readonly PageComment[]> {
    const rows = await readRows(context, input, {
      select: [],
      where: [ofType('page_post_feedback_comment')],
      groupBy: [...PAGE, { column: 'eventPageFeedbackRating' }, { column: 'eventPageFeedbackComment' }],
      order: { by: { column: 'datetime', interval: input.interval }, direction: 'desc' },
    });
    return rows.map(([at, path, page, rating, comment]) => ({
      at: at as string,
      ...pageOf(path, page),
      rating: rating as PageComment['rating'],
      comment: comment as string,
    }));
  },
});

/**
 * Gets the broken links within a site that readers followed, the most frequent first. Fails with `Invalid` when the
 * range ends before it begins.
 */
export const getSiteBrokenLinks = query<OfFigures>()({
  name: 'getSiteBrokenLinks',
  requires: 'insights:view',
  scope: inSite,
  needs: ['siteEvents', 'insightsRetentionDays'],
  async run(context, input): Promise<readonly BrokenLinkFigures[]> {
    const rows = await readRows(context, input, {
      select: [{ column: 'eventsCount' }],
      where: [ofType('page_not_found')],
      groupBy: [{ column: 'urlPath' }, { column: 'referrer' }],
      order: { by: { column: 'eventsCount' }, direction: 'desc' },
    });
    return rows.map(([count, at, path, from]) => ({
      at: at as string,
      path: path as string,
      from: from as string,
      count: count as number,
    }));
  },
});
