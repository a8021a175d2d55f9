import { expect } from 'chai';
import { MAX_EVENTS } from '../../src/domain/insights/site-event.ts';
import { onEveryBackend } from '../support/backends.ts';
import { GUIDE, publish } from '../support/sites/published-site.ts';
import { DAY_MS, TimeTravel } from '../support/time-travel.ts';
import { apiOf, must, World, type Api } from '../support/world.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

onEveryBackend('insights', (backend) => {
  let time: TimeTravel;
  let world: World;
  let events: string;
  let siteUrl: string;
  before(async () => (time = await TimeTravel.start(backend)));
  beforeEach(async () => {
    world = await World.create(time.instance);
    const { site, api } = await publish(world, [GUIDE]);
    siteUrl = site.urls.published;
    events = `${api}/insights/events`;
  });
  const view = (of: { session?: object; location?: object; [member: string]: unknown } = {}) => ({
    type: 'page_view',
    ...of,
    session: {
      visitorId: 'visitor-1',
      sessionId: 'session-1',
      cookies: { name: 'value' },
      ip: '203.0.113.7',
      userAgent: FIREFOX,
      language: 'en',
      referrer: 'https://search.example/find?q=me',
      ...of.session,
    },
    location: {
      url: `${siteUrl}start?utm_source=mail&token=secret#top`,
      siteSection: null,
      siteSpace: null,
      siteShareKey: null,
      space: null,
      revision: null,
      page: null,
      ...of.location,
    },
  });
  const track = (list: readonly object[], api: Api = world.admin.api) => api.post(events, { events: list });
  const aggregate = async (body: object): Promise<any[]> =>
    must(await world.admin.api.post(`${events}/aggregate`, { range: 'last7Days', ...body }), 200).columns;
  const issues = async (answer: ReturnType<Api['post']>): Promise<string[]> =>
    must(await answer, 400).error.issues.map(({ path }: any) => path);

  describe('trackEventsInSiteById', () => {
    it('stores events without addresses, cookies and queries of URLs', async () => {
      must(await track([view()]), 204);
      const names = ['url', 'referrer', 'referrerDomain', 'utmSource', 'visitorBrowser', 'visitorOS', 'visitorDevice'];
      const columns = await aggregate({ select: names.map((column) => ({ column })) });
      expect(Object.fromEntries(columns.map(({ column, values }) => [column, values]))).to.deep.equal({
        url: [`${siteUrl}start`],
        referrer: ['https://search.example/find'],
        referrerDomain: ['search.example'],
        utmSource: ['mail'],
        visitorBrowser: ['firefox'],
        visitorOS: ['linux'],
        visitorDevice: ['desktop'],
      });
    });
    it('is open to visitors with a content token of the site', async () => {
      const token = must(await apiOf(time.instance).post('/v1/urls/published', { url: siteUrl }), 200).apiToken;
      must(await track([view()], apiOf(time.instance, token)), 204);
      const columns = await aggregate({ select: [{ column: 'visitorsCount' }] });
      expect(columns).to.deep.equal([{ column: 'visitorsCount', values: [1] }]);
      must(await apiOf(time.instance, token).post(`${events}/aggregate`, { range: 'last7Days' }), 403);
    });
    it('is refused to read-only API tokens', async () => {
      must(await track([view()], await world.readOnly(world.admin)), 403);
    });
    it(`accepts 1 to ${MAX_EVENTS} events`, async () => {
      must(await track(Array.from({ length: MAX_EVENTS }, () => view())), 204);
      expect(await issues(track(Array.from({ length: MAX_EVENTS + 1 }, () => view())))).to.deep.equal(['events']);
      expect(await issues(track([]))).to.deep.equal(['events']);
    });
    it('accepts times within five minutes of now', async () => {
      const shifted = (ms: number) => view({ timestamp: new Date(Date.parse(time.now) + ms).toISOString() });
      must(await track([shifted(-300_000), shifted(300_000)]), 204);
      for (const ms of [-300_001, 300_001])
        expect(await issues(track([view(), shifted(ms)]))).to.deep.equal(['events.1.timestamp']);
    });
    it('refuses events without the members of their type, naming the field', async () => {
      expect(await issues(track([view({ type: 'search_type_query' })]))).to.deep.equal(['events.0.query']);
      must(await track([view({ type: 'search_type_query', query: 'words' })]), 204);
    });
  });

  describe('aggregateSiteEvents', () => {
    it('counts events by day, as columns', async () => {
      must(await track([view(), view({ session: { sessionId: 'session-2' } })]), 204);
      const yesterday = time.now;
      time.later(DAY_MS);
      must(await track([view({ session: { visitorId: 'visitor-2' } })]), 204);
      const columns = await aggregate({
        select: [{ column: 'eventsCount' }, { column: 'sessionsCount' }, { column: 'visitorsCount' }],
        groupBy: [{ column: 'datetime', interval: 'day' }],
      });
      const day = (at: string): string => `${at.slice(0, 10)}T00:00:00.000Z`;
      expect(columns).to.deep.equal([
        { column: 'eventsCount', values: [2, 1] },
        { column: 'sessionsCount', values: [2, 1] },
        { column: 'visitorsCount', values: [1, 1] },
        { column: 'datetime', interval: 'day', values: [day(yesterday), day(time.now)] },
      ]);
    });
    it('refuses queries that it cannot answer, naming the field', async () => {
      const refused = (body: object) =>
        issues(world.admin.api.post(`${events}/aggregate`, { range: 'last7Days', ...body }));
      const select = [{ column: 'eventsCount' }];
      expect(await refused({ select: [] })).to.deep.equal(['select']);
      expect(await refused({ select, order: { by: { column: 'url' }, direction: 'asc' } })).to.deep.equal(['order.by']);
      expect(await refused({ select, range: { from: time.now, to: '2020-01-01T00:00:00Z' } })).to.deep.equal([
        'range.to',
      ]);
      expect(
        await refused({ select, where: [{ column: 'url', operator: 'greaterThan', values: ['a'] }] }),
      ).to.deep.equal(['where.0.operator']);
      for (const time of ['0000-12-31T23:59:59Z', '9999-12-31T23:59:59-01:00'])
        expect(
          await refused({ select, where: [{ column: 'datetime', operator: 'greaterThan', values: [time] }] }),
        ).to.deep.equal(['where.0.values.0']);
      expect(await refused({ select, limit: 1_001 })).to.deep.equal(['limit']);
    });
    it('is for members who can edit', async () => {
      const [reader, editor] = [await world.member('read'), await world.member('edit')];
      must(await reader.api.post(`${events}/aggregate`, { range: 'last7Days' }), 403);
      must(await editor.api.post(`${events}/aggregate`, { range: 'last7Days' }), 200);
    });
    it('forgets events after their time', async () => {
      must(await track([view()]), 204);
      const range = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
      time.later(364 * DAY_MS);
      expect(await aggregate({ range })).to.deep.equal([{ column: 'eventsCount', values: [1] }]);
      time.later(2 * DAY_MS);
      expect(await aggregate({ range })).to.deep.equal([{ column: 'eventsCount', values: [0] }]);
    });
  });
});
