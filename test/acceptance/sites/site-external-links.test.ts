import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { apiOf, must, World } from '../../support/world.ts';

const URL = 'https://example.com/docs';
const NEWEST = { 'quire-version': '2' };

onEveryBackend('external links of a site', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const api = () => world.admin.api;
  /** Creates a published site with two sections and an empty group. */
  async function sectioned() {
    const spaces = [await world.space({ title: 'Guide' }), await world.space({ title: 'Reference' })];
    const site = must(
      await api().post(`/v1/orgs/${world.organizationId}/sites`, { title: 'Links', visibility: 'public' }),
      201,
    );
    const at = `/v1/orgs/${world.organizationId}/sites/${site.id}`;
    must(await api().post(`${at}/publish`), 200);
    const sections: any[] = [];
    for (const { id } of spaces) sections.push(must(await api().post(`${at}/sections`, { spaceId: id }), 201));
    const group = must(await api().post(`${at}/section-groups`, { title: 'More', sections: [sections[1].id] }), 201);
    return { at, sections, group, home: `/sites/${site.basename}/` };
  }
  type Sectioned = Awaited<ReturnType<typeof sectioned>>;
  const add = async ({ at }: Sectioned, body: object = {}) =>
    must(await api().post(`${at}/external-links`, { title: 'Example', url: URL, ...body }), 201);
  const rootOf = async ({ at }: Sectioned): Promise<any[]> =>
    must(await api().get(`${at}/structure`, NEWEST), 200).structure;
  const titles = (items: readonly any[]): unknown[] =>
    items.map(({ title, children }) => (children === undefined ? title : [title, titles(children)]));
  /** Returns the text of the tabs, as a reader sees them. */
  const tabs = async ({ home }: Sectioned): Promise<string> => {
    const { body } = await apiOf(world.instance).get(home);
    return /<nav class="s-sections".*?<\/nav>/s.exec(body)?.[0] ?? '';
  };

  describe('addExternalLinkToSite', () => {
    it('adds a link at the end of the site, or of a section group', async () => {
      const site = await sectioned();
      const link = await add(site, {
        localizedTitle: { fr: 'Exemple' },
        description: 'Elsewhere',
        localizedDescription: { fr: 'Ailleurs' },
        icon: 'link',
        draft: false,
        condition: null,
      });
      expect(link).to.deep.equal({
        object: 'site-external-link',
        id: link.id,
        title: 'Example',
        localizedTitle: { fr: 'Exemple' },
        description: 'Elsewhere',
        localizedDescription: { fr: 'Ailleurs' },
        icon: 'link',
        url: URL,
        draft: false,
      });
      const below = await add(site, { title: 'Below', parent: site.group.id });
      expect(below).to.include({ sectionGroup: site.group.id });
      const root = await rootOf(site);
      expect(titles(root)).to.deep.equal(['Guide', ['More', ['Reference', 'Below']], 'Example']);
      expect(titles(root[1].sections)).to.deep.equal(['Reference']);
      expect([root[2], root[1].children[1]]).to.deep.equal([link, below]);
    });

    it('stays out of the structure of version 1, whose types have no links, and stands beside it', async () => {
      const site = await sectioned();
      const link = await add(site);
      for (const of of ['structure', 'published']) {
        const { structure, externalLinks } =
          of === 'structure'
            ? must(await api().get(`${site.at}/structure`), 200)
            : must(await api().get(`${site.at}/published`), 200).structure;
        expect(titles(structure)).to.deep.equal(['Guide', ['More', ['Reference']]]);
        expect(externalLinks).to.deep.equal([link]);
      }
      const newest = must(await api().get(`${site.at}/structure`, NEWEST), 200);
      expect(newest).to.have.all.keys('type', 'structure');
    });

    it('names the field of a title, URL, description or text that is out of bounds', async () => {
      const { at } = await sectioned();
      const field = async (body: object): Promise<string> =>
        must(await api().post(`${at}/external-links`, { title: 'Example', url: URL, ...body }), 400).error.issues[0]
          .path;
      for (const [name, ok, bad] of [
        ['title', 'ab', 'a'],
        ['title', 'a'.repeat(128), 'a'.repeat(129)],
        ['description', 'a'.repeat(256), 'a'.repeat(257)],
        ['url', 'http://a.example', 'javascript:1'],
        ['url', 'https://a.example', '/relative'],
      ] as const) {
        expect(await field({ [name]: bad }), bad).to.equal(name);
        must(await api().post(`${at}/external-links`, { title: 'Example', url: URL, [name]: ok }), 201);
      }
    });

    it('refuses a condition that can never hold', async () => {
      const site = await sectioned();
      const properties = {
        unsigned: {
          type: 'object',
          description: 'Unsigned claims of the site visitor.',
          properties: {},
          additionalProperties: false,
        },
        staff: { type: 'boolean', description: 'Staff' },
      };
      const jsonSchema = { type: 'object', properties, additionalProperties: false };
      must(await api().put(`${site.at}/adaptive-schema`, { jsonSchema }), 200);
      const { id } = await add(site, { condition: 'visitor.claims.staff' });
      for (const condition of ['visitor.claims.staf', 'user.staff', 'visitor.claims.staff &&']) {
        const body = { title: 'Example', url: URL, condition };
        for (const refused of [
          must(await api().post(`${site.at}/external-links`, body), 400),
          must(await api().patch(`${site.at}/external-links/${id}`, { condition }), 400),
        ])
          expect(refused.error.issues[0].path, condition).to.equal('condition');
      }
    });

    it('is refused on a site without sections, and for a group of another site', async () => {
      const flat = must(
        await api().post(`/v1/orgs/${world.organizationId}/sites`, {
          title: 'Flat',
          spaces: [(await world.space()).id],
        }),
        201,
      );
      const path = `/v1/orgs/${world.organizationId}/sites/${flat.id}/external-links`;
      expect(must(await api().post(path, { title: 'Example', url: URL }), 409).error.message).to.include('no sections');
      const [site, other] = [await sectioned(), await sectioned()];
      must(await api().post(`${site.at}/external-links`, { title: 'Example', url: URL, parent: other.group.id }), 404);
    });

    it('shows the link in the navigation of the published site, with its group and in its order', async () => {
      const site = await sectioned();
      expect(await tabs(site)).not.to.include(URL);
      await add(site);
      await add(site, { title: 'Below', url: `${URL}/below`, parent: site.group.id });
      const shown = await tabs(site);
      expect(shown).to.match(new RegExp(`<a href="${URL}"[^>]*><span dir="auto">Example</span></a>`));
      expect(
        shown
          .replace(/<[^>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      ).to.equal('Guide More Reference Below Example');
    });

    it('hides drafts and links whose condition does not hold from readers', async () => {
      const site = await sectioned();
      await add(site, { title: 'Draft link', draft: true });
      await add(site, { title: 'For staff', condition: 'visitor.claims.unsigned.staff' });
      await add(site, { title: 'For all' });
      const shown = await tabs(site);
      expect(shown).to.include('For all').and.not.include('Draft link').and.not.include('For staff');
    });
  });

  describe('updateSiteExternalLinkById', () => {
    it('changes the fields that are given, and removes those that are null', async () => {
      const site = await sectioned();
      const { id } = await add(site, { description: 'Old', icon: 'link', localizedTitle: { fr: 'Exemple' } });
      const changed = must(
        await api().patch(`${site.at}/external-links/${id}`, {
          title: 'Changed',
          url: 'http://other.example/',
          description: null,
          localizedTitle: null,
        }),
        200,
      );
      expect(changed).to.deep.equal({
        object: 'site-external-link',
        id,
        title: 'Changed',
        url: 'http://other.example/',
        icon: 'link',
        draft: false,
      });
      expect(await tabs(site))
        .to.include('http://other.example/')
        .and.not.include(URL);
    });

    it('moves the link into a section group and back to the root', async () => {
      const site = await sectioned();
      const { id } = await add(site);
      const moved = (parent: unknown) => api().patch(`${site.at}/external-links/${id}`, { parent });
      expect(must(await moved(site.group.id), 200).sectionGroup).to.equal(site.group.id);
      expect(titles(await rootOf(site))).to.deep.equal(['Guide', ['More', ['Reference', 'Example']]]);
      expect(must(await moved(null), 200)).not.to.have.property('sectionGroup');
      expect(titles(await rootOf(site))).to.deep.equal(['Guide', ['More', ['Reference']], 'Example']);
      must(await moved('0'.repeat(20)), 404);
    });
  });

  describe('deleteSiteExternalLinkById', () => {
    it('removes the link from the structure and the published site', async () => {
      const site = await sectioned();
      const { id } = await add(site);
      must(await api().delete(`${site.at}/external-links/${id}`), 205);
      must(await api().delete(`${site.at}/external-links/${id}`), 204);
      must(await api().patch(`${site.at}/external-links/${id}`, { title: 'Gone' }), 404);
      expect(titles(await rootOf(site))).to.deep.equal(['Guide', ['More', ['Reference']]]);
      expect(await tabs(site)).not.to.include(URL);
    });
  });

  describe('sortSiteStructure', () => {
    it('moves links among sections and groups, and into a group', async () => {
      const site = await sectioned();
      const { id } = await add(site);
      const item = { type: 'site-external-link', id };
      const sort = (position: object) => api().patch(`${site.at}/structure/sort`, { item, position });
      must(await sort({ before: { type: 'site-section', id: site.sections[0].id } }), 200);
      expect(titles(await rootOf(site))).to.deep.equal(['Example', 'Guide', ['More', ['Reference']]]);
      must(await sort({ before: { type: 'site-section', id: site.sections[1].id } }), 200);
      expect(titles(await rootOf(site))).to.deep.equal(['Guide', ['More', ['Example', 'Reference']]]);
    });
  });

  describe('deleteSiteSectionGroupById', () => {
    it('leaves the links of the group in its place', async () => {
      const site = await sectioned();
      await add(site, { parent: site.group.id });
      await add(site, { title: 'Last' });
      must(await api().delete(`${site.at}/section-groups/${site.group.id}`), 205);
      expect(titles(await rootOf(site))).to.deep.equal(['Guide', 'Reference', 'Example', 'Last']);
    });
  });

  describe('getPublishedContentSite', () => {
    it('has the links that readers see in its structure', async () => {
      const site = await sectioned();
      await add(site);
      await add(site, { title: 'Draft link', draft: true });
      const { structure } = must(await api().get(`${site.at}/published`, NEWEST), 200);
      expect(titles(structure.structure)).to.deep.equal(['Guide', ['More', ['Reference']], 'Example']);
    });
  });
});
