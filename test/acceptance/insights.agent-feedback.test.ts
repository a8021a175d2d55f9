import { expect } from 'chai';
import pg from 'pg';
import { Tokens } from '../../src/composition/tokens.ts';
import { onEveryBackend } from '../support/backends.ts';
import { GUIDE, publish } from '../support/sites/published-site.ts';
import { visitorEvent } from '../support/routes/places.ts';
import { DAY_MS, TimeTravel } from '../support/time-travel.ts';
import { until } from '../support/until.ts';
import { apiOf, must, World, type Api } from '../support/world.ts';

/** Statements that wait for a lock of another transaction. */
const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

onEveryBackend('feedback of agents', (backend) => {
  let time: TimeTravel;
  let world: World;
  let site: any;
  let base: string;
  before(async () => (time = await TimeTravel.start(backend)));
  beforeEach(async () => {
    world = await World.create(time.instance);
    ({ site, api: base } = await publish(world, [GUIDE]));
  });
  const FEEDBACK = {
    reportedBy: { model: 'model-1', userAgent: 'claude-code/1.2.3', onDemand: true },
    subject: { kind: 'documentation', url: 'https://docs.example.com/start?token=secret#top' },
    feedback: { category: 'documentation', severity: 'high', summary: 'A step is missing', metrics: { callCount: 2 } },
  };
  const submit = (body: object = {}, by: Api = world.admin.api) =>
    by.post(`${base}/agents/feedback`, { ...FEEDBACK, ...body });
  const list = async (): Promise<any> => must(await world.admin.api.get(`${base}/agents/feedback`), 200);
  const visitor = async (): Promise<Api> =>
    apiOf(
      time.instance,
      must(await apiOf(time.instance).post('/v1/urls/published', { url: site.urls.published }), 200).apiToken,
    );

  describe('submitAgentFeedbackToSite', () => {
    it('stores the feedback without the query of its URL, and answers with its ID and a message', async () => {
      const { id, result } = must(await submit(), 201);
      expect(result).to.match(/stored/);
      const { items, count } = await list();
      expect(count).to.equal(1);
      expect(items[0]).to.deep.equal({
        object: 'agent-feedback',
        id,
        hour: items[0].hour,
        ...FEEDBACK,
        subject: { kind: 'documentation', url: 'https://docs.example.com/start' },
      });
    });
    it('is listed without the events of this type that clients report, which have no text', async () => {
      must(await submit(), 201);
      const events = [visitorEvent({ type: 'agent_feedback' }, { siteUrl: 'https://docs.example.com/' })];
      must(await world.admin.api.post(`${base}/insights/events`, { events }), 204);
      const { items, count } = await list();
      expect([items.length, count]).to.deep.equal([1, 1]);
    });
    it('is open to visitors with a content token of the site, and refused to read-only API tokens', async () => {
      must(await submit({ subject: { kind: 'mcp-tool', toolName: 'search' } }, await visitor()), 201);
      must(await submit({}, await world.readOnly(world.admin)), 403);
    });
    it('returns 404 when the site is deleted at the same time', async () => {
      const { siteEvents } = time.instance.container.get(Tokens.Services);
      const { append } = siteEvents;
      siteEvents.append = async (...values) => {
        siteEvents.append = append;
        must(await world.admin.api.delete(base), 205);
        return siteEvents.append(...values);
      };
      must(await submit(), 404);
      if (time.database === undefined) return;

      const other = await publish(world, [GUIDE]);
      const client = new pg.Client({ connectionString: time.database });
      await client.connect();
      await client.query('BEGIN');
      await client.query('DELETE FROM sites WHERE id = $1', [other.site.id]);
      const answer = world.admin.api.post(`${other.api}/agents/feedback`, FEEDBACK);
      await until(async () => (await client.query(WAITING)).rows.length > 0);
      await client.query('COMMIT');
      await client.end();
      must(await answer, 404);
    });
    it('is counted with the events of the site', async () => {
      must(await submit(), 201);
      must(await submit({}, (await world.member('read')).api), 201);
      const { columns } = must(
        await world.admin.api.post(`${base}/insights/events/aggregate`, {
          range: 'last7Days',
          select: [{ column: 'eventsCount' }, { column: 'visitorsCount' }],
          where: [{ column: 'eventType', values: ['agent_feedback'] }],
          groupBy: [{ column: 'url' }],
        }),
        200,
      );
      expect(columns.map(({ values }: any) => values[0])).to.deep.equal([2, 2, 'https://docs.example.com/start']);
    });
    it('refuses other subjects and long texts, naming the field', async () => {
      const issue = async (body: object): Promise<string> => must(await submit(body), 400).error.issues[0].path;
      expect(await issue({ subject: { kind: 'person' } })).to.equal('subject.kind');
      expect(await issue({ feedback: { category: 'usability', summary: '' } })).to.equal('feedback.summary');
      expect(await issue({ feedback: { category: 'usability', summary: 'x'.repeat(257) } })).to.equal(
        'feedback.summary',
      );
    });
  });

  describe('submitSiteAgentFeedback', () => {
    it('stores feedback about a page, whose long text becomes the detail', async () => {
      const long = 'Outdated. '.repeat(40);
      const body = { url: 'https://docs.example.com/start', spaceId: 'S1', pageId: 'P1', source: 'mcp' };
      must(await (await visitor()).post(`${base}/agent-feedback`, { ...body, feedback: long, goal: 'Install' }), 204);
      const [item] = (await list()).items;
      expect(item.subject).to.deep.equal({ kind: 'documentation', url: body.url, space: 'S1', page: 'P1' });
      expect(item.feedback).to.deep.equal({
        category: 'documentation',
        summary: long.slice(0, 256),
        detail: long,
        goal: 'Install',
      });
      expect(item.source).to.equal('mcp');
    });
  });

  describe('listSiteAgentFeedback', () => {
    it('is for those who may manage the site, and forgets feedback with the events', async () => {
      must(await submit(), 201);
      const reader = await world.member('edit');
      must(await reader.api.get(`${base}/agents/feedback`), 403);
      must(await (await visitor()).get(`${base}/agents/feedback`), 403);
      time.later(366 * DAY_MS);
      expect((await list()).items).to.deep.equal([]);
    });
  });

  describe('listSiteVisitorSegments', () => {
    it('tells authenticated visitors from anonymous ones, without claims', async () => {
      const event = (visitorId: string, session: object = {}) => ({
        type: 'page_view',
        session: { visitorId, sessionId: '1', userAgent: '', language: null, referrer: null, ...session },
        location: {
          url: 'https://docs.example.com/',
          siteSection: null,
          siteSpace: null,
          siteShareKey: null,
          space: null,
          revision: null,
          page: null,
        },
      });
      const segments = async (): Promise<any> =>
        must(await world.admin.api.get(`${base}/insights/visitor-segments`), 200).items;
      expect(await segments()).to.deep.equal([]);
      const events = [event('a'), event('a'), event('b'), event('c', { visitorAuthClaims: { plan: 'pro' } })];
      must(await world.admin.api.post(`${base}/insights/events`, { events }), 204);
      must(await submit(), 201);
      expect(await segments()).to.deep.equal([
        { title: 'Anonymous visitors', claims: {}, events: 3, visitors: 2, sessions: 2 },
        { title: 'Authenticated visitors', claims: {}, events: 1, visitors: 1, sessions: 1 },
      ]);
    });
  });
});
