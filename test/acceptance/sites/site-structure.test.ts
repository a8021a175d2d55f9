import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World } from '../../support/world.ts';

const UNKNOWN = '00000000000000000000';
const titles = (items: readonly any[]) => items.map(({ title }) => title);
const ids = (items: readonly any[]) => items.map(({ id }) => id);

onEveryBackend('structure of a site', (backend) => {
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
  const spaces = (...named: string[]) => Promise.all(named.map((title) => world.space({ title })));
  /** A published site with a section for each title, each with one space. */
  async function sectioned(...named: string[]) {
    const site = must(await world.admin.api.post(base, { title: 'Sectioned' }), 201);
    must(await world.admin.api.post(`${base}/${site.id}/publish`), 200);
    const sections: any[] = [];
    for (const { id } of await spaces(...named))
      sections.push(must(await world.admin.api.post(`${base}/${site.id}/sections`, { spaceId: id }), 201));
    return { site, at: `${base}/${site.id}`, home: `${world.instance.publicUrl}/sites/${site.basename}`, sections };
  }
  const sectionsOf = async (at: string) => must(await world.admin.api.get(`${at}/sections`), 200).items;

  describe('addSectionToSite', () => {
    it('gives the spaces at the root a section of their own, and sets a default in each section', async () => {
      const [guide, old, api, v2] = await spaces('Guide', 'Old guide', 'API', 'API v2');
      const site = must(await world.admin.api.post(base, { title: 'Growing', spaces: [guide!.id, old!.id] }), 201);
      const at = `${base}/${site.id}`;
      expect((await client.orgs.listSiteSections(org, site.id)).data).to.deep.equal({ items: [], count: 0 });
      const flat = must(await world.admin.api.get(`${at}/structure`), 200);
      expect([flat.type, titles(flat.structure)]).to.deep.equal(['siteSpaces', ['Guide', 'Old guide']]);

      const { data: first, status } = await client.orgs.addSectionToSite(org, site.id, {
        spaceId: guide!.id,
        title: 'Guides',
        icon: 'book',
      });
      expect(status).to.equal(201);
      expect(first).to.include({
        object: 'site-section',
        title: 'Guides',
        path: 'guides',
        icon: 'book',
        default: true,
      });
      expect(first.siteSpaces.map((one: any) => [one.title, one.default, one.section])).to.deep.equal([
        ['Guide', true, first.id],
      ]);
      const [, root] = await sectionsOf(at);
      expect(root).to.include({ title: 'Growing', path: 'growing', default: false });
      expect(root.siteSpaces.map((one: any) => [one.title, one.default])).to.deep.equal([['Old guide', true]]);
      const { data: second } = await client.orgs.addSectionToSite(org, site.id, { spaceId: api!.id });
      expect(second)
        .to.include({ title: 'API', path: 'api', default: false })
        .and.not.have.any.keys('icon', 'description', 'condition', 'sectionGroup');
      const { data: variant } = await client.orgs.addSpaceToSite(org, site.id, {
        spaceId: v2!.id,
        sectionId: second.id,
      });
      expect(variant).to.include({ section: second.id, path: 'api-v2', default: false });

      must(await world.admin.api.post(`${at}/sections`, { spaceId: v2!.id }), 409);
      expect(
        must(await world.admin.api.get(`${at}/site-spaces?default=true`), 200).items.map(({ title }: any) => title),
      ).to.deep.equal(['Guide']);
      expect(titles(must(await world.admin.api.get(`${at}/site-spaces?default=false`), 200).items)).to.deep.equal([
        'Old guide',
        'API',
        'API v2',
      ]);
      expect(must(await world.admin.api.get(at), 200).siteSpaces).to.equal(4);
      const structure = must(await world.admin.api.get(`${at}/structure?shareKey=any`), 200);
      expect([structure.type, structure.structure]).to.deep.equal(['sections', await sectionsOf(at)]);
      const { data: profile } = await client.orgs.getPublishedContentSite(org, site.id);
      expect(profile.structure).to.deep.equal(structure);
      expect(profile.customizations.siteSpaces).to.have.keys(
        ids(structure.structure.flatMap((one: any) => one.siteSpaces)),
      );
    });

    it('limits titles, paths, icons and descriptions to their exact lengths', async () => {
      const {
        at,
        sections: [section],
      } = await sectioned('Lengths');
      const group = must(await world.admin.api.post(`${at}/section-groups`, { title: 'G' }), 201);
      const limits: [string, string, unknown[], unknown[]][] = [
        [`sections/${section.id}`, 'title', ['ab', 'x'.repeat(128)], ['a', ' a ', 'x'.repeat(129), null]],
        [
          `sections/${section.id}`,
          'path',
          ['x', 'x'.repeat(100)],
          ['', 'x'.repeat(101), 'a/b', '~quire', 'robots.txt', null],
        ],
        [`sections/${section.id}`, 'icon', ['x'.repeat(50), null], ['', 'x'.repeat(51)]],
        [`sections/${section.id}`, 'description', ['', 'x'.repeat(256), null], ['x'.repeat(257)]],
        [
          `sections/${section.id}`,
          'condition',
          ['1', `visitor.claims.${'x'.repeat(1009)}`, null],
          ['', `visitor.claims.${'x'.repeat(1010)}`],
        ],
        [`section-groups/${group.id}`, 'title', ['x', 'x'.repeat(100)], ['', ' ', 'x'.repeat(101)]],
        [`section-groups/${group.id}`, 'icon', ['x'.repeat(50), null], ['', 'x'.repeat(51)]],
      ];
      for (const [path, field, good, bad] of limits) {
        for (const value of good) must(await world.admin.api.patch(`${at}/${path}`, { [field]: value }), 200);
        for (const value of bad)
          expect(
            must(await world.admin.api.patch(`${at}/${path}`, { [field]: value }), 400).error.issues[0].path,
            `${field} ${value}`,
          ).to.equal(field);
      }
      for (const body of [{ title: 'a' }, { title: 'x'.repeat(129) }])
        must(await world.admin.api.post(`${at}/sections`, { spaceId: UNKNOWN, ...body }), 400);
      const [short] = await spaces('X');
      expect(must(await world.admin.api.post(`${at}/sections`, { spaceId: short!.id }), 201)).to.include({
        title: 'Section X',
        path: 'section-x',
      });
    });
  });

  describe('listSiteSections', () => {
    it('lists sections in their order, page by page', async () => {
      const { site, at, sections } = await sectioned('One', 'Two', 'Three');
      must(
        await world.admin.api.post(`${at}/sections/${sections[2].id}/move`, {
          position: { before: { type: 'site-section', siteSection: sections[0].id } },
        }),
        200,
      );
      const { data } = await client.orgs.listSiteSections(org, site.id, { limit: 2 });
      const { data: rest } = await client.orgs.listSiteSections(org, site.id, { limit: 2, page: data.next.page });
      expect([titles(data.items), titles(rest.items), data.count, rest.next]).to.deep.equal([
        ['Three', 'One'],
        ['Two'],
        3,
        undefined,
      ]);
      const parts = must(await world.admin.api.get(`${at}/site-spaces?limit=1`), 200);
      expect([
        titles(parts.items),
        titles(
          must(await world.admin.api.get(`${at}/site-spaces?limit=5&page=${encodeURIComponent(parts.next.page)}`), 200)
            .items,
        ),
      ]).to.deep.equal([['Three'], ['One', 'Two']]);
    });
  });

  describe('lists of the structure', () => {
    it('leave out no item when earlier ones are removed between two pages', async () => {
      const { at, sections } = await sectioned('One', 'Two', 'Three', 'Four', 'Five');
      const pageOf = async (list: string, page?: string) =>
        must(await world.admin.api.get(`${at}/${list}?limit=2${page ? `&page=${encodeURIComponent(page)}` : ''}`), 200);
      const begun = { sections: await pageOf('sections'), spaces: await pageOf('site-spaces') };
      const remove = async (index: number) =>
        must(await world.admin.api.delete(`${at}/sections/${sections[index].id}`), 205);

      await remove(0);
      for (const [list, first] of [
        ['sections', begun.sections],
        ['site-spaces', begun.spaces],
      ] as const)
        expect(titles((await pageOf(list, first.next.page)).items), list).to.deep.equal(['Three', 'Four']);
      await remove(1);
      for (const [list, first] of [
        ['sections', begun.sections],
        ['site-spaces', begun.spaces],
      ] as const)
        expect(titles((await pageOf(list, first.next.page)).items), list).to.deep.equal(['Three', 'Four']);
    });
  });

  describe('updateSiteSectionById', () => {
    it('changes a section, and removes fields that are null', async () => {
      const { site, at, sections } = await sectioned('First', 'Second');
      const [first, second] = sections;
      const { data: changed } = await client.orgs.updateSiteSectionById(org, site.id, second.id, {
        title: 'Renamed',
        path: 'v2',
        description: 'Words',
        icon: 'star',
        condition: 'visitor.claims.staff',
      });
      expect(changed).to.include({
        title: 'Renamed',
        path: 'v2',
        description: 'Words',
        icon: 'star',
        condition: 'visitor.claims.staff',
      });
      expect([changed.urls, changed.siteSpaces[0].urls]).to.deep.equal([{}, {}]);
      const bare = must(
        await world.admin.api.patch(`${at}/sections/${second.id}`, { description: null, icon: null, condition: null }),
        200,
      );
      expect(bare)
        .to.include({ title: 'Renamed', path: 'v2' })
        .and.not.have.any.keys('description', 'icon', 'condition');
      expect(
        must(await world.admin.api.patch(`${at}/sections/${second.id}`, { path: 'FIRST' }), 409).error.message,
      ).to.equal('the path is taken by another section of the site');

      const [more] = await spaces('More');
      const variant = must(
        await world.admin.api.post(`${at}/site-spaces`, { spaceId: more!.id, sectionId: second.id }),
        201,
      );
      const other = must(
        await world.admin.api.patch(`${at}/sections/${second.id}`, { defaultSiteSpace: variant.id }),
        200,
      );
      expect(other.siteSpaces.map((one: any) => one.default)).to.deep.equal([false, true]);
      expect(
        must(await world.admin.api.patch(`${at}/sections/${first.id}`, { defaultSiteSpace: variant.id }), 404).error,
      ).to.deep.include({ issues: [{ path: 'defaultSiteSpace', message: 'must be in the section' }] });
      must(await world.admin.api.patch(`${at}/sections/${first.id}`, { title: 'No', defaultSiteSpace: UNKNOWN }), 404);
      expect(titles(await sectionsOf(at))).to.deep.equal(['First', 'Renamed']);
    });
  });

  describe('deleteSiteSectionById', () => {
    it('passes the default on, until no section is left', async () => {
      const { site, at, home, sections } = await sectioned('Alpha', 'Beta', 'Gamma');
      const [alpha, beta, gamma] = sections;
      must(await world.admin.api.patch(at, { defaultSiteSection: gamma.id }), 200);
      const now = await sectionsOf(at);
      expect(now.map((one: any) => [one.title, one.default, one.urls.published])).to.deep.equal([
        ['Alpha', false, `${home}/alpha`],
        ['Beta', false, `${home}/beta`],
        ['Gamma', true, `${home}/`],
      ]);
      expect(
        must(await world.admin.api.patch(at, { title: 'No', defaultSiteSpace: now[0].siteSpaces[0].id }), 400).error
          .issues[0].path,
      ).to.equal('defaultSiteSpace');
      must(
        await world.admin.api.patch(at, { defaultSiteSection: alpha.id, defaultSiteSpace: now[0].siteSpaces[0].id }),
        200,
      );
      expect((await client.orgs.deleteSiteSectionById(org, site.id, alpha.id)).status).to.equal(205);
      expect((await client.orgs.deleteSiteSectionById(org, site.id, alpha.id)).status).to.equal(204);
      expect((await sectionsOf(at)).map((one: any) => [one.title, one.default])).to.deep.equal([
        ['Beta', true],
        ['Gamma', false],
      ]);
      must(await world.admin.api.get(`/v1/spaces/${now[0].siteSpaces[0].space.id}`), 200);
      expect(must(await world.admin.api.get(at), 200).siteSpaces).to.equal(2);
      for (const { id } of [beta, gamma]) must(await world.admin.api.delete(`${at}/sections/${id}`), 205);
      expect(must(await world.admin.api.get(`${at}/structure`), 200)).to.deep.equal({
        type: 'siteSpaces',
        structure: [],
      });
      const [again] = await spaces('Again');
      expect(must(await world.admin.api.post(`${at}/site-spaces`, { spaceId: again!.id }), 201))
        .to.include({ default: true })
        .and.not.have.any.keys('section');
      expect((await client.orgs.deleteSiteById(org, site.id)).status).to.equal(205);
    });
  });

  describe('addSectionGroupToSite', () => {
    it('groups sections and ungroups them, through the official client', async () => {
      const { site, at, sections } = await sectioned('One', 'Two', 'Three');
      const [one, two, three] = sections;
      const { data: group, status } = await client.orgs.addSectionGroupToSite(org, site.id, {
        title: 'Group',
        icon: 'folder',
        sections: [three.id, one.id],
      });
      expect(status).to.equal(201);
      expect(group).to.include({ object: 'site-section-group', title: 'Group', icon: 'folder' });
      expect(group.sections.map((each: any) => [each.title, each.sectionGroup])).to.deep.equal([
        ['Three', group.id],
        ['One', group.id],
      ]);
      const shape = async () =>
        must(await world.admin.api.get(`${at}/structure`), 200).structure.map((each: any) =>
          each.object === 'site-section' ? each.title : [each.title, titles(each.sections)],
        );
      expect(await shape()).to.deep.equal(['Two', ['Group', ['Three', 'One']]]);
      expect((await client.orgs.listSiteSectionGroups(org, site.id)).data).to.deep.equal({ items: [group], count: 1 });
      const { structure } = must(await world.admin.api.get(`${at}/published`), 200);
      expect(structure).to.deep.equal(must(await world.admin.api.get(`${at}/structure`), 200));
      expect(structure.structure.map(({ object }: any) => object)).to.deep.equal([
        'site-section',
        'site-section-group',
      ]);

      expect(
        (await client.orgs.updateSiteSectionGroupById(org, site.id, group.id, { title: 'Better', icon: null })).data,
      )
        .to.include({ title: 'Better' })
        .and.not.have.any.keys('icon');
      const { data: fuller, status: added } = await client.orgs.addSectionToGroup(org, site.id, group.id, {
        sectionId: two.id,
      });
      expect([added, titles(fuller.sections)]).to.deep.equal([201, ['Three', 'One', 'Two']]);
      expect((await client.orgs.removeSectionFromGroup(org, site.id, group.id, one.id)).status).to.equal(205);
      expect((await client.orgs.removeSectionFromGroup(org, site.id, group.id, one.id)).status).to.equal(204);
      expect(await shape()).to.deep.equal([['Better', ['Three', 'Two']], 'One']);
      const { data: moved } = await client.orgs.moveSiteSectionGroup(org, site.id, group.id, {
        position: { after: { type: 'site-section', id: one.id } },
      });
      expect(moved.title).to.equal('Better');
      expect(await shape()).to.deep.equal(['One', ['Better', ['Three', 'Two']]]);
      must(
        await world.admin.api.post(`${at}/section-groups/${group.id}/move`, {
          position: { before: { type: 'site-section', id: two.id } },
        }),
        400,
      );
      expect((await client.orgs.deleteSiteSectionGroupById(org, site.id, group.id)).status).to.equal(205);
      expect((await client.orgs.deleteSiteSectionGroupById(org, site.id, group.id)).status).to.equal(204);
      expect(await shape()).to.deep.equal(['One', 'Three', 'Two']);
    });
  });

  describe('sortSiteStructure', () => {
    it('sorts siblings of one kind, and answers with the structure', async () => {
      const { at, sections } = await sectioned('One', 'Two');
      const [one, two] = sections;
      const [extra] = await spaces('Extra');
      const variant = must(
        await world.admin.api.post(`${at}/site-spaces`, { spaceId: extra!.id, sectionId: one.id }),
        201,
      );
      const group = must(await world.admin.api.post(`${at}/section-groups`, { title: 'Group' }), 201);
      const sort = (item: object, position: object) =>
        world.admin.api.patch(`${at}/structure/sort`, { item, position });
      const space = (id: string) => ({ type: 'site-space', id });
      const section = (id: string) => ({ type: 'site-section', id });

      expect(must(await sort(space(variant.id), { before: space(one.siteSpaces[0].id) }), 200)).to.include({
        object: 'site-space',
        id: variant.id,
        section: one.id,
        default: false,
      });
      expect(titles((await sectionsOf(at))[0].siteSpaces)).to.deep.equal(['Extra', 'One']);
      expect(must(await sort(space(variant.id), { after: space(two.siteSpaces[0].id) }), 200)).to.include({
        id: variant.id,
        section: two.id,
      });
      expect(must(await sort(section(two.id), { before: section(one.id) }), 200)).to.include({
        object: 'site-section',
        id: two.id,
      });
      expect(ids(await sectionsOf(at))).to.deep.equal([two.id, one.id]);
      expect(
        must(
          await sort({ type: 'site-section-group', id: group.id }, { before: section(one.id), after: section(two.id) }),
          200,
        ),
      ).to.include({ object: 'site-section-group', id: group.id });
      expect(ids(must(await world.admin.api.get(`${at}/structure`), 200).structure)).to.deep.equal([
        two.id,
        group.id,
        one.id,
      ]);
      expect(
        must(
          await world.admin.api.post(`${at}/site-spaces/${variant.id}/move`, {
            position: { before: { type: 'site-space', siteSpace: two.siteSpaces[0].id } },
          }),
          200,
        ),
      ).to.include({ id: variant.id, section: two.id });
      expect(titles((await sectionsOf(at))[0].siteSpaces)).to.deep.equal(['Extra', 'Two']);
      expect(must(await world.admin.api.post(`${at}/site-spaces/${variant.id}/move`, {}), 200).id).to.equal(variant.id);
      expect(titles((await sectionsOf(at))[0].siteSpaces)).to.deep.equal(['Two', 'Extra']);

      const refused: [object, object, number][] = [
        [space(variant.id), {}, 400],
        [space(variant.id), { before: section(one.id) }, 400],
        [section(one.id), { before: section(one.id) }, 400],
        [section(one.id), { before: { type: 'page', id: one.id } }, 400],
        [section(UNKNOWN), { before: section(one.id) }, 404],
        [section(one.id), { before: section(UNKNOWN) }, 404],
        [space(one.id), { before: space(variant.id) }, 404],
      ];
      for (const [item, position, status] of refused) must(await sort(item, position), status);
      must(await world.admin.api.patch(`${at}/site-spaces/${variant.id}`, { path: 'one' }), 200);
      expect(must(await sort(space(variant.id), { after: space(one.siteSpaces[0].id) }), 409).error.message).to.equal(
        'the path is taken by another space of the section',
      );
    });
  });

  describe('moveSiteSection', () => {
    it('keeps order, paths and defaults valid during concurrent changes', async () => {
      const { at, sections } = await sectioned('A', 'B', 'C', 'D');
      const more = await spaces('Same', 'Same', 'Same', 'Same');
      const move = (from: any, to: any) =>
        world.admin.api.post(`${at}/sections/${from.id}/move`, {
          position: { before: { type: 'site-section', siteSection: to.id } },
        });
      const answers = await Promise.all([
        ...more.map(({ id }, n) =>
          world.admin.api.post(`${at}/${n % 2 ? 'sections' : 'site-spaces'}`, { spaceId: id }),
        ),
        ...sections.map(({ id }) => world.admin.api.patch(at, { defaultSiteSection: id })),
        ...sections.slice(1).map((one, n) => move(one, sections[n])),
        world.admin.api.get(`${at}/structure`),
      ]);
      for (const { status } of answers) expect(status).to.be.below(300);
      const now = await sectionsOf(at);
      expect(now).to.have.length(6);
      expect(now.filter((one: any) => one.default)).to.have.length(1);
      expect(new Set(now.map(({ path }: any) => path)).size).to.equal(6);
      for (const { siteSpaces } of now) expect(siteSpaces.filter((one: any) => one.default)).to.have.length(1);
    });
  });

  describe('getSiteStructure', () => {
    it('is read with or without a section that is added at the same time', async () => {
      const [first, second] = await spaces('First', 'Second');
      const site = must(await world.admin.api.post(base, { title: 'Raced', spaces: [first!.id] }), 201);
      const reads = Array.from({ length: 8 }, () => world.admin.api.get(`${base}/${site.id}/structure`));
      const [added, ...answers] = await Promise.all([
        world.admin.api.post(`${base}/${site.id}/sections`, { spaceId: second!.id }),
        ...reads,
      ]);
      must(added, 201);
      // The first section takes the space at the root into a section of its own.
      for (const answer of answers) {
        const { type, structure } = must(answer, 200);
        expect(structure).to.have.length(type === 'siteSpaces' ? 1 : 2);
      }
    });
  });

  describe('structures that the caller may not see', () => {
    it('hold nothing under another site or organization', async () => {
      const {
        at,
        sections: [section],
      } = await sectioned('Ours');
      const group = must(
        await world.admin.api.post(`${at}/section-groups`, { title: 'Group', sections: [section.id] }),
        201,
      );
      const otherSite = await sectioned('Elsewhere');
      const other = await World.create(world.instance);
      const theirs = await other.space({ title: 'Theirs' });
      for (const spaceId of [theirs.id, UNKNOWN])
        expect(must(await world.admin.api.post(`${at}/sections`, { spaceId }), 404).error.message).to.equal(
          'space not found',
        );
      for (const id of [section.id, UNKNOWN]) {
        must(await world.admin.api.patch(`${otherSite.at}/sections/${id}`, { title: 'Taken' }), 404);
        must(await world.admin.api.delete(`${otherSite.at}/sections/${id}`), 204);
        must(await world.admin.api.post(`${otherSite.at}/sections/${id}/move`, {}), 404);
        must(await world.admin.api.post(`${otherSite.at}/section-groups`, { title: 'Taken', sections: [id] }), 404);
        must(await world.admin.api.patch(otherSite.at, { defaultSiteSection: id }), 404);
      }
      for (const id of [group.id, UNKNOWN]) {
        must(await world.admin.api.patch(`${otherSite.at}/section-groups/${id}`, { title: 'Taken' }), 404);
        must(await world.admin.api.delete(`${otherSite.at}/section-groups/${id}`), 204);
        must(
          await world.admin.api.post(`${otherSite.at}/section-groups/${id}/sections`, {
            sectionId: otherSite.sections[0].id,
          }),
          404,
        );
      }
      for (const path of ['structure', 'sections', 'section-groups'])
        must(await other.admin.api.get(`/v1/orgs/${other.organizationId}/sites/${at.split('/').at(-1)}/${path}`), 404);
      expect((await sectionsOf(at))[0]).to.include({ title: 'Ours', sectionGroup: group.id });
      expect(must(await world.admin.api.get(`${otherSite.at}/section-groups`), 200).count).to.equal(0);
    });

    it('show nobody a section of spaces that they do not see', async () => {
      const { at, sections } = await sectioned('Open', 'Secret');
      const reader = await world.member('read');
      await client.spaces.updateSpaceById(sections[1].siteSpaces[0].space.id, { defaultLevel: null });
      must(await world.admin.api.post(`${at}/section-groups`, { title: 'Hush', sections: [sections[1].id] }), 201);
      expect(titles(must(await reader.api.get(`${at}/sections`), 200).items)).to.deep.equal(['Open']);
      for (const path of ['sections', 'section-groups', 'structure', 'published', 'site-spaces'])
        expect(JSON.stringify(must(await reader.api.get(`${at}/${path}`), 200)), path).not.to.match(/Secret|Hush/);
      expect(titles(await sectionsOf(at))).to.deep.equal(['Open', 'Secret']);
    });
  });

  describe('moveSiteSpace', () => {
    it('moves a space beside another one of the site, and answers 404 for one that is not on the site', async () => {
      const [one, two] = await spaces('One', 'Two');
      const { id } = must(await world.admin.api.post(base, { spaces: [one!.id, two!.id] }), 201);
      const at = `${base}/${id}/site-spaces`;
      const [first, second] = must(await world.admin.api.get(at), 200).items;
      const position = { before: { type: 'site-space', siteSpace: first.id } };
      must(await world.admin.api.post(`${at}/${second.id}/move`, { position }), 200);
      expect(titles(must(await world.admin.api.get(at), 200).items)).to.deep.equal(['Two', 'One']);
      must(await world.admin.api.post(`${at}/${UNKNOWN}/move`, { position }), 404);
    });
  });

  describe('section groups', () => {
    let at: string;
    let one: any;
    let two: any;
    let group: any;
    beforeEach(async () => {
      ({
        at,
        sections: [one, two],
      } = await sectioned('One', 'Two'));
      group = must(await world.admin.api.post(`${at}/section-groups`, { title: 'Group', sections: [one.id] }), 201);
    });
    const groups = async () => must(await world.admin.api.get(`${at}/section-groups`), 200).items;
    const order = async () => titles(must(await world.admin.api.get(`${at}/structure`), 200).structure);

    describe('listSiteSectionGroups', () => {
      it('lists the groups with their sections to members, and 404 for an unknown site', async () => {
        const reader = await world.member('read');
        const listed = must(await world.admin.api.get(`${at}/section-groups`), 200);
        expect(listed).to.deep.equal({ items: [group], count: 1 });
        expect(must(await reader.api.get(`${at}/section-groups`), 200).count).to.be.at.most(1);
        must(await world.admin.api.get(`${base}/${UNKNOWN}/section-groups`), 404);
      });
    });

    describe('updateSiteSectionGroupById', () => {
      it('changes title and icon, and answers 404 for an unknown group', async () => {
        const path = `${at}/section-groups/${group.id}`;
        const changed = must(await world.admin.api.patch(path, { title: 'Better', icon: 'book' }), 200);
        expect(changed).to.include({ id: group.id, title: 'Better', icon: 'book' });
        must(await world.admin.api.patch(`${at}/section-groups/${UNKNOWN}`, { title: 'None' }), 404);
        must(await (await world.member('read')).api.patch(path, { title: 'No' }), 403);
      });
    });

    describe('deleteSiteSectionGroupById', () => {
      it('deletes a group once, and keeps its sections', async () => {
        const path = `${at}/section-groups/${group.id}`;
        must(await (await world.member('read')).api.delete(path), 403);
        for (const status of [205, 204]) expect((await world.admin.api.delete(path)).status).to.equal(status);
        expect(await groups()).to.deep.equal([]);
        expect(ids(await sectionsOf(at))).to.have.members([one.id, two.id]);
      });
    });

    describe('addSectionToGroup', () => {
      it('adds a section at the end of the group, and answers 404 for an unknown section', async () => {
        const path = `${at}/section-groups/${group.id}/sections`;
        const fuller = must(await world.admin.api.post(path, { sectionId: two.id }), 201);
        expect(titles(fuller.sections)).to.deep.equal(['One', 'Two']);
        must(await world.admin.api.post(path, { sectionId: UNKNOWN }), 404);
        must(await (await world.member('read')).api.post(path, { sectionId: two.id }), 403);
      });
    });

    describe('removeSectionFromGroup', () => {
      it('takes a section out of the group once, and keeps it on the site', async () => {
        const path = `${at}/section-groups/${group.id}/sections/${one.id}`;
        must(await (await world.member('read')).api.delete(path), 403);
        for (const status of [205, 204]) expect((await world.admin.api.delete(path)).status).to.equal(status);
        expect((await groups())[0].sections).to.deep.equal([]);
        expect(ids(await sectionsOf(at))).to.have.members([one.id, two.id]);
      });
    });

    describe('moveSiteSectionGroup', () => {
      it('moves the group beside a section, and refuses a position inside a group', async () => {
        const path = `${at}/section-groups/${group.id}/move`;
        const beside = (id: string, side: 'before' | 'after') => ({
          position: { [side]: { type: 'site-section', id } },
        });
        must(await world.admin.api.post(path, beside(two.id, 'before')), 200);
        expect(await order()).to.deep.equal(['Group', 'Two']);
        must(await world.admin.api.post(path, beside(two.id, 'after')), 200);
        expect(await order()).to.deep.equal(['Two', 'Group']);
        must(await world.admin.api.post(path, beside(one.id, 'before')), 400);
        must(await world.admin.api.post(`${at}/section-groups/${UNKNOWN}/move`, beside(two.id, 'before')), 404);
      });
    });
  });
});
