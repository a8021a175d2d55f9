import type { SiteId } from '../domain/kernel/id.ts';
import type { Services } from './kernel/services.ts';
import { digestOf } from '../domain/content/objects/hash.ts';
import { Forbidden, Invalid } from '../domain/kernel/errors.ts';
import { eventQuery, type EventColumn, type EventQueryInput } from '../domain/insights/event-query.ts';
import { MAX_EVENT_SKEW_MS, storedEvent, type SiteEventInput } from '../domain/insights/site-event.ts';
import { inSite, type InSite } from './kernel/scope.ts';
import { query } from './kernel/use-case.ts';
import { addMilliseconds, DAY_MS } from '../domain/kernel/time.ts';

const HASH_LENGTH = 24;

/** Time before which events have expired. */
export const expiryOf = (now: string, days: number): string => addMilliseconds(now, -days * DAY_MS);

/** Returns the function that hashes the ids of visitors of a site, under a key of the instance. */
export function visitorHash({ secretBox }: Pick<Services, 'secretBox'>, siteId: SiteId): (id: string) => string {
  const key = secretBox.derive(`site insights ${siteId}`);
  return (id) => digestOf(`${key} ${id}`).slice(0, HASH_LENGTH);
}

/** Columns of a result, each with its values of all rows. */
export interface AggregatedColumn {
  readonly column: EventColumn;
  readonly values: readonly unknown[];
}

/** @throws Invalid for an event that happened too long before or after now */
function requirePresentTime(events: readonly SiteEventInput[], now: string): void {
  for (const [index, { timestamp }] of events.entries())
    if (timestamp !== undefined && Math.abs(Date.parse(timestamp) - Date.parse(now)) > MAX_EVENT_SKEW_MS)
      throw Invalid.field(`events.${index}.timestamp`, 'must be within 5 minutes of the current time');
}

/**
 * Stores events of visitors of a site, such as page views and searches. Visitors can call it with a content token.
 *
 * Stores the hour of an event, keyed hashes of the ids of the visitor and the session, and the kinds of browser and
 * device. Does not store addresses, cookies, claims, user agents, and queries of URLs. Stores nothing when the instance
 * keeps no events.
 */
export const trackEventsInSiteById = query<InSite & { body: { events: readonly SiteEventInput[] } }>()({
  name: 'trackEventsInSiteById',
  requires: 'insights:track',
  scope: inSite,
  needs: ['siteEvents', 'insightsRetentionDays', 'secretBox'],
  openToVisitors: true,
  async run(context, { organizationId, siteId, body: { events } }): Promise<void> {
    const { read, scope, now, siteEvents, insightsRetentionDays } = context;
    if (scope.visitor === undefined && scope.caller.readOnly) throw new Forbidden('write: the API token is read-only');
    await read.sites.get({ id: siteId, organizationId });
    requirePresentTime(events, now);
    if (insightsRetentionDays === 0) return;
    const hash = visitorHash(context, siteId);
    const stored = events.map((event) => storedEvent(event, now, hash));
    await siteEvents.append(siteId, stored, expiryOf(now, insightsRetentionDays));
  },
});

/**
 * Counts the events of a site, its visitors and their sessions, grouped by columns and filtered.
 *
 * The result has the columns of `select` and then those of `groupBy`, each once; without `select` also `eventsCount`.
 * Fails with `Invalid`, naming the field, for a query that cannot be answered.
 */
export const aggregateSiteEvents = query<InSite & { body: EventQueryInput }>()({
  name: 'aggregateSiteEvents',
  requires: 'insights:view',
  scope: inSite,
  needs: ['siteEvents', 'insightsRetentionDays'],
  async run(context, { organizationId, siteId, body }): Promise<readonly AggregatedColumn[]> {
    const { read, now, siteEvents, insightsRetentionDays } = context;
    await read.sites.get({ id: siteId, organizationId });
    const query = eventQuery(siteId, body, now);
    const expired = expiryOf(now, insightsRetentionDays);
    const from = query.from < expired ? expired : query.from;
    const rows = await siteEvents.aggregate({ ...query, from });
    return query.columns.map((column, index) => ({ column, values: rows.map((row) => row[index]) }));
  },
});
