import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { waitForProjections } from '../../support/persistence/projected.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const pageOf = (title: string) => ({ pages: [{ title, markdown: `Words of ${title.toLowerCase()}` }] });

onEveryBackend('drafts in sites', (backend) => {
  let world: World;
  let api: Api;
  let web: Api;
  let site: PublishedSite;
  let parts: readonly any[];
  before(async () => {
    world = await World.create(await backend.instance());
    ({ api } = world.admin);
    web = apiOf(world.instance);
  });
  beforeEach(async () => {
    site = await publish(world, [pageOf('First'), pageOf('Second')], { titles: ['One', 'Two'] });
    parts = must(await api.get(`${site.api}/site-spaces`), 200).items;
  });
  const preview = async (query = ''): Promise<string> =>
    new URL(must(await api.get(`${site.api}/publishing/preview${query}`), 200).url).pathname;
  const change = async (id: string, body: object) => must(await api.patch(`${site.api}/site-spaces/${id}`, body), 200);

  describe('updateSiteSpaceById', () => {
    it('hides a draft from readers, renderers and search, but not from members and previews', async () => {
      const [, two] = parts;
      expect(two).to.include({ draft: false, hidden: false });
      expect(await change(two.id, { draft: true })).to.deep.include({ draft: true, urls: {} });
      must(await web.get(`${site.at}/two`), 404);
      expect(must(await web.get(`${site.at}/`), 200)).not.to.include('>Two<');
      expect(must(await web.get(`${site.at}/sitemap.xml`), 200)).not.to.include('/two');
      const { structure, site: shown } = must(await api.get(`${site.api}/published`), 200);
      expect(structure.structure.map(({ title }: any) => title)).to.deep.equal(['One']);
      expect(shown.siteSpaces).to.equal(1);
      const resolved = must(await web.post('/v1/urls/published', { url: `${shown.urls.published}two` }), 200);
      expect(resolved.space).to.equal(site.spaces[0].id);
      const visitor = apiOf(world.instance, resolved.apiToken);
      must(await visitor.get(`/v1/spaces/${site.spaces[1].id}`), 404);
      expect(must(await visitor.get(`${site.api}/structure`), 200).structure).to.have.length(1);
      await waitForProjections(world.instance);
      for (const by of [api, visitor])
        expect(
          must(await by.post(`${site.api}/search`, { query: 'second', scope: { mode: 'all' } }), 200).items,
        ).to.have.length(0);
      expect(must(await api.get(`${site.api}/structure`), 200).structure).to.have.length(2);
      const at = await preview();
      expect(must(await web.get(`${at}two`), 200)).to.include('Words of second');
      must(await web.get(`${await preview('?draft=false')}two`), 404);
      expect(
        must(await api.get(`${site.api}/publishing/preview?draft=false&siteSpace=${two.id}`), 400).error.issues[0].path,
      ).to.equal('siteSpace');
      expect((await change(two.id, { draft: false })).urls.published).to.match(/\/two$/);
      must(await web.get(`${site.at}/two`), 200);
    });

    it('shows the first space that is no draft in place of a default that is one', async () => {
      const [one] = parts;
      await change(one.id, { draft: true });
      expect(must(await web.get(`${site.at}/`), 200)).to.include('Words of second');
      const [only] = must(await api.get(`${site.api}/published`), 200).structure.structure;
      expect(only).to.include({ title: 'Two', default: true });
      expect(must(await web.get(await preview()), 200)).to.include('Words of first');
    });

    it('leaves a hidden space out of navigation, which readers still reach', async () => {
      const [, two] = parts;
      expect(await change(two.id, { hidden: true })).to.include({ hidden: true, draft: false });
      expect(must(await web.get(`${site.at}/`), 200)).not.to.include('>Two<');
      expect(must(await web.get(`${site.at}/two`), 200)).to.include('Words of second');
      const shown = must(await api.get(`${site.api}/published`), 200).structure.structure;
      expect(shown.map(({ hidden }: any) => hidden)).to.deep.equal([false, true]);
    });

    it('requires the right to publish a space for what is a draft no longer', async () => {
      const ann = await world.member('create');
      const kept = await world.space({ title: 'Kept back' });
      const added = must(await api.post(`${site.api}/site-spaces`, { spaceId: kept.id, draft: true }), 201);
      expect(added).to.include({ draft: true });
      must(await api.patch(`/v1/spaces/${kept.id}`, { defaultLevel: 'read' }), 200);
      must(await ann.api.patch(`${site.api}/site-spaces/${added.id}`, { draft: false }), 403);
      must(await api.patch(`${site.api}/site-spaces/${added.id}`, { draft: false }), 200);
    });

    it('names a field of another type', async () => {
      for (const field of ['draft', 'hidden'])
        expect(
          must(await api.patch(`${site.api}/site-spaces/${parts[0].id}`, { [field]: 'yes' }), 400).error.issues[0].path,
        ).to.equal(field);
    });
  });

  describe('addSectionToSite', () => {
    it('adds a draft with its spaces, and a draft group hides its sections', async () => {
      const space = await world.space({ title: 'Third' });
      const section = must(
        await api.post(`${site.api}/sections`, { spaceId: space.id, title: 'Guides', draft: true }),
        201,
      );
      expect(section).to.include({ title: 'Guides', draft: true });
      const published = async (): Promise<string[]> =>
        must(await api.get(`${site.api}/published`), 200).structure.structure.map(({ title }: any) => title);
      expect(await published()).not.to.include('Guides');
      must(await web.get(`${site.at}/guides`), 404);
      must(await web.get(`${await preview()}guides`), 200);
      must(await api.patch(`${site.api}/sections/${section.id}`, { draft: false }), 200);
      must(await web.get(`${site.at}/guides`), 200);

      const group = must(
        await api.post(`${site.api}/section-groups`, { title: 'More', sections: [section.id], draft: true }),
        201,
      );
      expect(group.draft).to.equal(true);
      expect(group.children).to.deep.equal(group.sections);
      expect(await published()).not.to.include('More');
      must(await web.get(`${site.at}/guides`), 404);
      must(await web.get(`${await preview()}guides`), 200);
      must(await api.patch(`${site.api}/section-groups/${group.id}`, { draft: false }), 200);
      expect(await published()).to.include('More');
      must(await web.get(`${site.at}/guides`), 200);
    });
  });
});
