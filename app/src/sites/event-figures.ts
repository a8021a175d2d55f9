import { aggregateSiteEvents } from '../api/operations.ts';
import type { SitePath } from './site-frame.tsx';

type Query = Parameters<typeof aggregateSiteEvents>[0]['body'];
export type EventColumn = NonNullable<Query['groupBy']>[number];

/** Event of the reading of a site that the app counts. */
export type CountedEvent = 'page_view' | 'search_type_query' | 'page_post_feedback' | 'page_not_found';

/** Days, of which the last one is today. */
export interface Period {
  /** Beginning of the first day and end, ISO 8601. */
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
/** Most rows of an answer of the API. */
const MAX_ROWS = 1_000;

/** Returns the period of the last days; days begin at midnight UTC, as in the figures. */
export function lastDays(days: number, now: number): Period {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return { from: new Date(today - (days - 1) * DAY_MS).toISOString(), to: new Date(now).toISOString() };
}

/** Loads rows of figures: the values of the columns in the order of `select`, then of `groupBy`. */
async function loadRows(path: SitePath, body: Query): Promise<readonly (readonly unknown[])[]> {
  const { columns } = await aggregateSiteEvents({ path, body });
  return (columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => values[row]));
}

/** Name, such as the path of a page, with its numbers. */
export interface NamedFigures {
  readonly names: readonly string[];
  readonly numbers: readonly number[];
  /** Ratings of pages by their name. */
  readonly ratings: Readonly<Record<'good' | 'ok' | 'bad', number>> | undefined;
}

/** Loads the names with the most events of a type: events, then visitors, who are counted anew each day. */
export async function loadMostFrequent(
  path: SitePath,
  range: Period,
  type: CountedEvent,
  by: readonly EventColumn[],
  limit: number,
): Promise<readonly NamedFigures[]> {
  const isRated = type === 'page_post_feedback';
  const rows = await loadRows(path, {
    select: [
      { column: 'eventsCount' },
      { column: 'visitorsCount' },
      ...(isRated ? [{ column: 'pageFeedbackRating' as const }] : []),
    ],
    where: [{ column: 'eventType', values: [type] }],
    groupBy: by,
    order: { by: { column: 'eventsCount' }, direction: 'desc' },
    range,
    limit,
  });
  return rows.map((row) => ({
    numbers: row.slice(0, 2) as number[],
    ratings: isRated ? (row[2] as NonNullable<NamedFigures['ratings']>) : undefined,
    names: row.slice(isRated ? 3 : 2).map((name) => String(name ?? '')),
  }));
}

/** Events of one type on one day. */
export interface DayFigures {
  /** Date, such as 2026-05-01. */
  readonly day: string;
  readonly type: CountedEvent;
  readonly events: number;
  readonly visitors: number;
}

/** Loads the number of events of each type and day. A period may have at most 200 days. */
export async function loadDays(
  path: SitePath,
  range: Period,
  types: readonly CountedEvent[],
): Promise<readonly DayFigures[]> {
  const rows = await loadRows(path, {
    select: [{ column: 'eventsCount' }, { column: 'visitorsCount' }],
    where: [{ column: 'eventType', values: types }],
    groupBy: [{ column: 'datetime', interval: 'day' }, { column: 'eventType' }],
    range,
    limit: MAX_ROWS,
  });
  return rows.map(([events, visitors, at, type]) => ({
    day: String(at).slice(0, 10),
    type: type as CountedEvent,
    events: events as number,
    visitors: visitors as number,
  }));
}

/** Lists the dates of a period. */
export function datesOf({ from, to }: Period): readonly string[] {
  const dates: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    dates.push(new Date(at).toISOString().slice(0, 10));
  return dates;
}
