import { expect } from 'chai';
import { audienceSite, shareLink } from '../../support/sites/audience.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { send, serve } from '../../support/http-server.ts';
import { publish } from '../../support/sites/published-site.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);
const HOME = {
  pages: [{ title: 'Home', markdown: '[Next](next.md) ![picture](/files/{file:a.txt})' }, { title: 'Next' }],
  files: [{ name: 'a.txt', bytes: 'words' }],
};

onEveryBackend('share links', (backend) => {
  let time: TimeTravel;
  let world: World;
  let web: Api;
  before(async () => {
    time = await TimeTravel.start(backend, { TRUST_PROXY: '1' });
    world = await World.create(time.instance);
    web = apiOf(time.instance);
  });
  const shared = () => publish(world, [HOME], { visibility: 'share-link' });

  describe('createSiteShareLink', () => {
    it('can create a link that is not active yet', async () => {
      const { api } = await shared();
      const made = must(await world.admin.api.post(`${api}/share-links`, { name: 'Later', active: false }), 201);
      expect(made).to.deep.include({ active: false, urls: {} });
      const activated = must(await world.admin.api.patch(`${api}/share-links/${made.id}`, { active: true }), 200);
      expect(activated.urls.published).to.be.a('string');
    });

    it('creates, lists, renames, disables, enables and deletes share links through the official client', async () => {
      const { site, api } = await shared();
      const { client } = world.admin;
      const { data: first, status } = await client.orgs.createSiteShareLink(world.organizationId, site.id, {
        name: '',
      });
      expect(status).to.equal(201);
      expect(first)
        .to.have.all.keys('object', 'id', 'name', 'active', 'createdAt', 'urls')
        .and.to.include({ object: 'share-link', name: '', active: true, createdAt: time.now });
      const { data: second } = await client.orgs.createSiteShareLink(world.organizationId, site.id, {
        name: 'n'.repeat(50),
      });
      const { data: page } = await client.orgs.listSiteShareLinks(world.organizationId, site.id, { limit: 1 });
      expect([page.items, page.count]).to.deep.equal([[first], 2]);
      expect(
        (await client.orgs.listSiteShareLinks(world.organizationId, site.id, { page: page.next.page })).data.items,
      ).to.deep.equal([second]);

      const { data: off } = await client.orgs.updateSiteShareLinkById(world.organizationId, site.id, first.id, {
        active: false,
      });
      expect(off).to.deep.equal({ ...first, active: false, urls: {} });
      expect(
        (
          await client.orgs.updateSiteShareLinkById(world.organizationId, site.id, first.id, {
            name: 'Again',
            active: true,
          })
        ).data,
      ).to.deep.equal({ ...first, name: 'Again' });
      for (const expected of [205, 204])
        expect((await client.orgs.deleteSiteShareLinkById(world.organizationId, site.id, second.id)).status).to.equal(
          expected,
        );
      must(await world.admin.api.delete(`${api}/share-links/${UNKNOWN}`), 204);
      must(await world.admin.api.patch(`${api}/share-links/${second.id}`, { active: true }), 404);
      for (const [body, field] of [
        [{}, 'name'],
        [{ name: 'n'.repeat(51) }, 'name'],
        [{ name: 7 }, 'name'],
      ] as const)
        expect(must(await world.admin.api.post(`${api}/share-links`, body), 400).error.issues[0].path).to.equal(field);
      must(await world.admin.api.patch(`${api}/share-links/${first.id}`, {}), 400);
      must(await world.admin.api.patch(`${api}/share-links/${first.id}`, { active: 'yes' }), 400);
    });

    it('[A17] makes keys of at least 128 random bits, and stores nothing that opens the site', async () => {
      const site = await shared();
      const keys = await Promise.all(
        Array.from({ length: 3 }, async (_, i) => (await shareLink(world, site, `${i}`)).key),
      );
      expect(new Set(keys).size).to.equal(3);
      for (const key of keys) expect(Buffer.from(key.slice(3), 'base64url')).to.have.lengthOf.at.least(16);
      const events = must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?limit=100`), 200);
      expect(keys.filter((key) => JSON.stringify(events).includes(key))).to.deep.equal([]);
    });

    it('limits the share links of a site, also when several are created at once', async function () {
      const { api } = await shared();
      for (let n = 0; n < 98; n++) must(await world.admin.api.post(`${api}/share-links`, { name: `${n}` }), 201);
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => world.admin.api.post(`${api}/share-links`, { name: 'late' })),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 201, 409, 409]);
      expect(must(await world.admin.api.get(`${api}/share-links?limit=0`), 200).count).to.equal(100);
    });
  });

  it('[A23] open the site below an address that all its links keep and no other site receives', async () => {
    const site = await shared();
    const { at, key } = await shareLink(world, site);
    const home = await web.get(at);
    const html = must(home, 200);
    expect(
      Object.fromEntries(
        ['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => [name, home.headers.get(name)]),
      ),
    ).to.deep.equal({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    const links = [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, href]) => href as string);
    expect(links).to.have.lengthOf.at.least(4);
    for (const link of links) {
      expect(link).to.match(new RegExp(`^${at}`));
      const answer = await web.get(link);
      must(answer, 200);
      expect(answer.headers.get('cache-control'), link).to.match(/^private/);
    }
    expect((await web.get(at.slice(0, -1))).headers.get('location')).to.equal(at);
    // Odd spellings are not kept by anybody either.
    for (const path of [
      `${at}next;x.css`,
      `${at}%2Fx.css`,
      `${at}private/x.css`,
      `${at}next%2f..%2fx.css`,
      `/sites/x/~quire/s/${key}/`,
    ])
      expect((await web.get(path)).headers.get('cache-control'), path).to.match(/no-store/);
  });

  describe('listSiteShareLinks', () => {
    it('shows the address of a link only while the link opens something', async () => {
      const site = await shared();
      const { id, at } = await shareLink(world, site);
      const link = async () => must(await world.admin.api.get(`${site.api}/share-links`), 200).items[0];
      expect(new URL((await link()).urls.published).pathname).to.equal(at);
      must(await world.admin.api.patch(site.api, { visibility: 'public' }), 200);
      expect((await link()).urls).to.deep.equal({});
      must(await world.admin.api.patch(site.api, { visibility: 'share-link' }), 200);
      must(await world.admin.api.post(`${site.api}/unpublish`), 200);
      expect((await link()).urls).to.deep.equal({});
      must(await web.get(at), 404);
      must(await world.admin.api.post(`${site.api}/publish`), 200);
      must(await web.get(at), 200);
      must(await world.admin.api.patch(`${site.api}/share-links/${id}`, { active: false }), 200);
      must(await web.get(at), 404);
      must(await world.admin.api.patch(`${site.api}/share-links/${id}`, { active: true }), 200);
      must(await world.admin.api.delete(site.api), 205);
      must(await web.get(at), 404);
    });
  });

  describe('getSiteStructure', () => {
    it('fills the share key into addresses, as every read of structure and spaces does', async () => {
      const site = await audienceSite(world, 'share-link');
      const { key, at } = await shareLink(world, site);
      const reader = await world.member('read');
      const urls = async (query: string) => {
        const [structure, spaces, sections] = await Promise.all(
          ['structure', 'site-spaces', 'sections'].map(async (part) =>
            must(await reader.api.get(`${site.api}/${part}${query}`), 200),
          ),
        );
        return [structure.structure[0], structure.structure[0].siteSpaces[0], spaces.items[0], sections.items[0]].map(
          (one) => one.urls.published && new URL(one.urls.published).pathname,
        );
      };
      expect(await urls(`?shareKey=${key}`)).to.deep.equal([at, at, at, at]);
      for (const query of ['', '?shareKey=', `?shareKey=${key}x`, `?shareKey=${'k'.repeat(512)}`])
        expect(await urls(query), query).to.deep.equal([undefined, undefined, undefined, undefined]);
      must(await reader.api.get(`${site.api}/structure?shareKey=${'k'.repeat(513)}`), 400);

      const { space } = must(await reader.api.get(`${site.api}/site-spaces`), 200).items[0];
      const ofSpace = async (query: string) =>
        must(await reader.api.get(`/v1/spaces/${space.id}${query}`), 200).urls.published;
      expect(new URL(await ofSpace(`?shareKey=${key}`)).pathname).to.equal(at);
      for (const query of ['', '?shareKey=', `?shareKey=${key}x`])
        expect(await ofSpace(query), query).to.equal(undefined);
      const otherSpace = await world.space();
      expect(
        must(await world.admin.api.get(`/v1/spaces/${otherSpace.id}?shareKey=${key}`), 200).urls.published,
      ).to.equal(undefined);
      must(await world.admin.api.patch(site.api, { visibility: 'public' }), 200);
      expect(await ofSpace(`?shareKey=${key}`)).to.equal(undefined);
    });
  });

  it('are not written to the log, nor are tokens, however the address continues', async () => {
    const server = await serve(ROUTES);
    const secret = `ql_${'s'.repeat(32)}`;
    const paths = [
      `/sites/docs/~quire/s/${secret}/`,
      `/sites/docs/%7equire/s/${secret}`,
      `/sites/docs/~quire/s/${secret}/a%2Fb`,
      `/sites/docs/~quire/preview/${secret}/guide`,
      `/sites//~quire/s/${secret}/`,
      `/sites/docs/guide?jwt_token=${secret}`,
    ];
    for (const path of [...paths, '/sites/docs/~quire/files/A/B']) await send(server.url, { path });
    expect(server.logged().match(/"request"/g)).to.have.length(paths.length + 1);
    expect(server.logged()).to.include('/sites/docs/~quire/files/A/B').and.to.not.include(secret);
  });

  it('[A17] limit guesses of one network, while others continue', async () => {
    const site = await shared();
    const { at, key } = await shareLink(world, site);
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const wrong = at.replace(key, `${key.slice(0, -2)}__`);
    for (let n = 0; n < 61; n++) must(await web.get(wrong, from('198.51.100.7')), 404);
    const refused = await web.get(at, from('198.51.100.7'));
    expect(refused.body, 'like a site that there is not').to.equal(must(await web.get('/sites/none/'), 404));
    must(refused, 404);
    must(await web.get(at, from('198.51.100.8')), 200);
    time.later(60_000);
    must(await web.get(at, from('198.51.100.7')), 200);
  });

  describe('deleteSiteShareLinkById', () => {
    it('closes the address of the link, and answers 204 the second time', async () => {
      const { api } = await shared();
      const link = must(await world.admin.api.post(`${api}/share-links`, { name: 'Friends' }), 201);
      const { pathname } = new URL(link.urls.published);
      must(await web.get(pathname), 200);
      must(await (await world.member('read')).api.delete(`${api}/share-links/${link.id}`), 403);
      for (const status of [205, 204])
        expect((await world.admin.api.delete(`${api}/share-links/${link.id}`)).status).to.equal(status);
      must(await web.get(pathname), 404);
      expect(must(await world.admin.api.get(`${api}/share-links`), 200).items).to.deep.equal([]);
    });
  });
});
