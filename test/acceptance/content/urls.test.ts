import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { visitorToken } from '../../support/sites/audience.ts';
import { GUIDE, publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('addresses of content', (backend) => {
  let world: World;
  let client: any;
  let api: Api;
  let published: PublishedSite;
  let home: string;
  let parts: readonly any[];
  before(async () => {
    world = await World.create(await backend.instance());
    ({ client, api } = world.admin);
    published = await publish(world, [GUIDE, { pages: [{ title: 'Start' }, { title: 'Other' }] }], {
      titles: ['Guide', 'Second'],
    });
    home = published.site.urls.published;
    parts = must(await api.get(`${published.api}/site-spaces`), 200).items;
  });
  const page = (title: string): string => (published.filledSpaces[0]!.pages as Record<string, string>)[title]!;
  const content = async (url: string, status = 200, by: Api = api) =>
    must(await by.get(`/v1/urls/content?url=${encodeURIComponent(url)}`), status);
  const shown = async (url: string, status = 200, more: object = {}, by: Api = api) =>
    must(await by.post('/v1/urls/published', { url, ...more }), status);

  describe('getContentByUrl', () => {
    it('finds the content behind addresses of the app through the official client', async () => {
      const [space] = published.spaces;
      const { data } = await client.urls.getContentByUrl({ url: space.urls.app });
      expect(data).to.deep.equal({ space: must(await api.get(`/v1/spaces/${space.id}`), 200) });
      const collection = must(await api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'Shelf' }), 201);
      expect(await content(collection.urls.app)).to.deep.equal({ collection });
      const app = `${space.urls.app}/pages/${page('Install')}`;
      expect((await content(app)).page).to.deep.equal(
        must(await api.get(`/v1/spaces/${space.id}/content/page/${page('Install')}`), 200),
      );
      const request = must(await api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Better' }), 201);
      expect((await content(request.urls.app)).changeRequest).to.deep.equal(request);
      const proposed = await content(`${request.urls.app}/pages/${page('Install')}`);
      expect([proposed.changeRequest.id, proposed.page.id]).to.deep.equal([request.id, page('Install')]);
    });

    it('finds space and page behind every kind of address of a site', async () => {
      const [first, second] = published.spaces;
      const found = async (path: string) => {
        const { space, page: one } = await content(home + path);
        return [space.id, one?.path];
      };
      expect(await found('')).to.deep.equal([first.id, undefined]);
      expect(await found('guides/install')).to.deep.equal([first.id, 'guides/install']);
      expect(await found('guides/install/?x=1#steps')).to.deep.equal([first.id, 'guides/install']);
      expect(await found('second')).to.deep.equal([second.id, undefined]);
      expect(await found('second/other')).to.deep.equal([second.id, 'other']);
      expect(await found('~quire/s/some-key/second/other')).to.deep.equal([second.id, 'other']);
    });

    it('finds a page whose address on a site names its space, because the short one leads elsewhere', async () => {
      const collision = await publish(
        world,
        [
          { pages: [{ title: 'Home' }, { title: 'Second' }, { title: 'Robots', slug: 'robots.txt' }] },
          { pages: [{ title: 'Start' }] },
        ],
        { titles: ['First', 'Second'] },
      );
      const [first, second] = collision.spaces;
      const at = collision.site.urls.published;
      const found = async (path: string) => {
        const { space, page: one } = await content(at + path);
        return [space.id, one?.path];
      };
      expect(await found('first/second')).to.deep.equal([first.id, 'second']);
      expect(await found('first/robots.txt')).to.deep.equal([first.id, 'robots.txt']);
      expect(await found('first')).to.deep.equal([first.id, undefined]);
      expect(await found('second')).to.deep.equal([second.id, undefined]);
      await content(`${at}first/none`, 404);
    });

    it('[A38] answers 404 alike for unknown, foreign and hidden addresses', async () => {
      const [space] = published.spaces;
      const origin = world.instance.publicUrl;
      const unknown = [
        `${origin}/app/spaces/${UNKNOWN}`,
        `${origin}/app/collections/${UNKNOWN}`,
        `${space.urls.app}/pages/${UNKNOWN}`,
        `${space.urls.app}/change-requests/${UNKNOWN}`,
        `${home}no/such/page`,
        `${origin}/sites/no-such-site/`,
        `${origin}/app`,
        `${origin}/`,
        `${origin}/app/spaces/${space.id}/revisions/x/y`,
        'https://example.com/app',
        `https://example.com/app/spaces/${space.id}`,
        `http://169.254.169.254/`,
      ];
      for (const url of unknown) await content(url, 404);
      const other = await World.create(world.instance);
      const { api: stranger } = other.admin;
      const said = async (url: string) => JSON.stringify((await content(url, 404, stranger)).error.message);
      for (const url of [space.urls.app, home, `${home}guides/install`, `${space.urls.app}/pages/${page('Install')}`])
        expect(await said(url), url).to.equal(await said(`${origin}/app/spaces/${UNKNOWN}`));
      for (const url of [
        '',
        'x',
        'javascript:alert(1)',
        'file:///etc/passwd',
        `https://example.com/${'x'.repeat(2048)}`,
      ])
        expect((await content(url, 400)).error.issues[0].path, url).to.equal('url');
    });
  });

  describe('resolvePublishedContentByUrl', () => {
    it('resolves what a visitor of the site sees at an address, through the official client', async () => {
      const { data } = await client.urls.resolvePublishedContentByUrl({ url: `${home}second/other` });
      const at = new URL(home).pathname;
      const { apiToken, ...content } = data;
      expect(apiToken).to.match(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      expect(content).to.deep.equal({
        organization: world.organizationId,
        site: published.site.id,
        siteSpace: parts[1].id,
        space: published.spaces[1].id,
        pathname: '/other',
        basePath: `${at}second/`,
        siteBasePath: at,
        complete: true,
        canonicalUrl: `${home}second/other`,
      });
      expect(await shown(home)).to.include({
        siteSpace: parts[0].id,
        pathname: '/',
        basePath: at,
        complete: false,
        canonicalUrl: home,
      });
      expect(await shown(`${home}guide/guides/install`)).to.deep.equal({
        target: 'content',
        redirect: `${home}guides/install`,
      });
      must(
        await api.post(`${published.api}/redirects`, {
          source: '/was',
          destination: { kind: 'site-space', siteSpaceId: parts[1].id },
        }),
        201,
      );
      must(
        await api.post(`${published.api}/redirects`, {
          source: '/away',
          destination: { kind: 'external', url: 'https://example.com/' },
        }),
        201,
      );
      expect((await shown(`${home}was`)).redirect).to.match(/\/second(?:\/start)?$/);
      expect(await shown(`${home}away`)).to.deep.equal({
        target: 'external',
        site: published.site.id,
        redirect: 'https://example.com/',
      });
      must(
        await api.post(`${published.api}/redirects`, {
          source: '/left/*',
          destination: { kind: 'external', url: 'https://example.com/left' },
        }),
        201,
      );
      // Like the site, which matches `*` with nothing only behind a slash.
      expect((await shown(`${home}left/`)).redirect).to.equal('https://example.com/left');
      for (const url of [
        `${world.instance.publicUrl}/sites/none/`,
        'https://example.com/',
        `${world.instance.publicUrl}/app/spaces/${parts[0].space.id}`,
      ])
        await shown(url, 404);
    });

    it('leaves paths without a page in the path name, hidden pages alike', async () => {
      const at = new URL(home).pathname;
      for (const path of ['none', 'guides/secret', '~gitbook/site-index', 'llms.txt', 'guides/install.md'])
        expect(await shown(home + path), path).to.include({
          siteSpace: parts[0].id,
          pathname: `/${path}`,
          basePath: at,
          complete: true,
          canonicalUrl: home + path,
        });
      expect(await shown(`${home}second/llms.txt`)).to.include({
        siteSpace: parts[1].id,
        pathname: '/llms.txt',
        basePath: `${at}second/`,
      });
    });

    it('needs no API token for what a visitor without one may read, and refuses an invalid one', async () => {
      const anonymous = apiOf(world.instance);
      expect(await shown(`${home}second/other`, 200, {}, anonymous)).to.include({ siteSpace: parts[1].id });
      await shown(home, 401, {}, apiOf(world.instance, 'no-such-token'));
      must(await api.patch(published.api, { visibility: 'share-link' }), 200);
      await shown(home, 404, {}, anonymous);
      must(await api.patch(published.api, { visibility: 'public' }), 200);
    });

    it('requires what opens a restricted site, unless the caller may see the site', async () => {
      const { api: stranger } = await world.stranger();
      expect((await shown(home, 200, {}, stranger)).site).to.equal(published.site.id);
      must(await api.patch(published.api, { visibility: 'share-link' }), 200);
      await shown(home, 200);
      const hidden = await shown(home, 404, {}, stranger);
      expect(hidden.error.message).to.equal(
        (await shown(`${world.instance.publicUrl}/sites/none/`, 404, {}, stranger)).error.message,
      );
      const link = must(await api.post(`${published.api}/share-links`, { name: 'For all' }), 201);
      const shared = await shown(link.urls.published, 200, {}, stranger);
      expect(shared.shareKey).to.be.a('string');
      expect(shared.canonicalUrl).to.equal(link.urls.published);
      await shown(
        link.urls.published.replace(shared.shareKey, `${shared.shareKey.slice(0, -4)}0000`),
        404,
        {},
        stranger,
      );

      must(await api.patch(published.api, { visibility: 'visitor-auth' }), 200);
      must(
        await api.patch(`${published.api}/publishing/auth`, {
          backend: 'custom',
          fallbackURL: 'https://example.com/login',
        }),
        200,
      );
      await shown(home, 404, { visitor: { jwtToken: 'no.token.atall' } }, stranger);
      expect(
        await shown(home, 200, { redirectOnError: true, visitor: { jwtToken: 'no.token.atall' } }, stranger),
      ).to.deep.equal({ target: 'external', site: published.site.id, redirect: 'https://example.com/login' });
      must(await api.post(`${published.api}/unpublish`), 200);
      for (const by of [api, stranger]) await shown(home, 404, { redirectOnError: true }, by);
      must(await api.post(`${published.api}/publish`), 200);
      must(await api.patch(published.api, { visibility: 'public' }), 200);
    });
  });

  describe('getPublishedContentByUrl', () => {
    it('resolves an address as resolvePublishedContentByUrl does, for a visitor with a token or with none', async () => {
      const get = (url: string, more = '', by: Api = apiOf(world.instance)) =>
        by.get(`/v1/urls/published?url=${encodeURIComponent(url)}${more}`);
      const { apiToken: _token, ...content } = must(await get(`${home}second/other`), 200);
      const { apiToken: _other, ...expected } = await shown(`${home}second/other`);
      expect(content).to.deep.equal(expected);
      must(await api.patch(published.api, { visibility: 'visitor-auth' }), 200);
      const auth = must(
        await api.patch(`${published.api}/publishing/auth`, {
          backend: 'custom',
          fallbackURL: 'https://example.com/login',
        }),
        200,
      );
      must(await get(home), 404);
      expect(must(await get(home, '&redirectOnError=true'), 200).redirect).to.equal('https://example.com/login');
      const token = await visitorToken(auth.privateKey);
      expect(must(await get(home, `&visitorAuthToken=${token}`), 200)).to.include({ siteSpace: parts[0].id });
      must(await api.patch(published.api, { visibility: 'public' }), 200);
    });
  });
});
