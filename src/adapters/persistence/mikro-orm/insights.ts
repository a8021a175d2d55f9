import type pg from 'pg';
import { requireStorable } from '../../../domain/kernel/storable-text.ts';
import type { SiteId } from '../../../domain/kernel/id.ts';
import {
  isCount,
  isDimension,
  isNumber,
  type EventColumn,
  type EventFilter,
  type EventQuery,
  type FilterOperator,
  type Interval,
  type PlainColumn,
} from '../../../domain/insights/event-query.ts';
import type { SiteEvent } from '../../../domain/insights/site-event.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import type { SiteEvents } from '../../../ports/insights.ts';
import { pageOf } from '../list-keys.ts';
import { rows, statement, unprepared } from './kernel/sql.ts';

/** Number of expired events that a statement deletes; more than a request can store. */
const PURGE_BATCH = 1_000;
const EXPIRED = (cutoff: string): string =>
  `SELECT seq FROM site_events WHERE at < ${cutoff}::timestamptz ORDER BY at, seq LIMIT ${PURGE_BATCH} FOR UPDATE SKIP LOCKED`;
// The lock waits for a transaction that deletes the site, as the foreign key would, which fails then.
const APPEND = statement(`WITH purged AS (DELETE FROM site_events WHERE seq IN (${EXPIRED('$3')})),
  site AS (SELECT id FROM sites WHERE id = $1 FOR KEY SHARE),
  stored AS (INSERT INTO site_events (site_id, at, type, visitor, session, fields)
    SELECT s.id, e.at, e.type, e.visitor, e.session, e.fields
    FROM site s, jsonb_to_recordset($2::jsonb) AS e(at timestamptz, type text, visitor text, session text, fields jsonb)
    RETURNING 1)
  SELECT count(*) AS count FROM stored`);
const PURGE = statement(`WITH purged AS (DELETE FROM site_events WHERE seq IN (${EXPIRED('$1')}) RETURNING 1)
  SELECT count(*) AS count FROM purged`);

// The type is a constant for the partial index. Events that clients report have this type too, but no feedback.
const OF_FEEDBACK = `site_id = $1 AND type = 'agent_feedback' AND fields -> 'agentFeedback' IS NOT NULL
  AND at >= $2::timestamptz`;
const FEEDBACK = statement(`SELECT seq::text AS seq, at, visitor, session, fields FROM site_events
  WHERE ${OF_FEEDBACK} AND ($3::bigint IS NULL OR seq < $3::bigint) ORDER BY seq DESC LIMIT $4::int`);
const COUNT_FEEDBACK = statement(`SELECT count(*) AS count FROM site_events WHERE ${OF_FEEDBACK}`);

const COMPARISON: Readonly<Record<Exclude<FilterOperator, 'in' | 'notIn'>, string>> = {
  greaterThan: '>',
  greaterThanOrEqual: '>=',
  lessThan: '<',
  lessThanOrEqual: '<=',
};
const LOCAL = "e.at AT TIME ZONE 'UTC'";

const truncated = (interval: Interval): string =>
  `to_jsonb(to_char(date_trunc('${interval}', ${LOCAL}), 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'))`;
const countOf = (field: string, value: string): string =>
  `count(*) FILTER (WHERE e.fields ->> '${field}' = '${value}')`;

/** JSON expression of a dimension. Names of columns are names of the domain, never input. */
function dimension(column: PlainColumn): string {
  switch (column) {
    case 'dayOfWeek':
      return `to_jsonb(extract(isodow FROM ${LOCAL})::int)`;
    case 'hourOfDay':
      return `to_jsonb(extract(hour FROM ${LOCAL})::int)`;
    case 'eventType':
      return 'to_jsonb(e.type)';
    default:
      return `coalesce(e.fields -> '${column}', 'null'::jsonb)`;
  }
}

/** Expression of a column: JSON, or a number for a count. */
function expression(column: EventColumn): string {
  switch (column.column) {
    case 'datetime':
      return truncated(column.interval);
    case 'eventsCount':
      return 'count(*)';
    case 'sessionsCount':
      return 'count(DISTINCT e.session)';
    case 'visitorsCount':
      return 'count(DISTINCT e.visitor)';
    case 'pageFeedbackRating': {
      const rated = (rating: string): string => `'${rating}', ${countOf('eventPageFeedbackRating', rating)}`;
      return `jsonb_build_object(${['ok', 'good', 'bad'].map(rated).join(', ')})`;
    }
    case 'askResponseRating':
      return `jsonb_build_object('positive', ${countOf('eventAskResponseRating', '1')}, 'negative', ${countOf('eventAskResponseRating', '-1')})`;
    default:
      return dimension(column.column);
  }
}

/** Expression whose order is that of the values of a column: numbers by value, all else bytewise. */
function sortable(column: EventColumn): string {
  if (isCount(column.column)) return expression(column);
  return isNumber(column.column) ? `(${expression(column)})::int` : `(${expression(column)} #>> '{}') COLLATE "C"`;
}

function condition({ column, operator, values }: EventFilter, parameter: (value: unknown) => string): string {
  const list = parameter(JSON.stringify(values));
  const json =
    column === 'datetime'
      ? truncated('hour')
      : isCount(column)
        ? `to_jsonb(${expression({ column })})`
        : dimension(column);
  // The expression stays outside the subquery, to which an aggregate such as count(*) would belong otherwise.
  if (operator === 'in' || operator === 'notIn')
    return `${operator === 'in' ? '' : 'NOT '}(${json} = ANY (ARRAY(SELECT v.value FROM jsonb_array_elements(${list}::jsonb) AS v(value))))`;
  const [found, bound] =
    column === 'datetime'
      ? ['e.at', `(${list}::jsonb ->> 0)::timestamptz`]
      : [`(${json})::numeric`, `(${list}::jsonb -> 0)::numeric`];
  return `${found} ${COMPARISON[operator]} ${bound}`;
}

/** Events of visitors in a table; one statement for each call. */
export class PgSiteEvents implements SiteEvents {
  constructor(private readonly pool: pg.Pool) {}

  async append(siteId: SiteId, events: readonly SiteEvent[], expiredBefore: string): Promise<number> {
    requireStorable(events);
    const values = [siteId, JSON.stringify(events), expiredBefore];
    const [stored] = await rows<{ count: number }>(this.pool, APPEND, values);
    return stored!.count;
  }

  async aggregate(query: EventQuery): Promise<readonly (readonly unknown[])[]> {
    const { siteId, from, to, columns, filters, order, limit } = query;
    const values: unknown[] = [siteId, from, to];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const where = ['e.site_id = $1', 'e.at >= $2::timestamptz', 'e.at <= $3::timestamptz'];
    const having: string[] = [];
    for (const filter of filters) (isCount(filter.column) ? having : where).push(condition(filter, parameter));
    const dimensions = columns.filter(isDimension);
    const sorts = dimensions.map((column) => `${sortable(column)} ASC NULLS FIRST`);
    if (order !== undefined)
      sorts.unshift(
        `${sortable(columns[order.index]!)} ${order.direction === 'asc' ? 'ASC NULLS FIRST' : 'DESC NULLS LAST'}`,
      );
    const text = [
      `SELECT ${columns.map((column, index) => `${expression(column)} AS c${index}`).join(', ')} FROM site_events e`,
      `WHERE ${where.join(' AND ')}`,
      ...(dimensions.length > 0 ? [`GROUP BY ${dimensions.map(expression).join(', ')}`] : []),
      ...(having.length > 0 ? [`HAVING ${having.join(' AND ')}`] : []),
      ...(sorts.length > 0 ? [`ORDER BY ${sorts.join(', ')}`] : []),
      `LIMIT ${parameter(limit)}::int`,
    ].join(' ');
    const found = await rows<Record<string, unknown>>(this.pool, unprepared(text), values);
    return found.map((row) => columns.map((_, index) => row[`c${index}`]));
  }

  async listFeedback(siteId: SiteId, since: string, { limit, after }: PageRequest): Promise<Page<SiteEvent>> {
    const [found, [counted]] = await Promise.all([
      rows<Omit<SiteEvent, 'type' | 'at'> & { seq: string; at: Date | string }>(this.pool, FEEDBACK, [
        siteId,
        since,
        after ?? null,
        limit + 1,
      ]),
      rows<{ count: number }>(this.pool, COUNT_FEEDBACK, [siteId, since]),
    ]);
    const { items, ...page } = pageOf(found, limit, counted!.count, ({ seq }) => seq);
    return {
      ...page,
      items: items.map(({ seq: _, at, ...event }) => ({
        ...event,
        at: new Date(at).toISOString(),
        type: 'agent_feedback',
      })),
    };
  }

  async purge(before: string): Promise<boolean> {
    const [row] = await rows<{ count: number }>(this.pool, PURGE, [before]);
    return row!.count === PURGE_BATCH;
  }
}
