import { Invalid } from '../kernel/errors.ts';
import type { SiteId } from '../kernel/id.ts';
import { hourOf } from './site-event.ts';
import { addMilliseconds, DAY_MS, isInstant } from '../kernel/time.ts';

/** Fields of events by which events can be grouped and filtered. */
const FIELD_COLUMNS = [
  'url',
  'urlPath',
  'displayContext',
  'siteSection',
  'siteSpace',
  'page',
  'visitorBrowser',
  'visitorDevice',
  'visitorOS',
  'visitorBot',
  'visitorLanguage',
  'visitorAuthenticated',
  'referrer',
  'referrerDomain',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'eventSearchQuery',
  'eventSearchResults',
  'eventSearchResultRecordId',
  'eventPageFeedbackRating',
  'eventPageFeedbackComment',
  'eventAskResponseRating',
  'eventLinkTargetValue',
  'eventLinkTargetKind',
  'eventLinkTargetDomain',
  'eventLinkPosition',
  'eventAPIOperationPath',
  'eventAPIOperationMethod',
  'eventLLMSVariant',
  'eventMarkdownSource',
  'eventAdDomain',
  'eventAdPlacement',
  'eventTrademarkPlacement',
] as const;
const NUMBER_COLUMNS = ['dayOfWeek', 'hourOfDay'] as const;
const COUNT_COLUMNS = ['eventsCount', 'sessionsCount', 'visitorsCount'] as const;
export const RATING_COLUMNS = ['pageFeedbackRating', 'askResponseRating'] as const;

export type CountColumn = (typeof COUNT_COLUMNS)[number];
export type RatingColumn = (typeof RATING_COLUMNS)[number];
/** Columns other than the time. */
export const PLAIN_COLUMNS = [
  'eventType',
  ...FIELD_COLUMNS,
  ...NUMBER_COLUMNS,
  ...COUNT_COLUMNS,
  ...RATING_COLUMNS,
] as const;
export type PlainColumn = (typeof PLAIN_COLUMNS)[number];

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Column of a result: a dimension by which events are grouped, or a number of events of the group. */
export type EventColumn =
  { readonly column: 'datetime'; readonly interval: Interval } | { readonly column: PlainColumn };

const COMPARISONS = ['greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual'] as const;
export const FILTER_OPERATORS = ['in', 'notIn', ...COMPARISONS] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

export interface EventFilter {
  readonly column: 'datetime' | Exclude<PlainColumn, RatingColumn>;
  readonly operator: FilterOperator;
  readonly values: readonly unknown[];
}

export const RANGE_DAYS = { lastYear: 365, last3Months: 91, last30Days: 30, last7Days: 7, last24Hours: 1 } as const;
export type RangePreset = keyof typeof RANGE_DAYS;
export type EventRange = RangePreset | { readonly from: string; readonly to: string };

/** Limits of a query. */
export const MAX_COLUMNS = 10;
export const MAX_FILTERS = 20;
export const MAX_FILTER_VALUES = 100;
export const MAX_ROWS = 1_000;

/** Query as a caller sends it. */
export interface EventQueryInput {
  readonly select?: readonly EventColumn[] | undefined;
  readonly where?: readonly EventFilter[] | undefined;
  readonly groupBy?: readonly EventColumn[] | undefined;
  readonly order?: { readonly by: EventColumn; readonly direction: 'asc' | 'desc' } | undefined;
  readonly range: EventRange;
  readonly limit: number;
}

/** Query of the events of a site. */
export interface EventQuery {
  readonly siteId: SiteId;
  /** First and last hour, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly columns: readonly EventColumn[];
  readonly filters: readonly EventFilter[];
  /** Column to sort by; the rows of equal values are sorted by the dimensions. */
  readonly order: { readonly index: number; readonly direction: 'asc' | 'desc' } | undefined;
  readonly limit: number;
}

const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  (names as readonly string[]).includes(name);
/** Tells whether a column counts events, sessions or visitors. */
export const isCount = (column: string): column is CountColumn => isOneOf(COUNT_COLUMNS, column);
const isRating = (column: string): column is RatingColumn => isOneOf(RATING_COLUMNS, column);
/** Tells whether a column of an event is a number. */
export const isNumber = (column: string): boolean => isOneOf(NUMBER_COLUMNS, column);
/** Tells whether figures are grouped by a column, rather than computed for it. */
export const isDimension = ({ column }: EventColumn): boolean => !isCount(column) && !isRating(column);
const isComparable = (column: string): boolean => column === 'datetime' || isNumber(column) || isCount(column);

const keyOf = (column: EventColumn): string =>
  column.column === 'datetime' ? `datetime ${column.interval}` : column.column;

function rangeOf(range: EventRange, now: string): { readonly from: string; readonly to: string } {
  if (typeof range === 'string') return { from: addMilliseconds(now, -RANGE_DAYS[range] * DAY_MS), to: now };
  requireOrder(range, 'range.to');
  return range;
}

/** @throws Invalid naming `field` when a range ends before it begins */
export function requireOrder({ from, to }: Exclude<EventRange, string>, field: string): void {
  if (Date.parse(from) > Date.parse(to)) throw Invalid.field(field, 'must not be before `from`');
}

/** Checks a filter's values, and converts times to their hours. @throws Invalid */
function checkedFilter(filter: EventFilter, index: number): EventFilter {
  const { column, operator, values } = filter;
  const field = `where.${index}`;
  if (isOneOf(COMPARISONS, operator)) {
    if (!isComparable(column)) throw Invalid.field(`${field}.operator`, 'can compare times and numbers only');
    if (values.length !== 1) throw Invalid.field(`${field}.values`, 'must have one value for a comparison');
  }
  for (const [at, value] of values.entries()) {
    if (column === 'datetime' && !(typeof value === 'string' && isInstant(value)))
      throw Invalid.field(`${field}.values.${at}`, 'must be a time in the years 0001 to 9999');
    if ((isNumber(column) || isCount(column)) && typeof value !== 'number')
      throw Invalid.field(`${field}.values.${at}`, 'must be a number');
  }
  return column === 'datetime' ? { ...filter, values: values.map((value) => hourOf(value as string)) } : filter;
}

/**
 * Makes a query from a request. The columns of its result are those of `select` and then those of `groupBy`, each once;
 * without `select` the number of events is added.
 * @throws Invalid
 */
export function eventQuery(siteId: SiteId, input: EventQueryInput, now: string): EventQuery {
  const { select, where = [], groupBy = [], order, limit } = input;
  const requestedColumns = [
    ...(select ?? []),
    ...groupBy,
    ...(select === undefined ? [{ column: 'eventsCount' } as const] : []),
  ];
  const columns = [...new Map(requestedColumns.map((column) => [keyOf(column), column])).values()];
  if (columns.length === 0) throw Invalid.field('select', 'must have a column');
  const index = order === undefined ? -1 : columns.findIndex((column) => keyOf(column) === keyOf(order.by));
  if (order !== undefined && (index < 0 || isRating(order.by.column)))
    throw Invalid.field('order.by', 'must be a column of the result, and not a rating');
  const { from, to } = rangeOf(input.range, now);
  return {
    siteId,
    from: hourOf(from),
    to: new Date(to).toISOString(),
    columns,
    filters: where.map(checkedFilter),
    order: order && { index, direction: order.direction },
    limit,
  };
}
