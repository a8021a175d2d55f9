import * as z from 'zod';
import { listSiteVisitorSegments, type VisitorSegment } from '../../application/insights.visitor-segments.ts';
import { aggregateSiteEvents, trackEventsInSiteById, type AggregatedColumn } from '../../application/insights.ts';
import {
  FILTER_OPERATORS,
  INTERVALS,
  MAX_COLUMNS,
  MAX_FILTERS,
  MAX_FILTER_VALUES,
  MAX_ROWS,
  PLAIN_COLUMNS,
  RANGE_DAYS,
  RATING_COLUMNS,
  type PlainColumn,
  type RangePreset,
  type RatingColumn,
} from '../../domain/insights/event-query.ts';
import { MAX_EVENTS, SITE_EVENT_TYPES } from '../../domain/insights/site-event.ts';
import { idField, instant, webUrl } from './kernel/fields.ts';
import { list, noContent, ok, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

const MAX_TEXT = 512;
const text = z.string().max(MAX_TEXT);
const id = idField.nullable();

const session = z
  .object({
    visitorId: idField,
    sessionId: idField,
    cookies: z.record(z.string(), z.string()).optional().meta({ description: 'Not stored.' }),
    ip: text.optional().meta({ description: 'Not stored.' }),
    userAgent: z
      .string()
      .max(2048)
      .meta({ description: 'User agent, of which the kind of browser, device and system is stored.' }),
    language: z.string().max(100).nullable(),
    referrer: z.union([webUrl, z.literal('')]).nullable(),
    visitorAuthToken: z.string().nullable().optional().meta({ description: 'Not stored.' }),
    visitorAuthClaims: z.looseObject({}).optional().meta({ description: 'Not stored.' }),
  })
  .meta({ description: 'Session of the visitor; IDs are stored as keyed hashes.' });
const location = z.object({
  url: webUrl,
  displayContext: z.enum(['site', 'server', 'embed', 'mcp']).optional(),
  siteSection: id,
  siteSpace: id,
  siteShareKey: id.meta({ description: 'Not stored.' }),
  space: id,
  revision: id.meta({ description: 'Not stored.' }),
  page: id,
});
const RATINGS = ['bad', 'ok', 'good'] as const;

/** Members that events of a type have besides those of all events. */
const MEMBERS: Partial<Record<(typeof SITE_EVENT_TYPES)[number], z.ZodRawShape>> = {
  page_markdown_request: { markdownSource: z.enum(['page-action']).optional() },
  search_type_query: { query: text },
  search_open_result: {
    query: text,
    result: z.union([z.object({ spaceId: idField, pageId: idField }), z.object({ recordId: idField })]),
  },
  page_post_feedback: { feedback: z.object({ rating: z.enum(RATINGS) }) },
  page_post_feedback_comment: { feedback: z.object({ rating: z.enum(RATINGS), comment: text.min(1) }) },
  ask_question: { query: text, goal: text.optional() },
  ask_rate_response: { query: text, rating: z.union([z.literal(1), z.literal(-1)]), responseId: idField },
  link_click: {
    link: z.object({
      target: z
        .looseObject({ kind: z.string().max(100) })
        .refine((target) => JSON.stringify(target).length <= 4096, 'must have at most 4096 characters as JSON'),
      position: z.enum(['announcement', 'header', 'footer', 'sidebar', 'content']),
    }),
  },
  api_client_open: { operation: z.object({ path: text, method: z.string().max(20) }) },
  api_client_request: { operation: z.object({ path: text, method: z.string().max(20) }) },
  trademark_click: { placement: z.enum(['sidebar', 'ad', 'footer', 'pdf', 'embed']) },
  ad_click: { ad: z.object({ domain: text, zoneId: idField, placement: z.enum(['aside']) }) },
  ad_display: { ad: z.object({ domain: text, zoneId: idField, placement: z.enum(['aside']) }) },
  llms_request: { llmsVariant: z.enum(['standard', 'full']) },
};
const eventOf = (type: (typeof SITE_EVENT_TYPES)[number]) =>
  z.object({
    type: z.literal(type),
    session,
    location,
    timestamp: instant
      .optional()
      .meta({ description: 'Time of the event, which must be within 5 minutes of the current time; now by default.' }),
    ...MEMBERS[type],
  });
const [firstType, ...otherTypes] = SITE_EVENT_TYPES;
const event = z.discriminatedUnion('type', [eventOf(firstType), ...otherTypes.map(eventOf)]);

const column = z
  .union([
    z.object({ column: z.literal('datetime'), interval: z.enum(INTERVALS).default('day') }),
    z.object({ column: z.enum(PLAIN_COLUMNS) }),
  ])
  .meta({ description: 'Dimension, or number of events, sessions or visitors.' });
const filterColumns = PLAIN_COLUMNS.filter(
  (name): name is Exclude<PlainColumn, RatingColumn> => !(RATING_COLUMNS as readonly string[]).includes(name),
);
const filter = z.object({
  column: z.enum(['datetime', ...filterColumns]),
  operator: z.enum(FILTER_OPERATORS).default('in'),
  values: z
    .array(z.unknown())
    .min(1)
    .max(MAX_FILTER_VALUES)
    .meta({
      description: [
        'Values of the column. Each must be a time for `datetime`, and must be a number for numbers.',
        'It must have one value for a comparison, which can compare times and numbers only.',
      ].join(' '),
    }),
});
const presets = Object.keys(RANGE_DAYS) as [RangePreset, ...RangePreset[]];

const SiteEventsResource = resource(
  'SiteInsightsQueryEventsAggregationResult',
  z.object({
    columns: z.array(
      z.object({
        column: z.string(),
        interval: z.enum(INTERVALS).optional(),
        values: z.array(z.unknown()).meta({ description: 'Values of the column, one for each row.' }),
      }),
    ),
  }),
  (columns: readonly AggregatedColumn[]) => ({
    columns: columns.map(({ column: of, values }) => ({ ...of, values: [...values] })),
  }),
);

const VisitorSegmentResource = resource(
  'SiteInsightsVisitorSegment',
  z.object({
    title: z.string(),
    claims: z.looseObject({}).meta({ description: 'Always empty: claims of visitors are not stored.' }),
    events: z.number().int(),
    visitors: z.number().int(),
    sessions: z.number().int(),
  }),
  ({ isAuthenticated, events, visitors, sessions }: VisitorSegment) => ({
    title: isAuthenticated ? 'Authenticated visitors' : 'Anonymous visitors',
    claims: {},
    events,
    visitors,
    sessions,
  }),
);

const EVENTS = '/v1/orgs/:organizationId/sites/:siteId/insights/events' as const;

export const insightsRoutes = tagged('Sites', [
  route(`POST ${EVENTS}`, trackEventsInSiteById, {
    summary: 'Record events of visitors of a site',
    body: z.object({ events: z.array(event).min(1).max(MAX_EVENTS) }),
    returns: noContent,
  }),
  route(`POST ${EVENTS}/aggregate`, aggregateSiteEvents, {
    summary: 'Get statistics of the events of a site',
    cost: 'heavy',
    body: z.object({
      select: z.array(column).max(MAX_COLUMNS).optional().meta({
        description:
          'Columns of the result before those of `groupBy`; the number of events by default. It must have a column unless `groupBy` has one.',
      }),
      where: z.array(filter).max(MAX_FILTERS).optional(),
      groupBy: z.array(column).max(MAX_COLUMNS).optional(),
      order: z
        .object({
          by: column.meta({
            description: 'Column to sort by, which must be a column of the result, and not a rating.',
          }),
          direction: z.enum(['asc', 'desc']),
        })
        .optional(),
      range: z.union([
        z.enum(presets),
        z.object({
          from: instant,
          to: instant.meta({ description: 'End, which must not be before `from`.' }),
        }),
      ]),
      limit: z.int().min(1).max(MAX_ROWS).default(MAX_ROWS),
    }),
    returns: ok(SiteEventsResource),
  }),
  route('GET /v1/orgs/:organizationId/sites/:siteId/insights/visitor-segments', listSiteVisitorSegments, {
    summary: 'List the segments of the visitors of a site',
    cost: 'heavy',
    paged: true,
    returns: list(VisitorSegmentResource),
  }),
]);
