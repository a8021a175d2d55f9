import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { GUIDE, publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { must, World, type Api } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('redirects of sites', (backend) => {
  let world: World;
  let client: any;
  let api: Api;
  let published: PublishedSite;
  let redirects: string;
  let parts: readonly any[];
  before(async () => {
    world = await World.create(await backend.instance());
    ({ client, api } = world.admin);
    published = await publish(world, [GUIDE, { pages: [{ title: 'Start' }, { title: 'Other' }] }], {
      titles: ['Guide', 'Second'],
    });
    redirects = `${published.api}/redirects`;
    parts = must(await api.get(`${published.api}/site-spaces`), 200).items;
  });
  const path = () => `/${randomBytes(6).toString('hex')}`;
  const pageId = (title: string): string => (published.filledSpaces[0]!.pages as Record<string, string>)[title]!;
  const issue = (body: any): string => body.error.issues[0].path;

  describe('createSiteRedirect', () => {
    it('creates, reads, changes and deletes redirects through the official client', async () => {
      const { organizationId: org } = world;
      const of = [org, published.site.id] as const;
      const source = path();
      const destination = { kind: 'site-page', siteSpaceId: parts[0].id, pageId: pageId('Install') };
      const { data: made, status } = await client.orgs.createSiteRedirect(...of, { source, destination });
      expect(status).to.equal(201);
      expect(made).to.deep.equal({
        object: 'site-redirect',
        id: made.id,
        source,
        destination,
        permanent: true,
        captureWildcard: false,
        draft: false,
        createdAt: made.createdAt,
      });
      expect(Date.now() - Date.parse(made.createdAt)).to.be.within(0, 60_000);
      const { data: found } = await client.orgs.getSiteRedirectBySource(...of, { source });
      expect(found).to.deep.equal({ redirect: made, target: `${published.site.urls.published}guides/install` });
      const { data: changed } = await client.orgs.updateSiteRedirectById(...of, made.id, {
        destination: { kind: 'site-space', siteSpaceId: parts[1].id },
      });
      expect(changed).to.deep.equal({
        ...made,
        destination: { kind: 'site-space', siteSpaceId: parts[1].id },
        updatedAt: changed.updatedAt,
      });
      expect(changed.updatedAt >= made.createdAt).to.equal(true);
      expect((await client.orgs.getSiteRedirectBySource(...of, { source })).data.target).to.equal(
        `${published.site.urls.published}second`,
      );
      expect((await client.orgs.listSiteRedirects(...of)).data.items).to.deep.include(changed);
      expect((await client.orgs.deleteSiteRedirectById(...of, made.id)).status).to.equal(205);
      expect((await client.orgs.deleteSiteRedirectById(...of, made.id)).status).to.equal(204);
      must(await api.get(`${published.api}/redirect?source=${source}`), 404);
    });

    it('accepts each source once, however it is spelled', async () => {
      const name = randomBytes(6).toString('hex');
      const destination = { kind: 'external', url: 'https://example.com/' };
      const made = must(await api.post(redirects, { source: `/%61${name}`, destination }), 201);
      expect(made.source).to.equal(`/a${name}`);
      expect(must(await api.post(redirects, { source: `/a${name}`, destination }), 409).error.message).to.equal(
        'the site already has a redirect from this source',
      );
      const other = must(await api.post(redirects, { source: path(), destination }), 201);
      must(await api.patch(`${redirects}/${other.id}`, { source: `/a${name}` }), 409);
      must(await api.patch(`${redirects}/${made.id}`, { source: `/%61${name}` }), 200);
    });

    it('accepts sources that are possible paths of the site, within the length', async () => {
      const destination = { kind: 'external', url: 'https://example.com/' };
      for (const source of [
        '',
        'old',
        '/',
        '/a//b',
        '/a/../b',
        '/a%2Fb',
        '/~quire/x',
        '/a*b',
        'https://example.com/x',
        `/${'x'.repeat(512)}`,
      ])
        expect(issue(must(await api.post(redirects, { source, destination }), 400)), source).to.equal('source');
      const longest = `/${randomBytes(255).toString('hex')}x`;
      expect(longest).to.have.length(512);
      must(await api.post(redirects, { source: longest, destination }), 201);
    });

    it('[A31] accepts existing targets of the site and web addresses', async () => {
      const refused = async (destination: object, status: number, field?: string) => {
        const body = must(await api.post(redirects, { source: path(), destination }), status);
        if (field !== undefined) expect(issue(body)).to.equal(field);
      };
      for (const url of [
        'javascript:alert(1)',
        'JAVASCRIPT:alert(1)',
        'data:text/html,x',
        'mailto:a@example.com',
        '//example.com/',
        '/x',
        'ftp://example.com/x',
        'https://user:password@example.com/x',
        'https://user@example.com/x',
      ])
        await refused({ kind: 'external', url }, 400, 'destination.url');
      await refused({ kind: 'external', url: `${published.site.urls.published}anything` }, 400, 'destination.url');
      await refused(
        { kind: 'external', url: published.site.urls.published.replace(/\/$/, '') },
        400,
        'destination.url',
      );
      await refused({ kind: 'site-space', siteSpaceId: UNKNOWN }, 404);
      await refused({ kind: 'site-page', siteSpaceId: parts[1].id, pageId: pageId('Install') }, 404);
      await refused({ kind: 'site-page', siteSpaceId: parts[0].id, pageId: pageId('Elsewhere') }, 404);
      await refused({ kind: 'site-section', siteSectionId: UNKNOWN }, 404);
      await refused({ kind: 'path', spaceId: parts[0].space.id, path: 'no/such/page' }, 400, 'destination.path');
      await refused({ kind: 'elsewhere' }, 400);
      const made = must(
        await api.post(redirects, {
          source: path(),
          destination: { kind: 'path', spaceId: parts[0].space.id, path: '/guides/install' },
        }),
        201,
      );
      expect(made.destination).to.deep.equal({
        kind: 'site-page',
        siteSpaceId: parts[0].id,
        pageId: pageId('Install'),
      });
    });
  });

  describe('bulkUpsertSiteRedirects', () => {
    it('sets many redirects, each for itself, and replaces those with the same source', async () => {
      const [one, two] = [path(), path()];
      const external = (n: number) => ({ kind: 'external', url: `https://example.com/${n}` });
      const put = async (list: readonly object[], status = 200) =>
        must(await api.put(redirects, { redirects: list }), status);
      const first = await put([{ source: one, destination: external(1), permanent: false }]);
      expect(first.items.map(({ status }: any) => status)).to.deep.equal(['created']);
      const second = await put([
        { source: two, destination: external(2) },
        { source: one, destination: external(3) },
      ]);
      expect(
        second.items.map(({ status, redirect }: any) => [status, redirect.source, redirect.destination.url]),
      ).to.deep.equal([
        ['created', two, 'https://example.com/2'],
        ['updated', one, 'https://example.com/3'],
      ]);
      expect(second.items[1].redirect).to.include({ id: first.items[0].redirect.id, permanent: false });
      expect(second.results, 'in the form of newer clients').to.deep.equal(
        second.items.map(({ status, redirect: { source, draft, id } }: any) => ({ status, source, draft, id })),
      );

      const three = path();
      const unknown = path();
      const refused = (source: string, error: string) => ({ status: 'error', source, draft: false, error });
      const mixed = await put([
        { source: '/a b', destination: external(4) },
        { source: three, destination: external(5) },
        { source: three, destination: external(6) },
        { source: unknown, destination: { kind: 'site-space', siteSpaceId: UNKNOWN } },
        { source: unknown, destination: { kind: 'external', url: published.site.urls.published } },
      ]);
      expect(mixed.results).to.deep.equal([
        refused('/a b', 'source: must be a path such as /old/page, percent-encoded, that may end in *'),
        { status: 'created', source: three, draft: false, id: mixed.items[0].redirect.id },
        refused(three, 'source: is used twice'),
        refused(unknown, 'site space not found'),
        refused(unknown, 'destination.url: is inside the site; name the page, the space or the section instead'),
      ]);
      expect(mixed.items).to.have.length(1);
      expect(must(await api.get(`${published.api}/redirect?source=${three}`), 200).target).to.equal(external(5).url);
      must(await api.get(`${published.api}/redirect?source=${unknown}`), 404);
      expect(issue(await put([], 400))).to.equal('redirects');
      const many = (count: number) =>
        Array.from({ length: count }, () => ({ source: path(), destination: external(0) }));
      expect((await put(many(500))).items).to.have.length(500);
      expect(issue(await put(many(501), 400))).to.equal('redirects');
    });
  });

  describe('bulkUpsertSiteRedirects with intents', () => {
    const external = (name: string) => ({ kind: 'external', url: `https://example.com/${name}` });
    const put = async (list: readonly object[], status = 200) =>
      must(await api.put(redirects, { redirects: list }), status);
    const leadsTo = async (source: string): Promise<string> =>
      must(await api.get(`${published.api}/redirect?source=${source}`), 200).target;
    const found = async (source: string, query = ''): Promise<any[]> =>
      must(await api.get(`${redirects}?search=${source}${query}`), 200).items;

    it('keeps a draft beside the live redirect of the same source, and publishes it in its place', async () => {
      const source = path();
      const { results: made } = await put([
        { source, destination: external('live'), permanent: false },
        { source, intent: 'draft', destination: external('draft'), captureWildcard: true },
      ]);
      const [live, draft] = made;
      expect(made).to.deep.equal([
        { status: 'created', source, draft: false, id: live.id },
        { status: 'created', source, draft: true, id: draft.id },
      ]);
      expect(await leadsTo(source)).to.equal('https://example.com/live');
      const { results, items } = await put([{ source, intent: 'publish' }]);
      expect(results).to.deep.equal([{ status: 'published', source, draft: false, id: live.id }]);
      expect(items[0].redirect).to.include({ id: live.id, draft: false, permanent: true, captureWildcard: true });
      expect(await leadsTo(source)).to.equal('https://example.com/draft');
      expect((await found(source)).map(({ id }) => id)).to.deep.equal([live.id]);
      expect((await put([{ source, intent: 'publish' }])).results).to.deep.equal([
        { status: 'error', source, draft: true, error: 'source: has no draft to publish' },
      ]);
    });

    it('publishes a draft without a live redirect as that redirect', async () => {
      const source = path();
      const { results } = await put([{ source, intent: 'draft', destination: external('new') }]);
      expect((await put([{ source, intent: 'publish' }])).results).to.deep.equal([
        { status: 'published', source, draft: false, id: results[0].id },
      ]);
      expect(await leadsTo(source)).to.equal('https://example.com/new');
    });

    it('deletes the redirect that the intent names with a destination of null', async () => {
      const source = path();
      await put([
        { source, destination: external('live') },
        { source, intent: 'draft', destination: external('draft') },
      ]);
      const gone = { status: 'deleted', source, draft: true };
      for (const _ of ['there', 'gone'])
        expect(await put([{ source, intent: 'draft', destination: null }])).to.deep.equal({
          items: [],
          results: [gone],
        });
      expect(await leadsTo(source)).to.equal('https://example.com/live');
      await put([{ source, destination: null }]);
      must(await api.get(`${published.api}/redirect?source=${source}`), 404);
    });

    it('changes nothing when fields of one of the redirects exclude each other', async () => {
      const source = path();
      const refused = async (...list: object[]): Promise<string> =>
        issue(await put([{ source, destination: external('live') }, ...list], 400));
      const other = path();
      expect(await refused({ source: other, intent: 'publish', destination: null })).to.equal(
        'redirects.1.destination',
      );
      expect(await refused({ source: other, intent: 'publish', permanent: true })).to.equal('redirects.1.permanent');
      expect(await refused({ source: other, intent: 'draft' })).to.equal('redirects.1.destination');
      expect(await refused({ source: other, intent: 'live', draft: true, destination: null })).to.equal(
        'redirects.1.draft',
      );
      must(await api.get(`${published.api}/redirect?source=${source}`), 404);
    });

    it('are listed as drafts or live, by words of the source and in the order that is asked for', async () => {
      const common = path();
      const [b, a] = [`${common}/b`, `${common}/a`];
      await put([
        { source: b, destination: external('b') },
        { source: a, destination: external('a') },
        { source: a, draft: true, destination: external('a') },
      ]);
      await put([{ source: b, destination: external('c') }]);
      const listed = async (query: string) =>
        (await found(common.toUpperCase(), query)).map(({ source, draft }) => [source, draft]);
      expect(await listed('&draft=true')).to.deep.equal([[a, true]]);
      expect(await listed('&draft=false&orderBy=source')).to.deep.equal([
        [a, false],
        [b, false],
      ]);
      expect((await listed('&orderBy=updatedAt'))[0]).to.deep.equal([b, false]);
      const first = must(await api.get(`${redirects}?search=${common}&orderBy=source&limit=2`), 200);
      const rest = must(
        await api.get(`${redirects}?search=${common}&orderBy=source&limit=2&page=${first.next.page}`),
        200,
      );
      expect([...first.items, ...rest.items].map(({ source }: any) => source)).to.deep.equal([a, a, b]);
    });
  });

  describe('listSiteRedirects', () => {
    it('lists redirects page by page, without those whose target the caller may not see', async () => {
      const { api: at, site } = await publish(
        world,
        [{ pages: [{ title: 'Open' }] }, { pages: [{ title: 'Closed' }] }],
        {
          titles: ['Open', 'Closed'],
        },
      );
      const [open, closed] = must(await api.get(`${at}/site-spaces`), 200).items;
      must(await api.patch(`/v1/spaces/${closed.space.id}`, { defaultLevel: null }), 200);
      const to = async (siteSpaceId: string) =>
        must(
          await api.post(`${at}/redirects`, { source: path(), destination: { kind: 'site-space', siteSpaceId } }),
          201,
        );
      const [seen, unseen, more] = [await to(open.id), await to(closed.id), await to(open.id)];
      const { data } = await client.orgs.listSiteRedirects(world.organizationId, site.id, { limit: 2 });
      expect(data.count).to.equal(3);
      const { data: rest } = await client.orgs.listSiteRedirects(world.organizationId, site.id, {
        limit: 2,
        page: data.next.page,
      });
      expect([...data.items, ...rest.items].map(({ id }: any) => id)).to.deep.equal([seen.id, unseen.id, more.id]);

      const { api: creator } = await world.member('create');
      const list = must(await creator.get(`${at}/redirects`), 200);
      expect([list.count, list.items.map(({ id }: any) => id)]).to.deep.equal([2, [seen.id, more.id]]);
      must(await creator.patch(`${at}/redirects/${unseen.id}`, { permanent: false }), 404);
      must(await creator.delete(`${at}/redirects/${unseen.id}`), 204);
      must(await creator.get(`${at}/redirect?source=${unseen.source}`), 404);
      const { results } = must(
        await creator.put(`${at}/redirects`, {
          redirects: [
            { source: unseen.source, destination: { kind: 'site-space', siteSpaceId: open.id } },
            { source: unseen.source, destination: null },
          ],
        }),
        200,
      );
      for (const { status, error } of results)
        expect([status, error]).to.deep.equal(['error', 'the site already has a redirect from this source']);
      must(await api.get(`${at}/redirect?source=${unseen.source}`), 200);
    });
  });

  it('are deleted with the section or the space of the site that they lead to', async () => {
    const { api: at, spaces } = await publish(world, [{ pages: [{ title: 'Stays' }] }, { pages: [{ title: 'Goes' }] }]);
    const section = must(await api.post(`${at}/sections`, { spaceId: (await world.space()).id, title: 'Annex' }), 201);
    const [stays, goes] = must(await api.get(`${at}/site-spaces`), 200).items;
    const to = async (destination: object): Promise<string> => {
      const source = path();
      must(await api.post(`${at}/redirects`, { source, destination }), 201);
      return source;
    };
    const ofSection = [
      await to({ kind: 'site-section', siteSectionId: section.id }),
      await to({ kind: 'site-space', siteSpaceId: section.siteSpaces[0].id }),
    ];
    const ofSpace = await to({ kind: 'site-space', siteSpaceId: goes.id });
    const others = [
      await to({ kind: 'site-space', siteSpaceId: stays.id }),
      await to({ kind: 'external', url: 'https://example.com/' }),
    ];
    const listed = async () => must(await api.get(`${at}/redirects`), 200).items.map(({ source }: any) => source);

    must(await api.delete(`${at}/sections/${section.id}`), 205);
    expect(await listed()).to.have.members([ofSpace, ...others]);
    must(await api.delete(`${at}/site-spaces/${goes.id}`), 205);
    expect(await listed()).to.have.members(others);
    const [again] = must(await api.get(`${at}/site-spaces`), 200).items;
    expect(again.space.id).to.equal(spaces[0].id);
    for (const source of [...ofSection, ofSpace])
      must(
        await api.post(`${at}/redirects`, { source, destination: { kind: 'site-space', siteSpaceId: again.id } }),
        201,
      );
  });

  it('composes the letters of sources, so that readers find them in both forms', async () => {
    const name = randomBytes(6).toString('hex');
    const destination = { kind: 'site-space', siteSpaceId: parts[1].id };
    const made = must(await api.post(redirects, { source: `/cafe%CC%81-${name}`, destination }), 201);
    expect(made.source).to.equal(`/caf%C3%A9-${name}`);
    must(await api.post(redirects, { source: `/caf%c3%a9-${name}`, destination }), 409);
    for (const source of [`/caf%C3%A9-${name}`, `/cafe%CC%81-${name}`]) {
      const read = await fetch(new URL(source.slice(1), published.site.urls.published), { redirect: 'manual' });
      expect(read.status, source).to.equal(308);
      expect(read.headers.get('location'), source).to.match(/second/);
      const lookup = `${published.api}/redirect?source=${encodeURIComponent(source)}`;
      expect(must(await api.get(lookup), 200).redirect).to.deep.equal(made);
    }
  });

  describe('redirects that exist', () => {
    let source: string;
    let made: any;
    beforeEach(async () => {
      source = path();
      const destination = { kind: 'external', url: 'https://example.com/' };
      made = must(await api.post(redirects, { source, destination }), 201);
    });

    describe('getSiteRedirectBySource', () => {
      it('returns the redirect with the address that it leads to, and 404 for a source without one', async () => {
        expect(must(await api.get(`${published.api}/redirect?source=${source}`), 200)).to.deep.equal({
          redirect: made,
          target: 'https://example.com/',
        });
        must(await api.get(`${published.api}/redirect?source=${path()}`), 404);
        must(await (await world.stranger()).api.get(`${published.api}/redirect?source=${source}`), 404);
      });
    });

    describe('updateSiteRedirectById', () => {
      it('changes the fields that are given, and answers 404 for an unknown redirect', async () => {
        const changed = must(await api.patch(`${redirects}/${made.id}`, { permanent: false }), 200);
        expect(changed).to.deep.equal({ ...made, permanent: false, updatedAt: changed.updatedAt });
        expect(Date.parse(changed.updatedAt)).to.be.at.least(Date.parse(made.createdAt));
        must(await api.patch(`${redirects}/${UNKNOWN}`, { permanent: false }), 404);
        must(await (await world.member('read')).api.patch(`${redirects}/${made.id}`, { permanent: true }), 403);
      });
    });

    describe('deleteSiteRedirectById', () => {
      it('deletes a redirect once', async () => {
        must(await (await world.member('read')).api.delete(`${redirects}/${made.id}`), 403);
        for (const status of [205, 204]) expect((await api.delete(`${redirects}/${made.id}`)).status).to.equal(status);
        must(await api.get(`${published.api}/redirect?source=${source}`), 404);
      });
    });
  });
});
