import { expect } from 'chai';
import { Tokens } from '../../src/composition/tokens.ts';
import { onEveryBackend } from '../support/backends.ts';
import { shareLink } from '../support/sites/audience.ts';
import { CUSTOMIZATION } from '../support/sites/customizations.ts';
import { GUIDE, publish, type PublishedSite } from '../support/sites/published-site.ts';
import { DAY_MS, TimeTravel } from '../support/time-travel.ts';
import { must, World } from '../support/world.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const LOOK = { ...CUSTOMIZATION, insights: { trackingCookie: false } };

onEveryBackend('figures of readers of sites', (backend) => {
  let time: TimeTravel;
  let world: World;
  let made: PublishedSite;
  before(async () => (time = await TimeTravel.start(backend)));
  beforeEach(async () => {
    world = await World.create(time.instance);
    made = await publish(world, [GUIDE]);
    must(await world.admin.api.put(`${made.api}/customization`, LOOK), 200);
  });

  /** Requests a path of the site as a browser does. */
  const visit = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
    const response = await fetch(`${time.instance.url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { 'user-agent': FIREFOX, 'accept-language': 'de-AT,de;q=0.9', ...headers },
    });
    await response.text();
    return response;
  };
  const submit = (fields: Record<string, string>, headers: Record<string, string> = {}, page = 'Welcome') =>
    visit(
      `${made.at}/~quire/feedback/${siteSpaceId}/${made.filledSpaces[0]!.pages[page]}`,
      { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
      { method: 'POST', body: new URLSearchParams(fields).toString() },
    );
  let siteSpaceId: string;
  beforeEach(async () => {
    [{ id: siteSpaceId }] = must(await world.admin.api.get(`${made.api}/site-spaces`), 200).items;
  });
  const figures = async (name: string): Promise<any[]> => {
    await time.instance.container.get(Tokens.ReadingFigures).flush();
    return must(await world.admin.api.get(`${made.api}/insights/${name}`), 200).items;
  };
  const today = (): string => `${time.now.slice(0, 10)}T00:00:00.000Z`;

  describe('getSitePageViews', () => {
    it('counts views and visitors of each page by day, the most viewed first', async () => {
      for (const agent of [FIREFOX, FIREFOX, CHROME]) await visit(`${made.at}/guides/install`, { 'user-agent': agent });
      await visit(`${made.at}/`);
      const page = (title: string, path: string) => ({
        path: `${made.at}/${path}`,
        space: made.spaces[0].id,
        page: made.filledSpaces[0]!.pages[title],
      });
      expect(await figures('views')).to.deep.equal([
        { at: today(), ...page('Install', 'guides/install'), views: 3, visitors: 2 },
        { at: today(), ...page('Welcome', ''), views: 1, visitors: 1 },
      ]);
      time.later(DAY_MS);
      await visit(`${made.at}/`);
      expect((await figures('views')).map(({ at, views }) => [at, views])).to.deep.include([today(), 1]);
      expect(await figures('views?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z')).to.deep.equal([]);
    });
    it('leaves out robots, prefetched pages, HEAD requests and readers who ask not to be counted', async () => {
      for (const headers of [
        { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
        { 'user-agent': 'curl/8.0' },
        { 'sec-purpose': 'prefetch;prerender' },
        { 'sec-gpc': '1' },
        { dnt: '1' },
      ] as Record<string, string>[])
        await visit(`${made.at}/`, headers);
      await visit(`${made.at}/`, {}, { method: 'HEAD' });
      expect(await figures('views')).to.deep.equal([]);
    });
    it('sets no cookie and stores no key of a share link', async () => {
      must(await world.admin.api.patch(made.api, { visibility: 'share-link' }), 200);
      const { at, key } = await shareLink(world, made);
      const response = await visit(`${at}guides/install`, { referer: `${time.instance.url}${at}` });
      expect(response.status).to.equal(200);
      expect(response.headers.get('set-cookie')).to.equal(null);
      const [view] = await figures('views');
      expect(view.path).to.equal(`${made.at}/guides/install`);
      const columns = must(
        await world.admin.api.post(`${made.api}/insights/events/aggregate`, {
          range: 'last7Days',
          groupBy: ['url', 'referrer', 'visitorLanguage', 'visitorBrowser'].map((column) => ({ column })),
        }),
        200,
      ).columns;
      expect(JSON.stringify(columns)).not.to.include(key);
      expect(columns.slice(2, 4).map(({ values }: any) => values)).to.deep.equal([['de-AT'], ['firefox']]);
    });
    it('counts nothing where the customization turns insights off', async () => {
      must(
        await world.admin.api.put(`${made.api}/customization`, {
          ...LOOK,
          insights: { trackingCookie: false, enabled: false },
        }),
        200,
      );
      await visit(`${made.at}/`);
      expect(await figures('views')).to.deep.equal([]);
      must(
        await world.admin.api.put(`${made.api}/customization`, { ...LOOK, insights: { trackingCookie: true } }),
        400,
      );
    });
    it('takes limits from 1 to 1000, written in digits', async () => {
      const statusAt = async (limit: string) =>
        (await world.admin.api.get(`${made.api}/insights/views?limit=${encodeURIComponent(limit)}`)).status;
      for (const limit of ['1', '1000']) expect(await statusAt(limit), limit).to.equal(200);
      for (const limit of ['0', '1001', '1e2', '0x10', ' 5', '+5', ''])
        expect(await statusAt(limit), limit).to.equal(400);
    });

    it('refuses a range that ends before it begins', async () => {
      const range = 'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z';
      expect(must(await world.admin.api.get(`${made.api}/insights/views?${range}`), 400).error.issues[0].path).to.equal(
        'to',
      );
    });

    it('accepts ranges in the years 0001 to 9999, and no others', async () => {
      const statusAt = async (range: string): Promise<number> =>
        (await world.admin.api.get(`${made.api}/insights/views?${range}`)).status;
      for (const range of ['from=0001-01-01T00:00:00Z', 'to=0001-01-01T00:00:00Z', 'to=9999-12-31T23:59:59Z'])
        expect(await statusAt(range), range).to.equal(200);
      for (const range of [
        'from=0000-12-31T23:59:59Z',
        'to=0001-01-01T00:00:00%2B01:00',
        'to=9999-12-31T23:59:59-01:00',
      ])
        expect(await statusAt(range), range).to.equal(400);
    });
  });

  describe('getSiteSearches', () => {
    it('counts searches, and those that found nothing', async () => {
      for (const query of ['reader', 'reader', 'unheardofword', '']) await visit(`${made.at}/~quire/search?q=${query}`);
      expect((await figures('searches')).map(({ query, searches }) => [query, searches])).to.deep.equal([
        ['reader', 2],
        ['unheardofword', 1],
      ]);
      expect((await figures('searches?withoutResults=true')).map(({ query }) => query)).to.deep.equal([
        'unheardofword',
      ]);
    });
    it('counts the searches of a reader who types once, with the last text', async () => {
      const type = (query: string, agent = FIREFOX) =>
        visit(`${made.at}/~quire/search.json?q=${query}`, { 'user-agent': agent });
      for (const query of ['re', 'reade', 'read', 'Reader']) await type(query);
      await type('rea', CHROME);
      await visit(`${made.at}/~quire/search?q=reader`);
      for (const query of ['wel', 'welcome', 'inst', 'instal']) await type(query);
      time.later(5_000);
      await type('install');
      const counts = (await figures('searches')).map(({ query, searches }) => `${query} ${searches}`);
      expect(counts.sort()).to.deep.equal(['instal 1', 'install 1', 'rea 1', 'reader 1', 'welcome 1']);
    });
  });

  describe('getSitePageFeedback', () => {
    it('counts the ratings that readers send with the form of a page', async () => {
      const answer = await submit({ rating: 'good' });
      expect(answer.status).to.equal(303);
      expect(answer.headers.get('location')).to.equal(`${made.at}/#quire-feedback-thanks`);
      await submit({ rating: 'bad' });
      await submit({ rating: 'bad', comment: 'Steps are missing' });
      const [{ good, ok, bad, page }, ...more] = await figures('feedback');
      expect([good, ok, bad, page]).to.deep.equal([1, 0, 2, made.filledSpaces[0]!.pages['Welcome']]);
      expect(more).to.deep.equal([]);
    });
    it('[A60] refuses forms of other websites', async () => {
      expect((await submit({ rating: 'good' }, { 'sec-fetch-site': 'cross-site' })).status).to.equal(403);
      const bare = { 'sec-fetch-site': '', origin: 'https://evil.example' };
      expect((await submit({ rating: 'good' }, bare)).status).to.equal(403);
      expect((await submit({ rating: 'good' }, { 'sec-fetch-site': '', origin: 'null' })).status).to.equal(403);
      expect(await figures('feedback')).to.deep.equal([]);
    });
    it('[A14] gives 404 for pages that the reader does not see, and where feedback is off', async () => {
      expect((await submit({ rating: 'good' }, {}, 'Secret')).status).to.equal(404);
      expect((await submit({ rating: 'good' }, {}, 'Guides')).status).to.equal(404);
      expect((await submit({ rating: 'good' })).status).to.equal(303);
      must(await world.admin.api.put(`${made.api}/customization`, { ...LOOK, feedback: { enabled: false } }), 200);
      expect((await submit({ rating: 'good' })).status).to.equal(404);
    });
    it('refuses other ratings and comments of more than 512 characters', async () => {
      expect((await submit({ rating: 'great' })).status).to.equal(400);
      expect((await submit({ rating: 'ok', comment: 'x'.repeat(512) })).status).to.equal(303);
      expect((await submit({ rating: 'ok', comment: 'x'.repeat(513) })).status).to.equal(400);
      expect((await visit(`${made.at}/`, {}, { method: 'POST' })).status).to.equal(405);
    });
  });

  describe('getSitePageComments', () => {
    it('counts a line break of a comment as one character, as the field for it does', async () => {
      const lines = Array.from({ length: 256 }, (_, index) => String(index % 10));
      expect((await submit({ rating: 'ok', comment: lines.join('\r\n') })).status).to.equal(303);
      expect((await submit({ rating: 'ok', comment: `${lines.join('\r\n')}\r\nxx` })).status).to.equal(400);
      expect((await figures('comments')).map(({ comment }) => comment)).to.include(lines.join('\n'));
    });

    it('returns the comments with their ratings', async () => {
      await submit({ rating: 'bad', comment: ' <b>Steps</b> are missing \ud83d\ude42 ' });
      expect((await figures('comments')).map(({ path, rating, comment }) => [path, rating, comment])).to.deep.equal([
        [`${made.at}/`, 'bad', '<b>Steps</b> are missing \ud83d\ude42'],
      ]);
    });
  });

  describe('getSiteBrokenLinks', () => {
    it('counts missing pages that pages of the site link to', async () => {
      const referer = `${time.instance.url}${made.at}/guides/install`;
      await visit(`${made.at}/gone/page`, { referer });
      await visit(`${made.at}/gone/page`, { referer });
      await visit(`${made.at}/typed-by-hand`);
      await visit(`${made.at}/elsewhere`, { referer: 'https://other.example/' });
      const links = await figures('broken-links');
      expect(links).to.deep.equal([{ at: today(), path: `${made.at}/gone/page`, from: referer, count: 2 }]);
    });

    it('counts them behind a proxy too', async () => {
      must(await world.admin.api.patch(made.api, { proxy: 'www.example.org/docs/guide' }), 200);
      const referer = 'https://www.example.org/docs/guide/guides/install';
      await visit(`/proxied/${made.site.id}/gone`, { referer });
      const links = await figures('broken-links');
      expect(links).to.deep.equal([{ at: today(), path: '/docs/guide/gone', from: referer, count: 1 }]);
    });
  });
});
