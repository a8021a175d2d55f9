import { requireStorable } from '../../../domain/kernel/storable-text.ts';
import type { SiteId } from '../../../domain/kernel/id.ts';
import {
  isCount,
  isDimension,
  type EventColumn,
  type EventFilter,
  type EventQuery,
  type Interval,
} from '../../../domain/insights/event-query.ts';
import type { SiteEvent } from '../../../domain/insights/site-event.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import type { SiteEvents } from '../../../ports/insights.ts';
import { pageOf } from '../list-keys.ts';
import type { MemoryStore } from './store.ts';

const DAYS_PER_WEEK = 7;

/** Returns the beginning of an interval; weeks begin on Mondays. */
function beginningOf(interval: Interval, at: string): string {
  const time = new Date(at);
  if (interval !== 'hour') time.setUTCHours(0);
  if (interval === 'week') time.setUTCDate(time.getUTCDate() - dayOfWeek(at) + 1);
  if (interval === 'month') time.setUTCDate(1);
  return time.toISOString();
}
const dayOfWeek = (at: string): number => new Date(at).getUTCDay() || DAYS_PER_WEEK;

function valueOf(column: EventColumn, { at, type, fields }: SiteEvent): unknown {
  switch (column.column) {
    case 'datetime':
      return beginningOf(column.interval, at);
    case 'dayOfWeek':
      return dayOfWeek(at);
    case 'hourOfDay':
      return new Date(at).getUTCHours();
    case 'eventType':
      return type;
    default:
      return fields[column.column] ?? null;
  }
}

const countWhere = (events: readonly SiteEvent[], field: string, value: unknown): number =>
  events.filter(({ fields }) => fields[field] === value).length;

function measure(column: EventColumn['column'], events: readonly SiteEvent[]): unknown {
  switch (column) {
    case 'sessionsCount':
      return new Set(events.map(({ session }) => session)).size;
    case 'visitorsCount':
      return new Set(events.map(({ visitor }) => visitor)).size;
    case 'pageFeedbackRating': {
      const rated = (rating: string): number => countWhere(events, 'eventPageFeedbackRating', rating);
      return { ok: rated('ok'), good: rated('good'), bad: rated('bad') };
    }
    case 'askResponseRating': {
      const rated = (rating: number): number => countWhere(events, 'eventAskResponseRating', rating);
      return { positive: rated(1), negative: rated(-1) };
    }
    default:
      return events.length;
  }
}

/** Text that is equal for equal JSON values. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`;
}

function isMatch(value: unknown, { operator, values }: EventFilter): boolean {
  const [bound] = values as [number | string];
  const found = value as number | string;
  switch (operator) {
    case 'in':
      return values.some((one) => canonical(one) === canonical(value));
    case 'notIn':
      return values.every((one) => canonical(one) !== canonical(value));
    case 'greaterThan':
      return found > bound;
    case 'greaterThanOrEqual':
      return found >= bound;
    case 'lessThan':
      return found < bound;
    default:
      return found <= bound;
  }
}

const filtered = (column: EventFilter['column'], event: SiteEvent): unknown =>
  column === 'datetime' ? event.at : valueOf({ column }, event);

function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  const [left, right] = [a, b].map((value) => (typeof value === 'object' ? canonical(value) : value)) as [any, any];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Tells whether an event has feedback of an agent; those that clients report have the type alone. */
const hasFeedback = ({ type, fields }: SiteEvent): boolean =>
  type === 'agent_feedback' && fields['agentFeedback'] !== undefined;

/** Events in memory, by site. */
export class MemorySiteEvents implements SiteEvents {
  #events: { readonly seq: number; readonly siteId: SiteId; readonly event: SiteEvent }[] = [];
  #lastSeq = 0;

  constructor(private readonly store: MemoryStore) {}

  async append(siteId: SiteId, events: readonly SiteEvent[], expiredBefore: string): Promise<number> {
    requireStorable(events);
    await this.purge(expiredBefore);
    if (this.store.state('sites', siteId) === undefined) return 0;
    this.#events.push(...structuredClone(events).map((event) => ({ seq: ++this.#lastSeq, siteId, event })));
    return events.length;
  }

  async aggregate(query: EventQuery): Promise<readonly (readonly unknown[])[]> {
    const { siteId, from, to, columns, filters, order, limit } = query;
    const ofRows = filters.filter(({ column }) => !isCount(column));
    const ofGroups = filters.filter(({ column }) => isCount(column));
    const dimensions = columns.filter(isDimension);
    const groups = new Map<string, SiteEvent[]>(dimensions.length === 0 ? [['[]', []]] : []);
    for (const { siteId: site, event } of this.#events) {
      if (site !== siteId || event.at < from || event.at > to) continue;
      if (!ofRows.every((filter) => isMatch(filtered(filter.column, event), filter))) continue;
      const key = canonical(dimensions.map((column) => valueOf(column, event)));
      groups.set(key, [...(groups.get(key) ?? []), event]);
    }
    const found = [...groups.values()]
      .filter((events) => ofGroups.every((filter) => isMatch(measure(filter.column, events), filter)))
      .map((events) =>
        columns.map((column) =>
          isDimension(column) ? structuredClone(valueOf(column, events[0]!)) : measure(column.column, events),
        ),
      );
    const indexes = columns.flatMap((column, index) => (isDimension(column) ? [index] : []));
    const sorted = found.sort((a, b) => {
      const first = order === undefined ? 0 : compare(a[order.index], b[order.index]);
      if (first !== 0) return order!.direction === 'desc' ? -first : first;
      return indexes.map((index) => compare(a[index], b[index])).find((result) => result !== 0) ?? 0;
    });
    return sorted.slice(0, limit);
  }

  async listFeedback(siteId: SiteId, since: string, { limit, after }: PageRequest): Promise<Page<SiteEvent>> {
    const all = this.#events
      .filter(({ siteId: site, event }) => site === siteId && hasFeedback(event) && event.at >= since)
      .reverse();
    const rest = all.filter(({ seq }) => after === undefined || seq < Number(after));
    const { items, ...page } = pageOf(rest, limit, all.length, ({ seq }) => String(seq));
    return { ...page, items: items.map(({ event }) => structuredClone(event)) };
  }

  async purge(before: string): Promise<boolean> {
    this.#events = this.#events.filter(({ event }) => event.at >= before);
    return false;
  }
}
