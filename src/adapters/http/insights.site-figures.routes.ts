import * as z from 'zod';
import {
  getSiteBrokenLinks,
  getSitePageComments,
  getSitePageFeedback,
  getSitePageViews,
  getSiteSearches,
  type BrokenLinkFigures,
  type PageComment,
  type PageFeedbackFigures,
  type PageViewFigures,
  type SearchFigures,
} from '../../application/insights.site-figures.ts';
import { PAGE_RATINGS } from '../../application/sites/reader/page-feedback.ts';
import { INTERVALS, MAX_ROWS } from '../../domain/insights/event-query.ts';
import { instant } from './kernel/fields.ts';
import { flag, limit } from './kernel/input.ts';
import { ok, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

const at = z.string().meta({ description: 'Beginning of the interval.' });
const page = {
  path: z.string().meta({ description: 'Path of the page.' }),
  space: z.string().nullable().meta({ description: 'ID of the space.' }),
  page: z.string().nullable().meta({ description: 'ID of the page.' }),
};
const count = z.int();

/** Creates the resource of a list of figures. */
const figures = <Row extends object>(name: string, row: z.ZodType) =>
  resource(name, z.object({ items: z.array(row) }), (items: readonly Row[]) => ({ items: [...items] }));

const PageViews = figures<PageViewFigures>(
  'SitePageViews',
  z.object({
    at,
    ...page,
    views: count.meta({ description: 'Number of views.' }),
    visitors: count.meta({ description: 'Number of visitors, who are counted anew each day.' }),
  }),
);
const Searches = figures<SearchFigures>(
  'SiteSearches',
  z.object({ at, query: z.string().meta({ description: 'Query.' }), searches: count }),
);
const PageFeedback = figures<PageFeedbackFigures>(
  'SitePageFeedback',
  z.object({ at, ...page, good: count, ok: count, bad: count }),
);
const PageComments = figures<PageComment>(
  'SitePageComments',
  z.object({ at, ...page, rating: z.enum(PAGE_RATINGS), comment: z.string().meta({ description: 'Comment.' }) }),
);
const BrokenLinks = figures<BrokenLinkFigures>(
  'SiteBrokenLinks',
  z.object({
    at,
    path: z.string().meta({ description: 'Path that was not found.' }),
    from: z.string().meta({ description: 'URL of the page with the link.' }),
    count: count.meta({ description: 'Number of times that readers followed the link.' }),
  }),
);

const range = {
  from: instant.optional().meta({ description: 'Beginning of the range; 30 days before its end by default.' }),
  to: instant.optional().meta({ description: 'End of the range; now by default; must not be before `from`.' }),
  interval: z.enum(INTERVALS).default('day').meta({ description: 'Interval by which the figures are grouped.' }),
  limit: limit(MAX_ROWS, { min: 1, max: MAX_ROWS }).meta({ description: 'Number of rows.' }),
};
const INSIGHTS = '/v1/orgs/:organizationId/sites/:siteId/insights' as const;

export const siteFiguresRoutes = tagged('Sites', [
  route(`GET ${INSIGHTS}/views`, getSitePageViews, {
    summary: 'Get the page views of a site',
    cost: 'heavy',
    query: range,
    returns: ok(PageViews),
  }),
  route(`GET ${INSIGHTS}/searches`, getSiteSearches, {
    summary: 'Get the searches of readers of a site',
    cost: 'heavy',
    query: {
      ...range,
      withoutResults: flag()
        .default(false)
        .meta({ description: 'Whether only searches that found nothing are counted.' }),
    },
    returns: ok(Searches),
  }),
  route(`GET ${INSIGHTS}/feedback`, getSitePageFeedback, {
    summary: 'Get the ratings of the pages of a site',
    cost: 'heavy',
    query: range,
    returns: ok(PageFeedback),
  }),
  route(`GET ${INSIGHTS}/comments`, getSitePageComments, {
    summary: 'Get the comments of readers of a site',
    cost: 'heavy',
    query: range,
    returns: ok(PageComments),
  }),
  route(`GET ${INSIGHTS}/broken-links`, getSiteBrokenLinks, {
    summary: 'Get the broken links that readers of a site followed',
    cost: 'heavy',
    query: range,
    returns: ok(BrokenLinks),
  }),
]);
