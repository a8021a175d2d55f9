import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { CUSTOMIZATION } from '../../support/sites/customizations.ts';
import { must, World } from '../../support/world.ts';

const UNKNOWN = '00000000000000000000';
const names = (items: readonly any[]) => items.map(({ title }) => title);

onEveryBackend('sites', (backend) => {
  let world: World;
  let client: any;
  let org: string;
  let base: string;
  before(async () => {
    world = await World.create(await backend.instance());
    ({ client } = world.admin);
    org = world.organizationId;
    base = `/v1/orgs/${org}/sites`;
  });
  const unique = () => `docs-${randomBytes(6).toString('hex')}`;

  describe('createSite', () => {
    it('creates, reads, changes, publishes and deletes a site through the official client', async () => {
      const space = await world.space({ title: 'Handbook' });
      const { data: site, status } = await client.orgs.createSite(org, { title: 'Our docs', spaces: [space.id] });
      expect(status).to.equal(201);
      expect(site).to.include({
        object: 'site',
        type: 'basic',
        title: 'Our docs',
        visibility: 'public',
        published: false,
        siteSpaces: 1,
        agentsContext: 'excluded',
      });
      expect(site).to.deep.include({ ads: { status: 'pending', submittable: false } });
      expect(
        site.features.map(({ id, plan, frozen }: { id: string; plan: string; frozen: boolean }) => [id, plan, frozen]),
      ).to.deep.include.members([
        ['sites-share-links', 'basic', false],
        ['sites-advanced-customization', 'basic', false],
      ]);
      expect(site).to.include({ appliedType: 'basic', defaultLevel: 'inherit' });
      expect(site.urls).to.have.keys('location', 'app', 'preview');
      expect(site.permissions).to.deep.equal({
        view: true,
        access: true,
        edit: true,
        create: true,
        admin: true,
        installIntegration: false,
        viewAdaptiveSchema: true,
        editAdaptiveSchema: true,
        viewInsights: true,
      });
      expect((await client.orgs.getSiteById(org, site.id)).data).to.deep.equal(site);

      const basename = unique();
      const { data: changed } = await client.orgs.updateSiteById(org, site.id, {
        title: 'The docs',
        visibility: 'unlisted',
        basename,
      });
      expect(changed).to.include({ title: 'The docs', visibility: 'unlisted', basename, published: false });

      const { data: published } = await client.orgs.publishSite(org, site.id);
      expect(published).to.include({ published: true });
      expect(published.urls.published).to.equal(`${world.instance.publicUrl}/sites/${basename}/`);
      expect((await client.orgs.publishSite(org, site.id)).data).to.deep.equal(published);
      expect((await client.orgs.unpublishSite(org, site.id)).data).to.deep.equal(changed);

      expect((await client.orgs.deleteSiteById(org, site.id)).status).to.equal(205);
      expect((await client.orgs.deleteSiteById(org, site.id)).status).to.equal(204);
      must(await world.admin.api.get(`${base}/${site.id}`), 404);
      must(await world.admin.api.get(`/v1/spaces/${space.id}`), 200);
    });

    it('takes the title of its first space, or of the organization', async () => {
      const bare = must(await world.admin.api.post(base), 201);
      const { title } = must(await world.admin.api.get(`/v1/orgs/${org}`), 200);
      expect(bare).to.include({ title, siteSpaces: 0, visibility: 'public', type: 'basic' });
      const guide = await world.space({ title: 'User guide' });
      expect(must(await world.admin.api.post(base, { spaces: [guide.id] }), 201).title).to.equal('User guide');
      const short = await world.space({ title: 'X' });
      expect(must(await world.admin.api.post(base, { spaces: [short.id] }), 201).title).to.equal(title);
    });

    it('makes unique basenames for sites of one title that several organizations create at once', async () => {
      const title = unique();
      const others = await Promise.all(Array.from({ length: 6 }, () => World.create(world.instance)));
      const made = await Promise.all(
        others.map((other) => other.admin.api.post(`/v1/orgs/${other.organizationId}/sites`, { title })),
      );
      const basenames = made.map((answer) => must(answer, 201).basename);
      expect(basenames.sort()).to.deep.equal([title, ...[1, 2, 3, 4, 5].map((n) => `${title}-${n}`)]);
    });

    it('makes an address of its own for every site', async () => {
      const title = unique();
      const made = await Promise.all([1, 2, 3, 4].map(() => world.admin.api.post(base, { title })));
      const basenames = made.map((answer) => must(answer, 201).basename);
      expect(basenames.sort()).to.deep.equal([title, `${title}-1`, `${title}-2`, `${title}-3`]);
      const refused = must(
        await world.admin.api.patch(`${base}/${made[0]!.body.id}`, { basename: made[1]!.body.basename }),
        409,
      );
      expect(refused.error.message).to.equal('the basename is taken');
    });

    it('creates a space for the site, empty or with a few pages', async () => {
      for (const spaces of ['empty', 'sample']) {
        const site = must(await world.admin.api.post(base, { title: `With ${spaces}`, spaces }), 201);
        const { items } = must(await world.admin.api.get(`${base}/${site.id}/site-spaces`), 200);
        expect(items).to.have.length(1);
        expect(items[0]).to.include({
          object: 'site-space',
          title: `With ${spaces}`,
          path: `with-${spaces}`,
          default: true,
        });
        must(await world.admin.api.get(`/v1/spaces/${items[0].space.id}`), 200);
      }
    });
  });

  describe('updateSiteById', () => {
    it('limits titles, basenames and paths to their exact lengths', async () => {
      for (const title of ['ab', 'x'.repeat(128)]) must(await world.admin.api.post(base, { title }), 201);
      for (const title of ['a', ' a ', 'x'.repeat(129)])
        expect(must(await world.admin.api.post(base, { title }), 400).error.issues[0].path).to.equal('title');
      const site = must(await world.admin.api.post(base, { title: 'Lengths', spaces: 'empty' }), 201);
      const [part] = must(await world.admin.api.get(`${base}/${site.id}/site-spaces`), 200).items;
      const longest = randomBytes(50).toString('hex');
      expect(must(await world.admin.api.patch(`${base}/${site.id}`, { basename: longest }), 200).basename).to.equal(
        longest,
      );
      for (const basename of ['', 'x'.repeat(101), 'Upper', 'a/b', 'a b', '..', '-a', '~quire', 'ä', 'a%2fb']) {
        expect(
          must(await world.admin.api.patch(`${base}/${site.id}`, { basename }), 400).error.issues[0].path,
          basename,
        ).to.equal('basename');
      }
      const at = `${base}/${site.id}/site-spaces/${part.id}`;
      for (const path of ['x', 'x'.repeat(100), 'v1.0'])
        expect(must(await world.admin.api.patch(at, { path }), 200).path).to.equal(path);
      for (const path of ['', 'x'.repeat(101), 'a/b', '..', '~quire', 'robots.txt', 'a b', 'a?b']) {
        expect(must(await world.admin.api.patch(at, { path }), 400).error.issues[0].path, path).to.equal('path');
      }
    });

    it('changes adaptive content and the context for agents separately', async () => {
      const site = must(await world.admin.api.post(base, { title: 'Adaptive' }), 201);
      expect(site).to.deep.include({ adaptiveContent: { enabled: false }, agentsContext: 'excluded' });
      const change = async (body: object) => must(await world.admin.api.patch(`${base}/${site.id}`, body), 200);
      expect(await change({ adaptiveContent: { enabled: true } })).to.deep.include({
        adaptiveContent: { enabled: true },
        agentsContext: 'excluded',
        title: 'Adaptive',
      });
      expect(await change({ agentsContext: 'included' })).to.deep.include({
        adaptiveContent: { enabled: true },
        agentsContext: 'included',
      });
      expect(await change({})).to.deep.include({ adaptiveContent: { enabled: true }, agentsContext: 'included' });
      expect(await change({ adaptiveContent: { enabled: false }, agentsContext: 'excluded' })).to.deep.equal(site);
      for (const [field, body] of [
        ['agentsContext', { agentsContext: 'some' }],
        ['agentsContext', { agentsContext: null }],
        ['adaptiveContent', { adaptiveContent: true }],
        ['adaptiveContent.enabled', { adaptiveContent: {} }],
        ['adaptiveContent.enabled', { adaptiveContent: { enabled: 'yes' } }],
      ] as const) {
        expect(must(await world.admin.api.patch(`${base}/${site.id}`, body), 400).error.issues[0].path).to.equal(field);
      }
      expect((await change({ type: 'ultimate', published: true })).type).to.equal('basic');
    });
  });

  describe('updateSiteCustomizationById', () => {
    it('sets the icon of the site wherever the site is shown', async () => {
      const site = must(await world.admin.api.post(base, { title: 'Marked' }), 201);
      const at = `${base}/${site.id}`;
      const shown = async () =>
        [
          must(await world.admin.api.get(at), 200),
          must(await world.admin.api.patch(at, {}), 200),
          must(await world.admin.api.get(`${at}/published`), 200).site,
          must(await world.admin.api.get(`${base}?title=Marked`), 200).items[0],
        ].map(({ icon }) => icon);
      expect(await shown()).to.deep.equal([undefined, undefined, undefined, undefined]);
      for (const favicon of [
        { emoji: '1f4d8' },
        { icon: { light: 'https://example.org/light.png', dark: 'https://example.org/dark.png' } },
      ]) {
        must(await world.admin.api.put(`${at}/customization`, { ...CUSTOMIZATION, favicon }), 200);
        expect(await shown()).to.deep.equal([favicon, favicon, favicon, favicon]);
      }
      must(await world.admin.api.put(`${at}/customization`, CUSTOMIZATION), 200);
      expect(await shown()).to.deep.equal([undefined, undefined, undefined, undefined]);
    });
  });

  describe('listSites', () => {
    it('filters by space, title, type and publication, page by page', async () => {
      const own = await World.create(world.instance);
      const at = `/v1/orgs/${own.organizationId}/sites`;
      const space = await own.space({ title: 'Shared' });
      const one = must(await own.admin.api.post(at, { title: 'Élan vital', spaces: [space.id] }), 201);
      must(await own.admin.api.post(at, { title: 'Second', type: 'premium' }), 201);
      const three = must(await own.admin.api.post(at, { title: 'Third élan', spaces: [space.id] }), 201);
      must(await own.admin.api.post(`${at}/${three.id}/publish`), 200);
      const listed = async (query: string) => {
        const { items, count } = must(await own.admin.api.get(`${at}?${query}`), 200);
        expect(count).to.equal(items.length);
        return names(items);
      };
      expect(await listed('')).to.deep.equal(['Élan vital', 'Second', 'Third élan']);
      expect(await listed(`space=${space.id}`)).to.deep.equal(['Élan vital', 'Third élan']);
      expect(await listed(`space=${UNKNOWN}`)).to.deep.equal([]);
      expect(await listed('title=%C3%A9LAN')).to.deep.equal(['Élan vital', 'Third élan']);
      expect(await listed('title=%25')).to.deep.equal([]);
      expect(await listed('published=true')).to.deep.equal(['Third élan']);
      expect(await listed('published=false')).to.deep.equal(['Élan vital', 'Second']);
      expect(await listed('type=premium&type=ultimate')).to.deep.equal(['Second']);
      expect(await listed(`space=${space.id}&published=false`)).to.deep.equal(['Élan vital']);
      must(await own.admin.api.get(`${at}?published=yes`), 400);

      const { data } = await own.admin.client.orgs.listSites(own.organizationId, { limit: 2 });
      expect(data.count).to.equal(3);
      const { data: rest } = await own.admin.client.orgs.listSites(own.organizationId, {
        limit: 2,
        page: data.next.page,
      });
      expect(names([...data.items, ...rest.items])).to.deep.equal(['Élan vital', 'Second', 'Third élan']);
      expect(one.siteSpaces).to.equal(1);
    });
  });

  describe('addSpaceToSite', () => {
    it('adds and removes spaces with exactly one default at all times', async () => {
      const [a, b, c] = [
        await world.space({ title: 'Version 1' }),
        await world.space({ title: 'Version 1' }),
        await world.space({ title: '…' }),
      ];
      const site = must(await world.admin.api.post(base, { title: 'Versions', spaces: [a.id, a.id] }), 201);
      expect(site.siteSpaces).to.equal(1);
      const { data: second, status } = await client.orgs.addSpaceToSite(org, site.id, { spaceId: b.id });
      expect(status).to.equal(201);
      expect(second).to.include({ object: 'site-space', path: 'version-1-1', title: 'Version 1', default: false });
      expect(second.space).to.deep.equal(b);
      const { data: third } = await client.orgs.addSpaceToSite(org, site.id, { spaceId: c.id });
      expect(third).to.include({ path: 'docs', default: false });
      must(await world.admin.api.post(`${base}/${site.id}/site-spaces`, { spaceId: c.id }), 409);

      const list = async (query = {}) => (await client.orgs.listSiteSpaces(org, site.id, query)).data;
      const first = (await list()).items[0];
      expect((await list()).items.map(({ default: is }: any) => is)).to.deep.equal([true, false, false]);
      expect((await list({ default: true, shareKey: 'nonsense' })).items.map(({ id }: any) => id)).to.deep.equal([
        first.id,
      ]);
      expect(await list({ default: false })).to.include({ count: 2 });
      expect((await list({ limit: 1 })).next.page).to.be.a('string');

      await client.orgs.updateSiteById(org, site.id, { defaultSiteSpace: third.id });
      expect((await list()).items.map(({ default: is }: any) => is)).to.deep.equal([false, false, true]);
      expect((await client.orgs.deleteSiteSpaceById(org, site.id, third.id)).status).to.equal(205);
      expect((await client.orgs.deleteSiteSpaceById(org, site.id, third.id)).status).to.equal(204);
      expect((await list()).items.map(({ default: is }: any) => is)).to.deep.equal([true, false]);
      expect((await client.orgs.getSiteById(org, site.id)).data.siteSpaces).to.equal(2);

      const { data: moved } = await client.orgs.updateSiteSpaceById(org, site.id, second.id, { path: 'v1' });
      expect(moved).to.include({ id: second.id, path: 'v1' });
      must(await world.admin.api.patch(`${base}/${site.id}/site-spaces/${second.id}`, { path: first.path }), 409);
      expect(
        must(await world.admin.api.patch(`${base}/${site.id}/site-spaces/${second.id}`, { spaceId: c.id }), 200).space
          .id,
      ).to.equal(c.id);
    });

    it('keeps paths and the default unique during concurrent additions', async () => {
      const site = must(await world.admin.api.post(base, { title: 'Crowded' }), 201);
      const spaces = await Promise.all(Array.from({ length: 8 }, () => world.space({ title: 'Same' })));
      const added = await Promise.all(
        spaces.map(({ id }) => world.admin.api.post(`${base}/${site.id}/site-spaces`, { spaceId: id })),
      );
      for (const answer of added) must(answer, 201);
      const { items } = must(await world.admin.api.get(`${base}/${site.id}/site-spaces`), 200);
      expect(new Set(items.map(({ path }: any) => path)).size).to.equal(8);
      expect(items.filter((item: any) => item.default)).to.have.length(1);
      const raced = await Promise.all(
        items.map(({ id }: any) => world.admin.api.patch(`${base}/${site.id}`, { defaultSiteSpace: id })),
      );
      for (const answer of raced) must(answer, 200);
      expect(must(await world.admin.api.get(`${base}/${site.id}/site-spaces?default=true`), 200).count).to.equal(1);
      await Promise.all(
        items.slice(0, 4).map(({ id }: any) => world.admin.api.delete(`${base}/${site.id}/site-spaces/${id}`)),
      );
      expect(must(await world.admin.api.get(`${base}/${site.id}/site-spaces?default=true`), 200).count).to.equal(1);
    });
  });

  describe('getPublishedContentSite', () => {
    it('shows a published site, and an unpublished one only to those who may publish it', async () => {
      const space = await world.space({ title: 'Profile' });
      const site = must(await world.admin.api.post(base, { title: 'Profiled', spaces: [space.id] }), 201);
      const reader = await world.member('read');
      must(await reader.api.get(`${base}/${site.id}/published`), 404);
      expect(must(await world.admin.api.get(`${base}/${site.id}/published`), 200).site.published).to.equal(false);
      await client.orgs.publishSite(org, site.id);
      const { data } = await reader.client.orgs.getPublishedContentSite(org, site.id, { shareKey: 'any' });
      expect(data).to.have.keys('object', 'site', 'structure', 'customizations', 'scripts');
      expect(data.object).to.equal('published-content-site');
      expect(data.structure.type).to.equal('siteSpaces');
      const [part] = data.structure.structure;
      expect(part).to.include({ title: 'Profile', default: true });
      expect(part.urls.published).to.equal(data.site.urls.published);
      expect(data.customizations.site.title).to.equal('Profiled');
      expect(data.customizations.siteSpaces).to.have.keys(part.id);
      expect(data.scripts).to.deep.equal([]);
      expect(data.site).to.deep.include({ ads: { status: 'disabled', topic: 'webdev', zoneId: '' } });
    });
  });

  describe('sites and callers', () => {
    let other: World;
    let site: any;
    let space: any;
    before(async () => {
      other = await World.create(world.instance);
      space = await world.space({ title: 'Ours' });
      site = must(await world.admin.api.post(base, { title: 'Guarded', spaces: [space.id] }), 201);
    });

    const operations = (o: string, s: string): [string, string, unknown?][] => [
      ['GET', `/v1/orgs/${o}/sites/${s}`],
      ['PATCH', `/v1/orgs/${o}/sites/${s}`, { title: 'Taken over' }],
      ['POST', `/v1/orgs/${o}/sites/${s}/publish`],
      ['POST', `/v1/orgs/${o}/sites/${s}/unpublish`],
      ['GET', `/v1/orgs/${o}/sites/${s}/published`],
      ['GET', `/v1/orgs/${o}/sites/${s}/site-spaces`],
    ];

    it('[A3] answers alike for another organization, another’s site and an unknown one', async () => {
      const unknown = must(await world.admin.api.get(`${base}/${UNKNOWN}`), 404).error.message;
      for (const [method, path, body] of operations(org, site.id))
        expect((await other.admin.api(method, path, body)).status, path).to.equal(404);
      for (const [method, path, body] of operations(other.organizationId, site.id)) {
        expect(must(await other.admin.api(method, path, body), 404).error.message, path).to.equal(unknown);
      }
      expect((await other.admin.api.delete(`/v1/orgs/${other.organizationId}/sites/${site.id}`)).status).to.equal(204);
      expect((await other.admin.api.delete(`${base}/${site.id}`)).status).to.equal(404);
      expect(must(await world.admin.api.get(`${base}/${site.id}`), 200)).to.deep.equal(site);
    });

    describe('addSpaceToSite', () => {
      it('authorizes every space of the request, answers alike for unknown, foreign and invisible ones, and adds nothing', async () => {
        const foreign = await other.space({ title: 'Theirs' });
        const before = must(await world.admin.api.get(base), 200).count;
        for (const id of [foreign.id, UNKNOWN, 'nonsense']) {
          for (const answer of [
            await world.admin.api.post(base, { title: 'No', spaces: [space.id, id] }),
            await world.admin.api.post(`${base}/${site.id}/site-spaces`, { spaceId: id }),
          ])
            expect(must(answer, 404).error.message).to.equal('space not found');
          must(await world.admin.api.patch(`${base}/${site.id}`, { defaultSiteSpace: id }), 404);
          must(await world.admin.api.patch(`${base}/${site.id}`, { title: 'No', defaultSiteSection: id }), 404);
        }
        expect(
          must(
            await world.admin.api.post(`${base}/${site.id}/site-spaces`, { spaceId: space.id, sectionId: UNKNOWN }),
            404,
          ).error.message,
        ).to.equal('site section not found');
        expect(must(await world.admin.api.get(base), 200).count).to.equal(before);
      });
    });

    describe('createSite', () => {
      it('refuses spaces that the caller could not open to others', async () => {
        const creator = await world.member('create');
        const hidden = await world.space({ title: 'Hidden' });
        const readable = await world.space({ title: 'Readable' });
        await client.spaces.updateSpaceById(hidden.id, { defaultLevel: null });
        await client.spaces.updateSpaceById(readable.id, { defaultLevel: 'read' });
        must(await creator.api.post(base, { title: 'Mine', spaces: [hidden.id] }), 404);
        must(await creator.api.post(base, { title: 'Mine', spaces: [readable.id] }), 403);
        must(await creator.api.post(`${base}/${site.id}/site-spaces`, { spaceId: readable.id }), 403);
      });

      it('[A9] ignores fields that callers cannot set', async () => {
        const made = must(
          await world.admin.api.post(base, {
            title: 'Assigned',
            organizationId: other.organizationId,
            published: true,
            id: UNKNOWN,
            createdAt: '2000-01-01T00:00:00.000Z',
          }),
          201,
        );
        expect(made.published).to.equal(false);
        expect(made.id).not.to.equal(UNKNOWN);
        expect(made.createdAt).not.to.match(/^2000/);
      });
    });

    describe('listSiteSpaces', () => {
      it('hides the spaces that the caller does not see', async () => {
        const reader = await world.member('read');
        const secret = await world.space({ title: 'Secret plans' });
        await client.spaces.updateSpaceById(secret.id, { defaultLevel: null });
        const mixed = must(await world.admin.api.post(base, { title: 'Mixed', spaces: [space.id, secret.id] }), 201);
        must(await world.admin.api.post(`${base}/${mixed.id}/publish`), 200);
        const listed = must(await reader.api.get(`${base}/${mixed.id}/site-spaces`), 200);
        expect(names(listed.items)).to.deep.equal(['Ours']);
        expect(listed.count).to.equal(1);
        expect(JSON.stringify(must(await reader.api.get(`${base}/${mixed.id}/published`), 200))).not.to.include(
          'Secret plans',
        );
        expect(must(await reader.api.get(`${base}?space=${secret.id}`), 200)).to.deep.equal({ items: [], count: 0 });
      });
    });

    it('refuses every change by readers, guests and read-only tokens, without effect', async () => {
      const reader = await world.member('read');
      const guest = await world.member(null);
      const readOnly = await world.readOnly(world.admin);
      const [part] = must(await world.admin.api.get(`${base}/${site.id}/site-spaces`), 200).items;
      const writes: [string, string, unknown?][] = [
        ['POST', base, { title: 'Refused' }],
        ['PATCH', `${base}/${site.id}`, { title: 'Refused' }],
        ['DELETE', `${base}/${site.id}`],
        ['POST', `${base}/${site.id}/publish`],
        ['POST', `${base}/${site.id}/unpublish`],
        ['POST', `${base}/${site.id}/site-spaces`, { spaceId: space.id }],
        ['PATCH', `${base}/${site.id}/site-spaces/${part.id}`, { path: 'refused' }],
        ['DELETE', `${base}/${site.id}/site-spaces/${part.id}`],
      ];
      // A guest does not see the site.
      const refusals = [
        { api: reader.api, ofSite: 403 },
        { api: guest.api, ofSite: 404 },
        { api: readOnly, ofSite: 403 },
      ];
      for (const { api, ofSite } of refusals)
        for (const [method, path, body] of writes)
          expect((await api(method, path, body)).status, `${method} ${path}`).to.equal(path === base ? 403 : ofSite);
      expect(must(await world.admin.api.get(`${base}/${site.id}`), 200)).to.deep.equal(site);
      expect(must(await reader.api.get(`${base}/${site.id}`), 200).permissions).to.deep.equal({
        view: true,
        access: true,
        edit: false,
        create: false,
        admin: false,
        installIntegration: false,
        viewAdaptiveSchema: true,
        editAdaptiveSchema: false,
        viewInsights: false,
      });
      // Guests list the sites that they were granted, here none.
      expect(must(await guest.api.get(base), 200)).to.deep.equal({ items: [], count: 0 });
    });

    describe('updateSiteSpaceById', () => {
      it('finds no site space of another site', async () => {
        const otherSite = must(await world.admin.api.post(base, { title: 'Elsewhere' }), 201);
        const [part] = must(await world.admin.api.get(`${base}/${site.id}/site-spaces`), 200).items;
        must(await world.admin.api.patch(`${base}/${otherSite.id}/site-spaces/${part.id}`, { path: 'moved' }), 404);
        expect((await world.admin.api.delete(`${base}/${otherSite.id}/site-spaces/${part.id}`)).status).to.equal(204);
        must(await world.admin.api.patch(`${base}/${otherSite.id}`, { defaultSiteSpace: part.id }), 404);
        expect(must(await world.admin.api.get(`${base}/${site.id}/site-spaces`), 200).items[0]).to.deep.equal(part);
      });
    });
  });

  describe('getSiteById', () => {
    it('returns a site to members of the organization, and 404 to others', async () => {
      const site = must(await world.admin.api.post(base, { title: 'Shown' }), 201);
      const reader = await world.member('read');
      expect(must(await world.admin.api.get(`${base}/${site.id}`), 200)).to.deep.equal(site);
      expect(must(await reader.api.get(`${base}/${site.id}`), 200)).to.include({ id: site.id, title: 'Shown' });
      must(await (await world.stranger()).api.get(`${base}/${site.id}`), 404);
      must(await reader.api.get(`${base}/${UNKNOWN}`), 404);
    });
  });

  describe('deleteSiteById', () => {
    it('deletes a site once and keeps its spaces, and is not for readers', async () => {
      const space = await world.space();
      const { id } = must(await world.admin.api.post(base, { title: 'Short-lived', spaces: [space.id] }), 201);
      must(await (await world.member('read')).api.delete(`${base}/${id}`), 403);
      for (const status of [205, 204]) expect((await world.admin.api.delete(`${base}/${id}`)).status).to.equal(status);
      must(await world.admin.api.get(`${base}/${id}`), 404);
      must(await world.admin.api.get(`/v1/spaces/${space.id}`), 200);
    });
  });
});
