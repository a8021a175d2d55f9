import { expect } from 'chai';
import type { SiteId } from '../../../src/domain/kernel/id.ts';
import { eventQuery, type EventQueryInput } from '../../../src/domain/insights/event-query.ts';
import type { SiteEvent } from '../../../src/domain/insights/site-event.ts';
import { makeStates, put, type Name, type StateOf } from '../persistence/aggregates.ts';
import type { Persistence } from '../persistence/persistence.ts';

const NEVER = '2000-01-01T00:00:00.000Z';
const RANGE = { from: '2031-01-01T00:00:00.000Z', to: '2031-12-31T00:00:00.000Z' };

/** Contract of the events of visitors of sites. */
export function insightsContract(open: () => Promise<Persistence>): void {
  let persistence: Persistence;
  let states: { readonly [K in Name]: StateOf<K> };
  let siteId: SiteId;
  before(async () => {
    persistence = await open();
    states = await makeStates(persistence);
  });
  beforeEach(async () => {
    siteId = persistence.next();
    const state = { ...states.sites, id: siteId, basename: siteId.toLowerCase(), servedHostname: null };
    await persistence.run((work) => put(work, 'sites', state));
  });

  const event = (
    at: string,
    visitor: string,
    fields: object = {},
    type: SiteEvent['type'] = 'page_view',
  ): SiteEvent => ({
    at,
    type,
    visitor,
    session: `${visitor} 1`,
    fields: { ...fields },
  });
  const append = (...events: readonly SiteEvent[]) => persistence.siteEvents.append(siteId, events, NEVER);
  const aggregate = (input: Partial<EventQueryInput>) =>
    persistence.siteEvents.aggregate(eventQuery(siteId, { range: RANGE, limit: 100, ...input }, NEVER));
  const at = (day: number, hour = 0): string => new Date(Date.UTC(2031, 0, day, hour)).toISOString();

  it('are counted with their sessions and visitors, over a range whose ends are included', async () => {
    await append(event(at(1), 'a'), event(at(1), 'a'), event(at(2), 'b'), event(at(3), 'c'));
    const select = [{ column: 'eventsCount' }, { column: 'visitorsCount' }, { column: 'sessionsCount' }] as const;
    expect(await aggregate({ select })).to.deep.equal([[4, 3, 3]]);
    expect(await aggregate({ select, range: { from: at(1), to: at(2) } })).to.deep.equal([[3, 2, 2]]);
    expect(await aggregate({ select, range: { from: at(4), to: at(5) } })).to.deep.equal([[0, 0, 0]]);
  });

  it('are grouped by hour, day, week and month, and by the day of the week and the hour', async () => {
    await append(event(at(1, 5), 'a'), event(at(5, 23), 'a'), event(at(6), 'a'), event(at(32), 'a'));
    const by = async (interval: 'hour' | 'day' | 'week' | 'month') =>
      (await aggregate({ groupBy: [{ column: 'datetime', interval }] })).map(([time, count]) => [
        (time as string).slice(5, 13),
        count,
      ]);
    expect(await by('hour')).to.deep.equal([
      ['01-01T05', 1],
      ['01-05T23', 1],
      ['01-06T00', 1],
      ['02-01T00', 1],
    ]);
    expect(await by('day')).to.deep.equal([
      ['01-01T00', 1],
      ['01-05T00', 1],
      ['01-06T00', 1],
      ['02-01T00', 1],
    ]);
    expect(await by('week')).to.deep.equal([
      ['12-30T00', 2],
      ['01-06T00', 1],
      ['01-27T00', 1],
    ]);
    expect(await by('month')).to.deep.equal([
      ['01-01T00', 3],
      ['02-01T00', 1],
    ]);
    expect(await aggregate({ groupBy: [{ column: 'dayOfWeek' }, { column: 'hourOfDay' }] })).to.deep.equal([
      [1, 0, 1],
      [3, 5, 1],
      [6, 0, 1],
      [7, 23, 1],
    ]);
  });

  it('are grouped by fields of any type, of which nulls come first', async () => {
    const page = { space: 's', page: 'p' };
    await append(
      event(at(1), 'a', { page }),
      event(at(1), 'b', { page: { page: 'p', space: 's' } }),
      event(at(1), 'c'),
    );
    expect(await aggregate({ groupBy: [{ column: 'page' }] })).to.deep.equal([
      [null, 1],
      [page, 2],
    ]);
  });

  it('are filtered by equality and comparison, of dimensions and of counts', async () => {
    await append(
      event(at(1, 1), 'a', { urlPath: '/a' }),
      event(at(1, 2), 'a', { urlPath: '/a' }),
      event(at(1, 3), 'a', { urlPath: '/b' }),
      event(at(1, 4), 'b', { urlPath: null }, 'search_open'),
    );
    const found = async (...where: any[]) =>
      (await aggregate({ where, groupBy: [{ column: 'urlPath' }] })).map(([path]) => path);
    expect(await found({ column: 'urlPath', operator: 'in', values: ['/a', null] })).to.deep.equal([null, '/a']);
    expect(await found({ column: 'urlPath', operator: 'notIn', values: ['/a', null] })).to.deep.equal(['/b']);
    expect(await found({ column: 'eventType', operator: 'in', values: ['page_view'] })).to.deep.equal(['/a', '/b']);
    expect(await found({ column: 'hourOfDay', operator: 'greaterThan', values: [2] })).to.deep.equal([null, '/b']);
    expect(await found({ column: 'datetime', operator: 'lessThanOrEqual', values: [at(1, 2)] })).to.deep.equal(['/a']);
    expect(await found({ column: 'eventsCount', operator: 'greaterThanOrEqual', values: [2] })).to.deep.equal(['/a']);
    expect(await found({ column: 'eventsCount', operator: 'in', values: [2, 7] })).to.deep.equal(['/a']);
    expect(await found({ column: 'eventsCount', operator: 'notIn', values: [2, 7] })).to.deep.equal([null, '/b']);
    expect(await found({ column: 'visitorsCount', operator: 'notIn', values: [1] })).to.deep.equal([]);
  });

  it('are sorted by any column, and limited', async () => {
    await append(
      event(at(1), 'a', { urlPath: '/a' }),
      event(at(1), 'b', { urlPath: '/b' }),
      event(at(2), 'b', { urlPath: '/b' }),
      event(at(1), 'c', { urlPath: '/B' }),
    );
    const groupBy = [{ column: 'urlPath' }] as const;
    const order = { by: { column: 'eventsCount' }, direction: 'desc' } as const;
    expect(await aggregate({ groupBy, order })).to.deep.equal([
      ['/b', 2],
      ['/B', 1],
      ['/a', 1],
    ]);
    expect(await aggregate({ groupBy, order, limit: 1 })).to.deep.equal([['/b', 2]]);
  });

  it('are counted by rating', async () => {
    const rated = (rating: string) => event(at(1), 'a', { eventPageFeedbackRating: rating }, 'page_post_feedback');
    const ratedAnswer = (rating: number) => event(at(1), 'a', { eventAskResponseRating: rating }, 'ask_rate_response');
    await append(rated('good'), rated('good'), rated('bad'), ratedAnswer(-1));
    const select = [{ column: 'pageFeedbackRating' }, { column: 'askResponseRating' }] as const;
    expect(await aggregate({ select })).to.deep.equal([
      [
        { ok: 0, good: 2, bad: 1 },
        { positive: 0, negative: 1 },
      ],
    ]);
  });

  it('list the feedback of agents, the latest first, in pages', async () => {
    const feedback = (day: number) => event(at(day), 'a', { agentFeedback: { id: String(day) } }, 'agent_feedback');
    await append(feedback(1), event(at(2), 'a'), feedback(2), feedback(3));
    const list = (since: string, limit: number, after?: string) =>
      persistence.siteEvents.listFeedback(siteId, since, { limit, ...(after !== undefined && { after }) });
    const first = await list(at(2), 1);
    expect([first.items, first.count]).to.deep.equal([[feedback(3)], 2]);
    const second = await list(at(2), 1, first.next);
    expect([second.items, second.next]).to.deep.equal([[feedback(2)], undefined]);
    expect((await persistence.siteEvents.listFeedback(persistence.next(), NEVER, { limit: 9 })).items).to.deep.equal(
      [],
    );
  });

  it('are forgotten after their time, and dropped for a site that does not exist', async () => {
    await append(event(at(1), 'a'), event(at(2), 'a'));
    expect(await persistence.siteEvents.append(siteId, [event(at(3), 'a')], at(2))).to.equal(1);
    expect(await aggregate({})).to.deep.equal([[2]]);
    expect(await persistence.siteEvents.purge(at(3))).to.equal(false);
    expect(await aggregate({})).to.deep.equal([[1]]);
    expect(await persistence.siteEvents.append(persistence.next(), [event(at(3), 'a')], NEVER)).to.equal(0);
    expect(await aggregate({})).to.deep.equal([[1]]);
  });
}
